import type { PlatformContext } from "../context.ts";
import { addPerson } from "../people.ts";
import { personCreationSchema } from "../person.ts";

/** People of whom nothing is known but a name: for those who want to see what numbers do. */
export function plantCrowd(context: PlatformContext): void {
  for (let number = 1; number <= context.options.crowd; number++) {
    const username = `crowd.${number}`;
    const creation = personCreationSchema.parse({
      name: { givenName: "Crowd", familyName: String(number) },
      emails: [
        {
          value: `${username}@halden.example`,
          type: "work",
          svc_label: "Email",
          primary: true,
        },
      ],
      svc: { username, password: `${username}-password` },
    });
    addPerson(context, creation);
  }
}
