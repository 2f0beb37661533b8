/**
 * What a modal itself says around what the bot asks, in the language of whoever is asked, as Discord's own
 * windows do. The rest of the page is in English.
 */

const WORDS = {
  en: {
    submit: "Submit",
    cancel: "Cancel",
    close: "Close",
    required: "required",
    empty: "Please write something here.",
    short: (least, length) => `At least ${least} characters, please; these are ${length}.`,
    one: "Please choose one.",
    several: (least) => `Please choose at least ${least}.`,
    many: (most) => `At most ${most}, please.`,
  },
  de: {
    submit: "Absenden",
    cancel: "Abbrechen",
    close: "Schließen",
    required: "erforderlich",
    empty: "Bitte schreib hier etwas.",
    short: (least, length) => `Bitte mindestens ${least} Zeichen; das sind ${length}.`,
    one: "Bitte wähle etwas aus.",
    several: (least) => `Bitte wähle mindestens ${least}.`,
    many: (most) => `Bitte höchstens ${most}.`,
  },
  fr: {
    submit: "Envoyer",
    cancel: "Annuler",
    close: "Fermer",
    required: "obligatoire",
    empty: "Écris quelque chose ici, s’il te plaît.",
    short: (least, length) => `Au moins ${least} caractères, s’il te plaît ; il y en a ${length}.`,
    one: "Fais un choix, s’il te plaît.",
    several: (least) => `Choisis-en au moins ${least}, s’il te plaît.`,
    many: (most) => `${most} au plus, s’il te plaît.`,
  },
  it: {
    submit: "Invia",
    cancel: "Annulla",
    close: "Chiudi",
    required: "obbligatorio",
    empty: "Scrivi qualcosa qui, per favore.",
    short: (least, length) => `Almeno ${least} caratteri, per favore; questi sono ${length}.`,
    one: "Scegli qualcosa, per favore.",
    several: (least) => `Scegline almeno ${least}, per favore.`,
    many: (most) => `Al massimo ${most}, per favore.`,
  },
};

/** The words for somebody with this locale; English where the page knows no others. */
export function modalWords(locale) {
  return WORDS[locale.split("-")[0]] ?? WORDS.en;
}
