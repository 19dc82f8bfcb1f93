//! Every word of the client in every language. A missing translation does not compile.

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

    /// What the language calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::It => "Italiano",
        }
    }
}

/// Declares the words: a name, then the text in English and in Italian.
macro_rules! words {
    ($($name:ident: $en:literal, $it:literal;)*) => {
        /// A word or sentence of the client.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Word { $(#[doc = $en] $name,)* }

        impl Word {
            /// Every word there is.
            pub const ALL: &[Word] = &[$(Word::$name),*];

            /// The text in a language.
            pub fn text(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Word::$name, Language::En) => $en, (Word::$name, Language::It) => $it,)*
                }
            }
        }
    };
}

words! {
    Tagline: "Abstract games, played, solved and shared", "Giochi astratti, da giocare, risolvere e condividere";
    Games: "Games", "Giochi";
    Play: "Play", "Gioca";
    Continue: "Continue the last game", "Continua l’ultima partita";
    NewGame: "New game", "Nuova partita";
    Options: "Options", "Opzioni";
    Players: "Players", "Giocatori";
    Player: "Player", "Giocatore";
    Me: "me", "io";
    FriendHere: "a friend at this screen", "un amico a questo schermo";
    FriendOnline: "a friend online", "un amico in rete";
    Computer: "computer", "computer";
    Begins: "Who begins", "Chi comincia";
    Chance: "chance decides", "decide il caso";
    Start: "Start", "Comincia";
    Back: "Back", "Indietro";
    Undo: "Undo", "Annulla";
    Redo: "Redo", "Ripeti";
    Hint: "Hint", "Suggerimento";
    Analyse: "Values of moves", "Valore delle mosse";
    Flip: "Turn the board", "Gira la scacchiera";
    Resign: "Resign", "Abbandona";
    Again: "Play again", "Ancora una partita";
    Hurry: "Answer now", "Rispondi subito";
    Thinking: "thinking …", "sta pensando …";
    Moves: "Moves", "Mosse";
    First: "First move", "Prima mossa";
    Previous: "Move before", "Mossa prima";
    Next: "Move after", "Mossa dopo";
    Newest: "Newest move", "Ultima mossa";
    Branch: "Play on from here", "Gioca da qui";
    Rules: "Rules", "Regole";
    Close: "Close", "Chiudi";
    Which: "Which move?", "Quale mossa?";
    Cancel: "Cancel", "Lascia stare";
    HandOver: "Hand the screen over", "Passa lo schermo";
    TakeScreen: "Show my side", "Mostra il mio lato";
    Notes: "What happened", "Che cosa è successo";
    Score: "Score", "Punteggio";
    Lost: "This page cannot be shown", "Questa pagina non si può mostrare";
    ToGames: "Show the games", "Mostra i giochi";
    Settings: "Settings", "Impostazioni";
    Theme: "Colours", "Colori";
    ThemeAuto: "as the device", "come il dispositivo";
    ThemeLight: "light", "chiari";
    ThemeDark: "dark", "scuri";
    ThemeContrast: "high contrast", "contrasto alto";
    LanguageName: "Language", "Lingua";
    Skip: "Skip to the board", "Vai alla scacchiera";
    Table: "Table", "Tavolo";
    Away: "away", "assente";
    Connecting: "connecting …", "connessione …";
    Live: "connected", "connesso";
    Sending: "sending …", "invio …";
    Retrying: "no connection; next try in", "nessuna connessione; nuovo tentativo tra";
    Reconnect: "Connect again", "Riconnetti";
    Watching: "watching", "spettatori";
    SeatFree: "A seat is free in this room.", "In questa stanza c’è un posto libero.";
    TakeSeat: "Take the seat", "Prendi il posto";
    YourName: "Your name", "Il tuo nome";
    InviteText: "Others come in by this code or link:", "Gli altri entrano con questo codice o link:";
    Link: "Link", "Link";
    OfferTakeback: "offers to take the last move back", "propone di annullare l’ultima mossa";
    OfferDraw: "offers a draw", "propone la patta";
    OfferRematch: "offers another game", "propone la rivincita";
    OfferReplace: "wants a computer for a player who is away", "vuole un computer al posto di chi è assente";
    Agree: "Agree", "Accetta";
    Decline: "Decline", "Rifiuta";
    Withdraw: "Withdraw", "Ritira";
    Replaced: "a computer plays for you", "un computer gioca al tuo posto";
    Return: "Take my seat back", "Riprendo il mio posto";
    LetComputer: "Let a computer play", "Fai giocare un computer";
    Takeback: "Take back", "Annulla la mossa";
    Draw: "Offer a draw", "Proponi la patta";
    ReallyResign: "Really resign", "Abbandona davvero";
    Rematch: "Rematch", "Rivincita";
    Elsewhere: "Copy my seat’s link", "Copia il link del mio posto";
    ElsewhereHelp: "A secret link: whoever opens it plays this seat. Use it to go on with another device.", "Un link segreto: chi lo apre gioca questo posto. Serve a continuare su un altro dispositivo.";
    JoinCode: "Join a room by its code", "Entra in una stanza con il codice";
    Join: "Join", "Entra";
    Clock: "Clock", "Orologio";
    NoClock: "no clock", "senza orologio";
    EachMove: "for each move", "per ogni mossa";
    Sound: "Sound", "Suono";
    LostPieces: "lost pieces: ", "pezzi persi: ";
    Won: "won", "vinte";
    Drawn: "drawn", "pari";
    LostGames: "lost", "perse";
    QrHelp: "The link as a code for cameras", "Il link come codice per la fotocamera";
    OpenRoom: "Open the room", "Apri la stanza";
    RulesLanguage: "The complete rules are in English", "Le regole complete sono per ora in inglese";
    NothingKept: "This browser keeps nothing for this page: games and settings are forgotten when you close it.", "Questo browser non conserva nulla per questa pagina: chiudendola, partite e impostazioni si perdono.";
    Lab: "Lab", "Laboratorio";
    LabAbout: "Let computers play many games and see who is how strong, or whether the rules are fair; every number with how sure it is.", "Fai giocare molte partite ai computer e guarda chi è quanto forte, o se le regole sono eque; ogni numero dice quanto è sicuro.";
    ToLab: "Measure this game in the lab", "Misura questo gioco in laboratorio";
    Question: "Question", "Domanda";
    Game: "Game", "Gioco";
    AskTable: "who wins from which seat", "chi vince da quale posto";
    AskMatch: "one player against another", "un giocatore contro un altro";
    AskTournament: "who is how strong (Elo)", "chi è quanto forte (Elo)";
    AskBalance: "is the game fair under these rules", "il gioco è equo con queste regole";
    Vary: "Compare the values of", "Confronta i valori di";
    Nobody: "nobody", "nessuno";
    Nothing: "nothing", "niente";
    GamesEach: "Games each", "Partite ciascuno";
    Seed: "Seed", "Seme";
    Opening: "Random moves first", "Mosse a caso prima";
    Run: "Run", "Avvia";
    GamesPlayed: "games played", "partite giocate";
    Partial: "stopped: a partial result", "fermato: un risultato parziale";
    Download: "Download", "Scarica";
    LookAgain: "Look at the game again", "Riguarda la partita";
    Stop: "Stop", "Ferma";
    Of: "of", "di";
    TryAgain: "Try again from here", "Riprova da qui";
    NoTurns: "No move gave anything away that was found.", "Nessuna mossa ha regalato qualcosa, per quanto si è visto.";
    Proved: "proved", "dimostrato";
    Estimate: "an estimate", "una stima";
    GaveAway: "Move {ply}: {made} gave away {loss} ({sure}); best was {best}", "Mossa {ply}: {made} ha regalato {loss} ({sure}); meglio {best}";
    OnePoint: "a point", "un punto";
    SomePoints: "{n} points", "{n} punti";
    SomeGames: "{n} games of 100", "{n} partite su 100";
    TheWin: "the win", "la vittoria";
    TheDraw: "the draw", "la patta";
    NoReview: "Something is hidden in this game: it can be looked at again when it is over.", "In questa partita c’è qualcosa di nascosto: si potrà riguardare quando sarà finita.";
    Share: "Share", "Condividi";
    CopyLink: "Copy link", "Copia il link";
    SendLink: "Send link …", "Invia il link …";
    CopyText: "Copy as text", "Copia come testo";
    SaveFile: "Save as file", "Salva come file";
    SaveSvg: "Picture (SVG)", "Immagine (SVG)";
    SavePng: "Picture (PNG)", "Immagine (PNG)";
    Copied: "Copied.", "Copiato.";
    CopyByHand: "Copying is not allowed here: this is the text, ready to be copied by hand.", "Qui non si può copiare: ecco il testo, pronto da copiare a mano.";
    NoCode: "The link is too long for a code.", "Il link è troppo lungo per un codice.";
    LinkTells: "Link and file hold the whole game, with what is hidden in it; the picture and the text do not show it.", "Link e file contengono tutta la partita, anche ciò che è nascosto; immagine e testo non lo mostrano.";
    OpenGame: "Open a game", "Apri una partita";
    NoFile: "This file cannot be opened:", "Questo file non si può aprire:";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_said_in_every_language() {
        for word in Word::ALL {
            for language in Language::ALL {
                assert!(!word.text(language).trim().is_empty(), "{word:?} in {}", language.name());
            }
        }
    }

    #[test]
    fn languages_are_found_by_their_tags() {
        assert_eq!(Language::of("it-CH"), Language::It);
        assert_eq!(Language::of("IT"), Language::It);
        assert_eq!(Language::of("de"), Language::En);
    }
}
