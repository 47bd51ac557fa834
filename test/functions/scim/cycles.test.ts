import { expect, test } from "vitest";
import { inTurns } from "../../../shared/in-turns.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import {
  enterpriseUrn as enterprise,
  patchOp,
  type ScimBody,
  scimClient,
} from "./scim-client.ts";

// The local DynamoDB would take most of the time of a thousand users.
const environment = useInProcess({ tables: "in-memory" });
const sendOnce = scimClient(() => environment().apps.scim);

const people = effort(9, 1_000);
const furtherCycles = effort(2, 40);
/** Entra sends up to 25 requests a second, each of which waits for its work. */
const requestsAtOnce = 8;

/** The default mapping of Entra and more of it: each target with the value of a user. We do not keep all of them. */
const mappingOf = (at: number): [path: string, value: unknown][] => [
  ["userName", userNameOf(at)],
  ["active", true],
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
  ['roles[type eq "first"].value', "Admin"],
  [managerPath, "2c2f5b1e"],
];
const managerPath = `${enterprise}:manager`;
const userNameOf = (at: number) => `Person.${at}@Example.com`;

/** Reads a target of the mapping, and writes it if a value is given. */
function at(user: ScimBody, path: string, value?: unknown): unknown {
  const isOfEnterprise = path.startsWith(enterprise);
  const [, name = "", type, part] =
    /^(\w+)(?:\[type eq "(\w+)"\])?(?:\.(\w+))?$/.exec(
      isOfEnterprise ? path.slice(enterprise.length + 1) : path,
    ) ?? [];
  const parent = isOfEnterprise ? objectAt(user, enterprise) : user;
  if (part === undefined) {
    if (value !== undefined) parent[name] = value;
    return parent[name];
  }
  const target = type ? entryOf(parent, name, type) : objectAt(parent, name);
  if (value !== undefined) target[part] = value;
  return target[part];
}

type Json = Record<string, unknown>;

function objectAt(parent: Json, name: string): Json {
  return (parent[name] ??= {}) as Json;
}

function entryOf(parent: Json, name: string, type: string): Json {
  const list = (parent[name] ??= []) as Json[];
  const found = list.find((entry) => entry["type"] === type);
  return found ?? (list[list.push({ type }) - 1] as Json);
}

/** Each status that was answered. */
const statuses = new Set<number>();

/** Sends a request again after a 429, as late as the answer says. */
async function send(...request: Parameters<typeof sendOnce>) {
  for (;;) {
    const answer = await sendOnce(...request);
    statuses.add(answer.status);
    if (answer.status !== 429) return answer;
    const seconds = Number(answer.headers.get("retry-after"));
    environment().advanceTime(seconds * 1_000);
    await environment().idle();
  }
}

/** A user as Entra creates it: empty values are left out, and references to other users come later. */
function newUser(number: number): ScimBody {
  const user = {} as ScimBody;
  for (const [path, value] of mappingOf(number))
    if (value !== "" && path !== managerPath) at(user, path, value);
  return user;
}

async function synchronize(number: number): Promise<void> {
  const filter = encodeURIComponent(`userName eq "${userNameOf(number)}"`);
  const found = await send("GET", `/Users?filter=${filter}`);
  const [known] = found.body.Resources;
  const user = known ?? (await send("POST", "/Users", newUser(number))).body;
  const differing = mappingOf(number).filter(
    ([path, value]) => (at(user, path) ?? "") !== value,
  );
  await send(
    "PATCH",
    `/Users/${user.id}`,
    patchOp(...differing.map(([path, value]) => ({ op: "Add", path, value }))),
  );
}

/** A cycle for everybody, as the first one is and those after a restart. Others are shorter. */
async function cycle(): Promise<void> {
  const numbers = Array.from({ length: people }, (_, index) => index + 1);
  await inTurns(numbers, requestsAtOnce, synchronize);
  await environment().idle();
}

const countEvents = async () =>
  (await environment().storedItems()).filter(({ id }) =>
    String(id).startsWith("operation#"),
  ).length;

test(`${furtherCycles} more cycles of Entra make no event for ${people} users, and none is refused`, async () => {
  await cycle();
  expect(await countEvents()).toBe(people);
  for (let round = 1; round <= furtherCycles; round++) await cycle();
  expect(await countEvents()).toBe(people);
  statuses.delete(429);
  expect(statuses).toEqual(new Set([200, 201]));
  const person = environment()
    .platform.people()
    .find(({ svc }) => svc.username === userNameOf(1));
  expect(person).toMatchObject({
    name: { formatted: "Person 1 (Engines)" },
    location: "Building 7",
    phoneNumbers: [{ value: "+41 1 1" }],
  });
});
