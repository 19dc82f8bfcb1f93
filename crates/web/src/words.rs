//! Every word of the page itself. Other languages have them in `po/*.po`, in the context `page`.

use agon_rules::Text;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English
    #[default]
    En,
    /// Italian
    It,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::En, Language::It];

    /// The language of a tag like `it-CH`; English where there is no other.
    pub fn of(tag: &str) -> Self {
        if tag.to_ascii_lowercase().starts_with("it") { Language::It } else { Language::En }
    }

    /// The tag of the language.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::It => "it",
        }
    }

    /// A number as its readers write it: large ones in groups of three.
    pub fn number(self, number: u64) -> String {
        let digits = number.to_string();
        // Four digits need no groups where a group is only for the eye.
        let (least, sign) = match self {
            Language::En => (4, ','),
            Language::It => (5, '.'),
        };
        if digits.len() < least {
            return digits;
        }
        let mut out = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push(sign);
            }
            out.push(digit);
        }
        out
    }

    /// What the language calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::It => "Italiano",
        }
    }
}

/// Declares the words: a name, then the English text.
macro_rules! words {
    ($($name:ident: $en:literal;)*) => {
        /// A word or sentence of the page.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Word { $(#[doc = $en] $name,)* }

        impl Word {
            /// Every word there is.
            pub const ALL: &[Word] = &[$(Word::$name),*];

            /// What it is in English.
            pub fn english(self) -> &'static str {
                match self { $(Word::$name => $en,)* }
            }
        }
    };
}

impl Word {
    /// The word as a text that any language can look up.
    pub fn text(self) -> Text {
        Text::term("page", self.english())
    }
}

