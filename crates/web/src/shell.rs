//! What every screen knows: the language, what is set, and the browser.

use std::rc::Rc;

use agon_rules::{Catalogue, Language as _, Material, Text};

use crate::device::Device;
use crate::settings::Settings;
use crate::words::{Language, Word};

/// What every screen knows. The language is chosen once for a page: another one loads it anew.
#[derive(Default)]
pub struct Shell {
    /// the language of the words
    pub language: Language,
    /// what a person has set
    pub settings: Settings,
    /// what a screen reader says next
    pub said: String,
    /// the catalogue as the worker reads it; empty for English
    pub source: String,
    /// the lessons, once they were loaded: every task is a screen of its own
    pub lessons: String,
    catalogue: Catalogue,
    device: Option<Rc<dyn Device>>,
}

impl Shell {
    /// What a device has set, in a language whose catalogue was loaded.
    pub fn new(language: Language, source: String, device: Rc<dyn Device>) -> Self {
        let settings = Settings::open(&*device);
        let catalogue = Catalogue::load(&source);
        Shell {
            language,
            settings,
            said: String::new(),
            source,
            lessons: String::new(),
            catalogue,
            device: Some(device),
        }
    }

    /// The browser.
    ///
    /// # Panics
    /// Where there is none: a shell that only writes HTML has no device.
    pub fn device(&self) -> Rc<dyn Device> {
        self.device.clone().expect("a page runs on a device")
    }

    /// A word in the language of the page.
    pub fn say(&self, word: Word) -> &str {
        self.catalogue.template(&word.text()).unwrap_or(word.english())
    }

    /// A text in the language of the page.
    pub fn tell(&self, text: &Text) -> String {
        text.tell(&self.catalogue)
    }

    /// Parts of a description in the language of the page, joined.
    pub fn join(&self, parts: &[Text], between: &str) -> String {
        parts.iter().map(|part| self.tell(part)).collect::<Vec<_>>().join(between)
    }

    /// Lets something be heard, for those who want it.
    pub fn sound(&self, name: &str) {
        if self.settings.sound {
            self.device().sound(name);
        }
    }

    /// Lets a move be heard as the material sounds.
    pub fn knock(&self, material: Material) {
        self.sound(match material {
            Material::Wood => "wood",
            Material::Felt | Material::Slate => "card",
            Material::Paper | Material::Graph => "paper",
        });
    }

    /// Lets a screen reader say these sentences.
    pub fn speak(&mut self, sentences: &[Text]) {
        let mut said = String::new();
        for sentence in sentences.iter().map(|text| self.tell(text)).filter(|text| !text.is_empty()) {
            if !said.is_empty() {
                said.push_str(if said.ends_with(['.', '?', '!']) { " " } else { ". " });
            }
            said.push_str(&sentence);
        }
        self.said = said;
    }
}
