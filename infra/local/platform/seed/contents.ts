export type SeedContent = {
  type: "announcement" | "discussion" | "document" | "poll" | "post";
  author: string;
  hoursAgo: number;
  place?: string;
  subject: string;
  text: string;
  tags?: string[];
  options?: string[];
  likedBy?: readonly string[];
  followedBy?: readonly string[];
  replies?: readonly { author: string; hoursAgo: number; text: string }[];
};

export const seedContents: readonly SeedContent[] = [
  {
    type: "document",
    author: "tomasz.wilk",
    hoursAgo: 1300,
    place: "interferometer",
    subject: "Interferometer 4: requirements",
    text: "<p>Stability of two nanometres over eight hours, and a case that survives a van.</p>",
    tags: ["optics", "requirements"],
  },
  {
    type: "document",
    author: "pavel.dvorak",
    hoursAgo: 1100,
    subject: "How we calibrate a length standard",
    text: "<p>Let the standard rest for a day. Measure it five times. Only then trust the third decimal.</p>",
    tags: ["calibration"],
  },
  {
    type: "announcement",
    author: "ingrid.halden",
    hoursAgo: 980,
    place: "company",
    subject: "A second hall in Porto",
    text: "<p>From spring we build in Porto too. Marta leads the move. Moving is voluntary.</p>",
    tags: ["production"],
  },
  {
    type: "post",
    author: "joost.vandermeer",
    hoursAgo: 760,
    place: "joostsBlog",
    subject: "What to do on a first Monday",
    text: "<p>Three people, two walks, one small thing finished.</p>",
    tags: ["onboarding"],
  },
  {
    type: "discussion",
    author: "samuel.adeyemi",
    hoursAgo: 640,
    place: "firmware",
    subject: "Watchdog resets after a long sleep",
    text: "<p>Two units in the cold room reset when they wake up. Do you see this since the last release?</p>",
    tags: ["firmware"],
    likedBy: ["klara.novotna"],
    followedBy: ["mei.tanaka", "viktor.horvath"],
    replies: [
      {
        author: "klara.novotna",
        hoursAgo: 636,
        text: "<p>Yes, once, below four degrees. The crystal starts late.</p>",
      },
      {
        author: "mei.tanaka",
        hoursAgo: 612,
        text: "<p>Then we wait for it before arming the watchdog. Fix in review.</p>",
      },
      {
        author: "samuel.adeyemi",
        hoursAgo: 540,
        text: "<p>Three nights in the cold room without a reset. Thank you both.</p>",
      },
    ],
  },
  {
    type: "poll",
    author: "bastien.moreau",
    hoursAgo: 420,
    place: "company",
    subject: "When may the network be down for two hours?",
    text: "<p>The switches in Rotterdam need an update.</p>",
    options: ["Friday evening", "Sunday morning", "Never"],
    tags: ["it"],
  },
  {
    type: "post",
    author: "priya.raman",
    hoursAgo: 310,
    place: "priyasBlog",
    subject: "Colours for colour-blind readers",
    text: "<p>Eight colours are enough if you also change the shape.</p>",
    tags: ["software", "accessibility"],
  },
  {
    type: "discussion",
    author: "elias.brandt",
    hoursAgo: 200,
    place: "newcomers",
    subject: "Where do I find the measurement archive?",
    text: "<p>I would like to try the new plots with real data.</p>",
    tags: ["new-here"],
    likedBy: ["leo.kivela", "nadia.haddad"],
    followedBy: ["leo.kivela"],
    replies: [
      {
        author: "nadia.haddad",
        hoursAgo: 198,
        text: "<p>Ask me for access; start with last year, it is the smallest.</p>",
      },
      {
        author: "elias.brandt",
        hoursAgo: 175,
        text: "<p>Got it, thank you!</p>",
      },
    ],
  },
  {
    type: "discussion",
    author: "henrik.solberg",
    hoursAgo: 130,
    place: "outdoors",
    subject: "Sailing on the last weekend of the month",
    text: "<p>Four places in the boat, no experience needed.</p>",
    likedBy: ["tomasz.wilk", "joost.vandermeer", "oliver.beck"],
    replies: [
      {
        author: "oliver.beck",
        hoursAgo: 120,
        text: "<p>One place for me, please.</p>",
      },
    ],
  },
  {
    type: "document",
    author: "mei.tanaka",
    hoursAgo: 73,
    place: "firmware",
    subject: "Release notes of firmware 4.2",
    text: "<p>The clock starts reliably below four degrees.</p><p>Update the cold room first.</p>",
    tags: ["firmware"],
    likedBy: ["samuel.adeyemi"],
  },
  {
    type: "announcement",
    author: "joost.vandermeer",
    hoursAgo: 60,
    place: "company",
    subject: "Welcome, Leo",
    text: "<p>Leo starts his apprenticeship in Bergen and comes to Porto in spring.</p>",
    tags: ["onboarding"],
  },
  {
    type: "announcement",
    author: "bastien.moreau",
    hoursAgo: 30,
    place: "company",
    subject: "Two hours without network on Sunday",
    text: "<p>The poll decided: Sunday, from six to eight in the morning.</p>",
    tags: ["it"],
  },
];

