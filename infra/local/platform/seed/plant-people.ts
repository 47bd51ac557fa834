import { createArrange } from "../arrange.ts";
import type { PlatformContext } from "../context.ts";
import { addPerson } from "../people.ts";
import { personCreationSchema } from "../person.ts";
import { seedFollows } from "./contents.ts";
import { before, dayMs, find } from "./moment.ts";
import { seedPeople, type SeedPerson } from "./people.ts";
import { drawPortrait } from "./portrait.ts";

/** Everybody, with portrait and privacy, in the organization chart and following each other. */
export function plantPeople(context: PlatformContext): void {
  const { store, options } = context;
  const arrange = createArrange(context);
  Object.entries(seedPeople).forEach(([username, seed], index) => {
    const creation = personCreationSchema.parse(creationOf(username, seed));
    const { id } = addPerson(
      before(context, seed.joinedDaysAgo * dayMs),
      creation,
    );
    if (seed.hides) arrange.hides(id, seed.hides);
    if (options.profileImages && !seed.hasNoPortrait) {
      const bytes = drawPortrait(index);
      store.images.add(id, {
        id: store.nextID(),
        bytes,
        contentType: "image/png",
      });
    }
  });
  for (const [username, { manager }] of Object.entries(seedPeople)) {
    if (manager === undefined) continue;
    const [person, above] = [find(context, username), find(context, manager)];
    arrange.reportsTo(person.id, above.id);
    arrange.follows(person.id, above.id);
  }
  for (const [follower, followed] of seedFollows) {
    arrange.follows(find(context, follower).id, find(context, followed).id);
  }
}

function creationOf(username: string, seed: SeedPerson): unknown {
  const { given, family, title, department, location, phone } = seed;
  return {
    name: { givenName: given, familyName: family },
    emails: [
      {
        value: `${username}@halden.example`,
        type: "work",
        svc_label: "Email",
        primary: true,
      },
    ],
    phoneNumbers:
      phone === undefined
        ? undefined
        : [
            {
              value: phone,
              type: "work",
              svc_label: "Phone Number",
              primary: true,
            },
          ],
    addresses: [
      {
        value: { locality: location },
        type: "work",
        svc_label: "Address",
        primary: true,
      },
    ],
    location,
    tags: seed.tags,
    svc: {
      username,
      password: `${username}-password`,
      profile: [
        ["Title", title],
        ["Department", department],
        ["Company", "Halden Instruments"],
        ["Biography", seed.biography],
        ["Expertise", seed.expertise],
      ].flatMap(([svc_label, value]) =>
        value === undefined ? [] : [{ svc_label, value }],
      ),
    },
  };
}
