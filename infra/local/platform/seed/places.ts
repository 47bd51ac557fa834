import type { Place } from "../state/place.ts";

export type SeedPlace = Place & {
  /** Username of the person who created the place. */
  owner: string;
  members: readonly string[];
};

/** The keys are names that only the seed uses. */
export const seedPlaces: Readonly<Record<string, SeedPlace>> = {
  company: {
    type: "space",
    name: "Halden Instruments",
    description: "News for the whole company.",
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
    description: "The software inside our instruments.",
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
    description:
      "The next instrument, from the first measurement to the first customer.",
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
    description: "Questions and answers for new colleagues.",
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
    description: "Sailing, climbing and running.",
    owner: "henrik.solberg",
    members: ["tomasz.wilk", "joost.vandermeer", "oliver.beck"],
  },
  joostsBlog: {
    type: "blog",
    name: "First weeks",
    description: "Notes about starting in a new company.",
    owner: "joost.vandermeer",
    members: [],
  },
  priyasBlog: {
    type: "blog",
    name: "Readable light",
    description: "Notes about drawing data.",
    tags: ["software"],
    owner: "priya.raman",
    members: [],
  },
};
