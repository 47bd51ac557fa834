import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { effort } from "../../resilience/effort.ts";
import { newcomer, type Pulls, usePulls } from "./pulls-for-test.ts";

const size = effort(60, 20_000);
const changes = effort(6, 20);
const pageRows = effort(20, 100);
const pulls = usePulls({
  pageRows,
  platform: { crowd: size },
  // The people of the crowd have names only.
  part: {
    lookup: { map: { fields: { "/startDate": "/none", "/title": "/none" } } },
  },
});

test(
  `of ${size} records of which ${changes} changed, a pull makes exactly ${changes} events`,
  async () => {
    const { sources, begin, pull, rowsOf, platform } = pulls();
    const { personio } = sources;
    const model = personio.hire(newcomer());
    await begin("personio");
    const ids = await employCrowd(pulls(), model.id);
    expect((await pull("personio")).counts).toEqual({ same: size + 1 });

    for (let nth = 0; nth < changes; nth++)
      personio.change(ids[nth * Math.floor(size / changes)]!, {
        location: "Bern",
      });
    const pages = personio.requests.length;
    const calls = platform.journal.length;
    const startMs = performance.now();
    const done = await pull("personio");
    const seconds = (performance.now() - startMs) / 1_000;
    expect(done).toMatchObject({
      status: "applied",
      counts: { same: size + 1 - changes, change: changes },
      accepted: changes,
      skipped: 0,
    });
    const led = (await rowsOf(done)).flatMap(({ ledTo = [] }) => ledTo);
    expect(new Set(led).size).toBe(changes);
    expect(personio.requests.length - pages).toBe(
      Math.ceil((size + 1) / pageRows),
    );
    // One read to plan a row, one to apply it, and what the changes themselves need.
    expect(platform.journal.length - calls).toBeLessThan(changes * 6);
    expect(seconds).toBeLessThan(120);
  },
  effort(60_000, 600_000),
);

/** Hires the crowd in the source, and employs it as a pull would have done it, without the time of so many hires. */
async function employCrowd(
  { sources, platform, platformAuth, documents, storedItems }: Pulls,
  modelId: string,
): Promise<string[]> {
  const key = `employee#${modelId}`;
  const model = (await storedItems()).find(({ id }) => id === key);
  const keyring = await platformAuth.keyring();
  const byName = new Map(
    platform.people().map((one) => [one.svc.username, one]),
  );
  const items = Array.from({ length: size }, (_, nth) => {
    const username = `crowd.${nth + 1}`;
    const person = byName.get(username);
    const email = person?.emails?.[0]?.value ?? "";
    const { givenName = "", familyName = "" } = person?.name ?? {};
    const { id } = sources.personio.hire({ givenName, familyName, email });
    const personID = person?.id;
    const emailHash = hashEmail(keyring, email);
    return { ...model, id: `employee#${id}`, username, personID, emailHash };
  });
  const TableName = tables.store.name;
  for (const Item of items)
    await documents.send(new PutCommand({ TableName, Item }));
  return items.map(({ id }) => id.slice("employee#".length));
}
