/**
 * Short codes of emoji that people use in a status, in the spelling of Slack or Mattermost. A status on the platform is
 * plain text, and shows other short codes as typed.
 */
const characters: Readonly<Record<string, string>> = {
  "+1": "👍",
  airplane: "✈️",
  baby: "👶",
  bath: "🛀",
  beach_with_umbrella: "🏖️",
  bike: "🚲",
  birthday: "🎂",
  books: "📚",
  brain: "🧠",
  bus: "🚌",
  calendar: "📅",
  car: "🚗",
  christmas_tree: "🎄",
  clap: "👏",
  coffee: "☕",
  computer: "💻",
  date: "📅",
  desert_island: "🏝️",
  dog: "🐶",
  eyes: "👀",
  face_with_thermometer: "🤒",
  fire: "🔥",
  fork_and_knife: "🍴",
  hammer_and_wrench: "🛠️",
  hamburger: "🍔",
  headphones: "🎧",
  heart: "❤️",
  hospital: "🏥",
  house: "🏠",
  house_with_garden: "🏡",
  knife_fork_plate: "🍽️",
  microphone: "🎤",
  mute: "🔇",
  no_entry: "⛔",
  palm_tree: "🌴",
  phone: "☎️",
  pizza: "🍕",
  plate_with_cutlery: "🍽️",
  pray: "🙏",
  rocket: "🚀",
  runner: "🏃",
  sandwich: "🥪",
  school: "🏫",
  slightly_smiling_face: "🙂",
  smile: "😄",
  smiley: "😃",
  snowflake: "❄️",
  sparkles: "✨",
  speech_balloon: "💬",
  spiral_calendar_pad: "🗓️",
  star: "⭐",
  sunny: "☀️",
  sun_with_face: "🌞",
  tada: "🎉",
  tea: "🍵",
  telephone_receiver: "📞",
  thumbsup: "👍",
  train: "🚋",
  train2: "🚆",
  umbrella: "☔",
  walking: "🚶",
  wave: "👋",
  writing_hand: "✍️",
  zzz: "💤",
  // These follow another short code, and change its colour.
  "skin-tone-2": "🏻",
  "skin-tone-3": "🏼",
  "skin-tone-4": "🏽",
  "skin-tone-5": "🏾",
  "skin-tone-6": "🏿",
};

/** Only known names match, so `:30:` in a time does not take the colon of the next short code. */
const shortCode = new RegExp(
  `:(${Object.keys(characters)
    .join("|")
    .replace("+", String.raw`\+`)}):`,
  "g",
);

/** Replaces known short codes by their characters: `:palm_tree: away` becomes `🌴 away`. */
export function replaceShortCodes(text: string): string {
  return text.replaceAll(
    shortCode,
    (_, name: string) => characters[name] ?? "",
  );
}
