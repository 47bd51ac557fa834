import type { PlatformContext } from "../http/context.ts";
import { addPerson } from "../api/people/people.ts";
import { personCreationSchema } from "../state/person.ts";

/** Creates people with nothing but a name and an e-mail address, to try the platform with large numbers. */
export function seedCrowd(context: PlatformContext): void {
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
