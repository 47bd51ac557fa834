import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import { patchOp, type ScimBody, scimClient } from "./scim-client.ts";

const environment = useInProcess();
const send = scimClient(() => environment().apps.scim);

const people = effort(20, 1_000);
const cycles = effort(4, 40);

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** The default mapping of Entra: each target with the value of a user. It never sees some of them again. */
const mappingOf = (at: number): [path: string, value: unknown][] => [
  ["userName", `Person.${at}@Example.com`],
  ["active", "True"],
  ["displayName", `Person ${at} (Engines)`],
  ["title", at % 3 === 0 ? "" : "Engineer"],
  ['emails[type eq "work"].value', `person.${at}@example.com`],
  ['emails[type eq "other"].value', `p${at}@other.example.com`],
  ["preferredLanguage", "de-CH"],
  ["name.givenName", "Person"],
  ["name.familyName", `${at}`],
  ['addresses[type eq "work"].streetAddress', "Main Street 1"],
  ['addresses[type eq "work"].postalCode', "8000"],
  ['addresses[type eq "other"].formatted', "Building 7"],
  ['phoneNumbers[type eq "work"].value', `+41 1 ${at}`],
  ['phoneNumbers[type eq "fax"].value', `+41 2 ${at}`],
  ["externalId", `nick${at}`],
  [`${enterprise}:employeeNumber`, `E-${at}`],
  [`${enterprise}:department`, "Engines"],
  [`${enterprise}:manager`, "2c2f5b1e"],
  ['roles[primary eq "True"].value', "Admin"],
];

/** What Entra reads at a target of its mapping. */
function valueAt(user: ScimBody, path: string): unknown {
  const ofEnterprise = path.startsWith(enterprise);
  const [, name = "", type, part] =
    /^(\w+)(?:\[type eq "(\w+)"\])?(?:\.(\w+))?/.exec(
      ofEnterprise ? path.slice(enterprise.length + 1) : path,
    ) ?? [];
  const holder = (ofEnterprise ? user[enterprise] : user) as ScimBody;
  const value = holder?.[name];
  const one = type
    ? (value as Record<string, unknown>[] | undefined)?.find(
        (entry) => entry["type"] === type,
      )
    : value;
  return part ? (one as Record<string, unknown> | undefined)?.[part] : one;
}

/** One cycle for everybody, as after a restart: each user is searched, and created or changed where it differs. */
async function cycle(): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 1; at <= people; at++) {
    const mapping = mappingOf(at);
    const filter = encodeURIComponent(`userName eq "Person.${at}@Example.com"`);
    const found = await send("GET", `/Users?filter=${filter}`);
    const [user] = found.body.Resources;
    if (!user) {
      const given = Object.fromEntries(
        mapping.filter(([path]) => /^\w+$/.test(path)),
      );
      const { status } = await send("POST", "/Users", {
        ...given,
        name: { givenName: "Person", familyName: `${at}` },
        emails: [
          { type: "work", primary: true, value: `person.${at}@example.com` },
        ],
        [enterprise]: { employeeNumber: `E-${at}` },
      });
      statuses.push(found.status, status);
      continue;
    }
    const differing = mapping.filter(
      ([path, value]) =>
        JSON.stringify(valueAt(user, path) ?? "").toLowerCase() !==
        JSON.stringify(value === "True" ? true : value).toLowerCase(),
    );
    const { status } = await send(
      "PATCH",
      `/Users/${user.id}`,
      patchOp(
        ...differing.map(([path, value]) => ({ op: "Add", path, value })),
      ),
    );
    statuses.push(found.status, status);
  }
  await environment().idle();
  return statuses;
}

const countEvents = async () =>
  (await environment().storedItems()).filter(({ id }) =>
    String(id).startsWith("operation#"),
  ).length;

test("cycles of Entra make no event as soon as the platform has everything, and are never refused", async () => {
  const statuses = await cycle();
  expect(await countEvents()).toBe(people);
  // The second one brings what a POST of Entra leaves out.
  statuses.push(...(await cycle()));
  const events = await countEvents();
  expect(events).toBe(2 * people);
  for (let round = 1; round <= cycles; round++)
    statuses.push(...(await cycle()));
  expect(await countEvents()).toBe(events);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  const person = environment()
    .platform.people()
    .find(({ svc }) => svc.username === "Person.1@Example.com");
  expect(person).toMatchObject({
    name: { formatted: "Person 1 (Engines)" },
    location: "Building 7",
    phoneNumbers: [{ value: "+41 1 1" }],
  });
});