words! {
    Promise: "Seven games of pure thought.";
    PromiseMore: "Play a computer that can explain itself, a friend across the table, or someone far away. No account needed.";
    PlayNow: "Play now";
    Online: "Online";
    Ways: "Where to";
    AllGames: "All games";
    ChooseGame: "Choose a game";
    HaveCode: "Have a room code?";
    JoinFriend: "Join a friend";
    EaseEasy: "Easy";
    EaseMedium: "Medium";
    EaseDeep: "Deep";
    TheLab: "The Lab";
    TheLabPitch: "Let computers play a thousand games and see who is stronger, and how sure that is.";
    OpenLab: "Open the Lab";
    AsPuzzle: "As a puzzle";
    DailyPuzzle: "Daily puzzle";
    Puzzle: "Puzzle";
    Puzzles: "Puzzles";
    Games: "Games";
    Play: "Play";
    Continue: "Continue";
    NewGame: "New game";
    Options: "Options";
    Players: "Players";
    Player: "Player";
    PlayAgainst: "Play against";
    Computer: "Computer";
    AgainstComputerMore: "Ready now";
    AgainstFriend: "Friend here";
    AgainstFriendMore: "Share this screen";
    AgainstOnline: "Friend online";
    AgainstOnlineMore: "Send a link";
    Watch: "Watch";
    WatchMore: "Computer against computer";
    HowStrong: "How strong?";
    Easy: "Easy";
    EasyLine: "Plays whatever looks nice.";
    Medium: "Medium";
    MediumLine: "Sees one trick ahead.";
    Hard: "Hard";
    HardLine: "Rarely forgives a slip.";
    Expert: "Expert";
    ExpertLine: "Thinks hard about every move.";
    Perfect: "Perfect";
    PerfectLine: "Has solved the game.";
    StepsMeasured: "Measured in games against the level below; a draw counts as half a win.";
    Begins: "Who starts?";
    You: "You";
    Friend: "Your friend";
    OnlineFriend: "A friend online";
    Chance: "Chance";
    Start: "Start game";
    ReadRules: "Read the rules first";
    Advanced: "Advanced";
    OtherPlayer: "Another computer player";
    OtherPlayerHelp: "The players that the rules page and the Lab compare.";
    EverySeat: "Who plays";
    Deal: "Deal number";
    DealHelp: "The same number deals the same game. Empty: chance.";
    Position: "Position to start from";
    PositionHelp: "As the rules page writes positions. Empty: the usual start.";
    FewerVariants: "Show fewer";
    First: "First move";
    Previous: "Move before";
    Next: "Move after";
    Newest: "Newest move";
    Rules: "Rules";
    Close: "Close";
    Cancel: "Cancel";
    Lost: "There is nothing here";
    ToGames: "Show all games";
    Settings: "Settings";
    Theme: "Theme";
    ThemeAuto: "Automatic";
    ThemeLight: "Light";
    ThemeDark: "Dark";
    ThemeContrast: "High contrast";
    SpeedName: "Speed of computer moves";
    SpeedCalm: "Calm";
    SpeedNormal: "Normal";
    SpeedFast: "Fast";
    SoundHelp: "A quiet knock for every move.";
    Still: "Less motion";
    StillHelp: "Pieces appear where they go instead of gliding.";
    Coordinates: "Coordinates";
    CoordinatesHelp: "Letters and numbers on the rim of the board.";
    Explanations: "Explanations";
    ExplanationsHelp: "Say on the board why something happened.";
    FirstTap: "Play on first tap";
    FirstTapHelp: "A card is played at once, without a second tap.";
    LanguageName: "Language";
    Away: "away";
    Reconnect: "Connect again";
    Watching: "watching";
    SeatFree: "A seat is free in this room.";
    TakeSeat: "Take the seat";
    YourName: "Your name";
    RoomTitle: "Private room";
    InviteText: "Open this on another phone, or read out the code.";
    WaitingFriend: "Waiting for a friend";
    Link: "Link";
    Agree: "Agree";
    Decline: "Decline";
    Withdraw: "Withdraw";
    Replaced: "a computer plays for you";
    Return: "Take my seat back";
    LetComputer: "Let a computer play";
    Elsewhere: "Copy my seat’s link";
    ElsewhereHelp: "A secret link: whoever opens it plays this seat. Use it to go on with another device.";
    JoinCode: "Join with a code";
    PrivateRoomMore: "You get a link and a code for your friend; nobody else sees the room.";
    OpenPrivate: "Open a private room";
    QuickMatch: "Quick match";
    QuickMore: "You play the next person who picks the same game.";
    FindPlayer: "Find a player";
    OpenGames: "Open games";
    OfferGame: "Offer a game";
    InLobby: "Show it in the lobby";
    InLobbyHelp: "Anybody may join. Otherwise only people with the link or the code can.";
    Looking: "Looking for a player";
    LookingMore: "Your game is in the lobby. Stay here: it begins when somebody joins.";
    NobodyYet: "Nobody yet. Play a computer instead?";
    StopLooking: "Stop looking";
    Guest: "Guest";
    Anybody: "Somebody online";
    Say: "Say";
    Reported: "Reported. The operator of this server will look at it.";
    OnlineNowhere: "This copy of Agon has no server, so rooms cannot be opened here. Everything else works.";
    Join: "Join";
    YourGames: "Your games";
    YourTurn: "Your turn";
    TheirTurn: "Their turn";
    WaitingPlayers: "Waiting for a player";
    YourPage: "Your name and results";
    Rated: "Rated";
    RatedHelp: "The result counts for both. Nothing can be taken back, and no computer plays on for anybody.";
    RatedGames: "Rated games";
    NoRated: "No rated game is finished yet.";
    KeyWhy: "Choose a name, and this device makes a key for it. With the key you get:";
    KeyRated: "rated games, with your results and a rating on this page";
    KeyGames: "one list of your games in rooms on all your devices";
    KeyNotices: "a notice when it is your turn and you are away";
    KeyElse: "You can play without one, too. If you have a key on another device, open its secret link on this one.";
    PlayOnline: "Play online";
    NameHelp: "A key on this device keeps your name and results. There is no account and no password.";
    KeepName: "Keep my name";
    TakeName: "Take your name to another device";
    TakeNameHelp: "A secret link: it is your name. Open it on your other device, and give it to nobody.";
    ShowCode: "Show a code";
    UseName: "Use this name on this device?";
    UseNameHere: "Use it here";
    UseNameLost: "This device has another name now. Without its link you cannot get that one back.";
    Notices: "Notices";
    NoticesHelp: "This device tells you when it is your turn and you are away.";
    NoticesStart: "Tell me when it is my turn";
    NoticesOn: "This device will tell you.";
    NoticesAsked: "Waiting for the browser. It may ask you first.";
    NoticesNot: "This browser cannot show notices here.";
    NoticesNone: "This server sends no notices.";
    NoticesDenied: "The browser does not allow notices. Allow them for this page in its settings, then try again.";
    NoticesLate: "The browser’s push service does not answer. Try again later.";
    YourData: "Your data";
    YourDataHelp: "Everything the server keeps of you. If you erase it, your opponents keep their results, without your name.";
    Erase: "Erase everything";
    EraseSure: "Yes, erase it for good";
    Erased: "Nothing is kept of you any more.";
    ErasedPlayer: "somebody who has left";
    Clock: "Clock";
    NoClock: "No clock";
    Sound: "Sound";
    QrHelp: "The link as a code for cameras";
    OpenRoom: "Open the room";
    FullRules: "Read the full rules";
    NothingKept: "This browser keeps nothing for this page: games and settings are forgotten when you close it.";
    LabAbout: "Let computers play many games and see who is how strong, or whether the rules are fair; every number with how sure it is.";
    ToLab: "Open in the Lab";
    Question: "Question";
    Game: "Game";
    AskTable: "Who wins from which place";
    AskMatch: "One player against another";
    AskTournament: "Who is how strong (Elo)";
    AskBalance: "Are these rules fair?";
    Vary: "Compare the values of";
    Nobody: "Nobody";
    Nothing: "Nothing";
    GamesEach: "Games each";
    Seed: "Seed";
    Opening: "Random moves first";
    Run: "Run";
    GamesPlayed: "games played";
    Partial: "stopped: a partial result";
    Download: "Download";
    Stop: "Stop";
    Of: "of";
    TryAgain: "Try again from here";
    Share: "Share";
    CopyLink: "Copy link";
    SendLink: "Send link …";
    CopyText: "Copy as text";
    SaveFile: "Save as file";
    SaveSvg: "Picture (SVG)";
    SavePng: "Picture (PNG)";
    Copied: "Copied.";
    CopyByHand: "Copying is not allowed here: this is the text, ready to be copied by hand.";
    NoCode: "The link is too long for a code.";
    Hidden: "Something is hidden in this game. Until it is over you can share a picture or a text, which show what anybody may see.";
    PlayFrom: "Play from here";
    WatchLink: "Anybody who opens the link can watch your game and play on from any move.";
    OpenGame: "Open a game";
    NoFile: "This file cannot be opened:";
    Learn: "Learn";
    LearnAbout: "Short tasks on a live board: see a rule, make the move, know why.";
    LearnSoon: "Learn in 3 minutes";
    LearnIt: "Learn it in 3 minutes";
    LearnThis: "Learn this game";
    NewToThis: "New to this?";
    Begin: "Begin";
    Chapters: "Chapters";
    LeaveLesson: "Leave the lesson";
    ThatsIt: "That’s it.";
    NotYet: "Not yet.";
    Retry: "Try again";
    GoBack: "Back";
    GoOn: "Next";
    NextChapter: "Next chapter";
    PlayGame: "Play a game";
    NoLesson: "The lessons cannot be loaded. Connect to the network and try again, or read the rules.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_readers_format() {
        let written = |language: Language| [0, 999, 1000, 12_345, 749_266, 1_000_000].map(|n| language.number(n));
        assert_eq!(written(Language::En), ["0", "999", "1,000", "12,345", "749,266", "1,000,000"]);
        assert_eq!(written(Language::It), ["0", "999", "1000", "12.345", "749.266", "1.000.000"]);
    }

    #[test]
    fn languages_are_found_by_their_tags() {
        assert_eq!(Language::of("it-CH"), Language::It);
        assert_eq!(Language::of("IT"), Language::It);
        assert_eq!(Language::of("de"), Language::En);
    }
}