/** The statuses that people have set. */
export const seedStatuses: readonly {
  author: string;
  hoursAgo: number;
  text: string;
}[] = [
  { author: "henrik.solberg", hoursAgo: 900, text: "First light!" },
  { author: "marta.silva", hoursAgo: 500, text: "In Porto until Thursday" },
  { author: "sofie.claes", hoursAgo: 260, text: "Writing chapter three" },
  { author: "tomasz.wilk", hoursAgo: 150, text: "Reviewing the mirror mounts" },
  { author: "yara.mansour", hoursAgo: 96, text: "At the trade fair in Lyon" },
  { author: "mei.tanaka", hoursAgo: 72, text: "Release day" },
  { author: "leo.kivela", hoursAgo: 48, text: "Learning where everything is" },
  { author: "joost.vandermeer", hoursAgo: 20, text: "Open door until five" },
  { author: "priya.raman", hoursAgo: 5, text: "Drawing, headphones on" },
];

export const seedTasks: readonly {
  owner: string;
  subject: string;
  dueInDays: number;
}[] = [
  { owner: "leo.kivela", subject: "Read the safety rules", dueInDays: -2 },
  {
    owner: "leo.kivela",
    subject: "Meet Pavel in the calibration room",
    dueInDays: 1,
  },
  {
    owner: "leo.kivela",
    subject: "Put a portrait on your profile",
    dueInDays: 5,
  },
  {
    owner: "mei.tanaka",
    subject: "Sign off the interferometer checklist",
    dueInDays: -1,
  },
  {
    owner: "mei.tanaka",
    subject: "Review Samuel's bootloader patch",
    dueInDays: 2,
  },
  {
    owner: "mei.tanaka",
    subject: "Prepare the firmware roadmap",
    dueInDays: 9,
  },
];

/** Pairs of follower and followed person. In addition, each person follows the manager. */
export const seedFollows: readonly (readonly [string, string])[] = [
  ["samuel.adeyemi", "klara.novotna"],
  ["klara.novotna", "samuel.adeyemi"],
  ["mei.tanaka", "priya.raman"],
  ["priya.raman", "mei.tanaka"],
  ["sofie.claes", "priya.raman"],
  ["viktor.horvath", "mei.tanaka"],
  ["viktor.horvath", "henrik.solberg"],
  ["elias.brandt", "nadia.haddad"],
  ["leo.kivela", "joost.vandermeer"],
  ["aoife.brennan", "pavel.dvorak"],
  ["yara.mansour", "sofie.claes"],
  ["ingrid.halden", "tomasz.wilk"],
];
