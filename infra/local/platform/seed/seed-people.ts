import { createAdmin } from "../api/admin.ts";
import type { PlatformContext } from "../http/context.ts";
import { addPerson } from "../api/people/people.ts";
import { personCreationSchema } from "../state/person.ts";
import { seedFollows } from "./contents.ts";
import { atEarlierTime, dayMs } from "./at-earlier-time.ts";
import { seededPeople } from "./people.ts";
import { requirePerson } from "./require-person.ts";
import { portraitOf } from "../../portrait.ts";
import type { SeedPerson } from "./seed-person.ts";

/** Creates the people with portraits and privacy settings, the organization chart and the followers. */
export function seedPeople(context: PlatformContext): void {
  const { state, options } = context;
  const admin = createAdmin(context);
  Object.entries(seededPeople).forEach(([username, seed], index) => {
    const creation = personCreationSchema.parse(creationOf(username, seed));
    const { id } = addPerson(
      atEarlierTime(context, seed.joinedDaysAgo * dayMs),
      creation,
    );
    if (seed.hides) admin.hideFields(id, seed.hides);
    if (options.profileImages && !seed.hasNoPortrait) {
      const bytes = portraitOf(index);
      state.images.add(id, {
        id: state.nextID(),
        bytes,
        contentType: "image/png",
      });
    }
  });
  for (const [username, { manager }] of Object.entries(seededPeople)) {
    if (manager === undefined) continue;
    const person = requirePerson(context, username);
    const above = requirePerson(context, manager);
    admin.setManager(person.id, above.id);
    admin.follow(person.id, above.id);
  }
  for (const [follower, followed] of seedFollows) {
    admin.follow(
      requirePerson(context, follower).id,
      requirePerson(context, followed).id,
    );
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
