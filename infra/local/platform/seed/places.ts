import type { Place } from "../state/place.ts";

export type SeedPlace = Place & {
  /** Who made it. */
  owner: string;
  members: readonly string[];
};

/** By a name of our own. */
export const seedPlaces: Readonly<Record<string, SeedPlace>> = {
  company: {
    type: "space",
    name: "Halden Instruments",
    description: "What everybody should know.",
    owner: "ingrid.halden",
    members: [
      "joost.vandermeer",
      "amara.okafor",
      "tomasz.wilk",
      "lucia.ferrante",
      "emily.zhou",
    ],
  },
  firmware: {
    type: "group",
    name: "Firmware",
    description: "Everything that runs inside an instrument.",
    tags: ["firmware"],
    owner: "mei.tanaka",
    members: [
      "tomasz.wilk",
      "samuel.adeyemi",
      "klara.novotna",
      "viktor.horvath",
    ],
  },
  interferometer: {
    type: "project",
    name: "Interferometer 4",
    description: "The next instrument, from first light to first customer.",
    tags: ["optics", "firmware"],
    owner: "tomasz.wilk",
    members: [
      "henrik.solberg",
      "mei.tanaka",
      "priya.raman",
      "marta.silva",
      "sofie.claes",
    ],
  },
  newcomers: {
    type: "group",
    name: "New here",
    description: "No question is too small.",
    tags: ["onboarding"],
    owner: "joost.vandermeer",
    members: [
      "emily.zhou",
      "elias.brandt",
      "leo.kivela",
      "aoife.brennan",
      "bastien.moreau",
    ],
  },
  outdoors: {
    type: "group",
    name: "Outdoors",
    description: "Sails, ropes and running shoes.",
    owner: "henrik.solberg",
    members: ["tomasz.wilk", "joost.vandermeer", "oliver.beck"],
  },
  joostsBlog: {
    type: "blog",
    name: "First weeks",
    description: "Notes on arriving somewhere.",
    owner: "joost.vandermeer",
    members: [],
  },
  priyasBlog: {
    type: "blog",
    name: "Readable light",
    description: "On drawing data.",
    tags: ["software"],
    owner: "priya.raman",
    members: [],
  },
};
