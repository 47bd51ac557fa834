import { beforeAll, expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { ShownPlan } from "../../../functions/lists/contract.ts";
import { ApiError } from "../../../shared/community/errors.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { dayMs } from "../../../shared/durations.ts";
import { effort } from "../../resilience/effort.ts";
import { rowOf, useLists } from "./lists-for-test.ts";

const size = effort(115, 10_000);
const lists = useLists({ platform: { crowd: size }, sendsNotices: true });

/** The employees of the crowd are cloned from these three. */
const models = ["D-1", "D-2", "D-3"];

beforeAll(
  async () => {
    const { plan, apply, runUntilIdle } = lists();
    await apply(await plan([rowOf({ id: "D-0", status: "other" })]));
    await apply(await plan(models.map((id) => rowOf({ id }))));
    await runUntilIdle();
    await apply(await plan([rowOf({ id: "D-3", status: "away" })]));
    await runUntilIdle();
    await employCrowd();
  },
  effort(60_000, 600_000),
);

/** Employs the crowd, as hires would have done it. */
async function employCrowd(): Promise<void> {
  const { storedEmployee, platform, platformAuth, documents } = lists();
  const model = await storedEmployee("D-1");
  const keyring = await platformAuth.keyring();
  const TableName = tables.store.name;
  const crowd = platform
    .people()
    .filter(({ svc }) => svc.username.startsWith("crowd."));
  for (const [nth, { id: personID, svc, emails }] of crowd.entries()) {
    const { username } = svc;
    const emailHash = hashEmail(keyring, emails?.[0]?.value ?? "");
    const id = `employee#${username}`;
    // In an index of the local DynamoDB, items of one time whose ids have the same short hash are one.
    const hiredAtMs = Number(model?.["hiredAtMs"]) + nth;
    const Item = { ...model, id, username, personID, emailHash, hiredAtMs };
    await documents.send(new PutCommand({ TableName, Item }));
  }
}

/** Plans the repair of what was changed by hand. */
const compare = () => lists().planByRead({ origin: "drift" });

/** Changes a person as an administrator of the platform would do it. */
async function byHand(
  username: string,
  change: { enabled?: boolean; username?: string; email?: string },
): Promise<void> {
  const { platform, platformAuth } = lists();
  const found = platform.findPerson(username);
  const { email, ...svc } = change;
  await platformAuth.service.people.update(found!.id, (person) => ({
    ...person,
    svc: { ...person.svc, ...svc },
    ...(email !== undefined && {
      emails: [{ value: email, svc_label: "Email", primary: true }],
    }),
  }));
}

/** The pages of people that are stored. */
const copies = async () =>
  (await lists().storedItems()).filter(({ id }) =>
    String(id).includes("#people#"),
  );

/** Compares with a platform that returns pages of `count` people, whatever is asked for. Hooks run before its reads. */
async function compareByPages(
  count: number,
  beforePage: () => Promise<void>,
  beforeList?: (startIndex?: number) => void,
): Promise<ShownPlan> {
  const { people } = lists().platformAuth.service;
  const list = people.list.bind(people);
  people.list = (query) => {
    beforeList?.(query?.startIndex);
    const read = list({ ...query, count });
    const page = read.page.bind(read);
    return Object.assign(read, { page: () => beforePage().then(page) });
  };
  return compare().finally(() => {
    people.list = list;
  });
}

test("all people are read in steps, each page once, although a call fails, and no copy is left", async () => {
  const offsets: unknown[] = [];
  /** How many pages are stored as each of the first steps begins. */
  const stored: number[] = [];
  const noteStored = async () => {
    if (stored.length < 7) stored.push((await copies()).length);
  };
  const made = await compareByPages(3, noteStored, (startIndex) => {
    offsets.push(startIndex);
    // The call for the second page fails once.
    if (offsets.length === 2)
      throw new ApiError({ method: "GET", path: "/people" }, 503);
  });
  expect(made).toMatchObject({
    status: "applied",
    origin: "drift",
    rows: size + models.length,
  });
  // Nothing was changed by hand.
  expect(made.counts).toEqual({});
  // Each step reads as many pages as were read before it, and at most 32.
  const [first, later] = [offsets.slice(0, 7), offsets.slice(7)];
  expect(first).toEqual([0, 3, 3, 6, 12, 24, 48]);
  expect(later).toEqual(later.map((_, step) => 96 * (step + 1)));
  expect(stored).toEqual([0, 1, 2, 4, 8, 16, 32]);
  expect(await copies()).toEqual([]);
});

test("a plan that an operator stops while people are read leaves no copy", async () => {
  const { request, engine } = lists();
  let read = 0;
  const made = await compareByPages(30, async () => {
    if (++read > 1) return;
    const answer = await request("GET", "");
    const { plans } = (await answer.json()) as { plans: ShownPlan[] };
    await request("POST", `/${plans[0]!.id}/stop`);
  });
  await engine.idle();
  expect(read).toBe(1);
  expect(made.status).toBe("stopped");
  expect(await copies()).toEqual([]);
});

test(
  `exactly the 12 people changed by hand are found among ${size}, and the approved plan repairs all but two conflicts`,
  async () => {
    const { kindsOf, rowsOf, apply, personOf, runUntilIdle, platform } =
      lists();
    const { platformAuth, store, notices, engine, runScheduler } = lists();
    const { advanceTime } = lists();
    for (const nth of [10, 20, 30])
      await byHand(`crowd.${nth}`, { enabled: false });
    for (const nth of [40, 50, 60])
      await byHand(`crowd.${nth}`, { username: `renamed.${nth}` });
    for (const nth of [70, 80, 90])
      await byHand(`crowd.${nth}`, { email: `moved.${nth}@example.com` });
    // A person who is suspended got access.
    await byHand("d-3", { enabled: true });
    const other = { username: "somebody", email: "some.body@example.com" };
    await byHand("crowd.100", other);
    const gone = platform.findPerson("crowd.110");
    await platformAuth.service.people.remove(gone!.id);

    const fire = async (scheduledTime: string) => {
      engine.start({
        functionName: "lists",
        name: `delivery-${scheduledTime}`,
        payload: JSON.stringify({ schedule: "arn", scheduledTime }),
      });
      await engine.idle();
    };
    const told = async () => {
      await runScheduler();
      return notices.published.filter(({ type }) => type.startsWith("plan."));
    };
    await fire("2026-11-26");
    expect(await told()).toMatchObject([
      {
        type: "plan.needs_attention",
        data: {
          reason: "drift-found",
          counts: {
            "/enabled": 4,
            "/username": 3,
            "/email": 3,
            "person-differs": 1,
            "person-missing": 1,
          },
        },
      },
    ]);

    const made = await compare();
    expect(made).toMatchObject({
      status: "planned",
      counts: { adopt: 10, conflict: 2 },
      applies: { adopt: 10 },
    });
    expect(await kindsOf(made)).toMatchObject({
      "crowd.100": "conflict: person-differs",
      "crowd.110": "conflict: person-missing",
    });
    const fields = (await rowsOf(made)).map((row) => [
      row.employeeId,
      row.fields?.join(),
    ]);
    expect(Object.fromEntries(fields)).toMatchObject({
      "crowd.10": "/enabled",
      "crowd.40": "/username",
      "crowd.70": "/email",
      "D-3": "/enabled",
    });

    const done = await apply(made);
    await runUntilIdle();
    expect(done).toMatchObject({ status: "applied", accepted: 10, skipped: 0 });
    const accessOf = async (id: string) => (await personOf(id))?.svc.enabled;
    expect(await accessOf("crowd.10")).not.toBe(false);
    expect(await accessOf("D-3")).toBe(false);
    expect((await store.employees.get("D-3"))?.state).toBe("suspended");
    expect((await store.employees.get("crowd.40"))?.username).toBe(
      "renamed.40",
    );
    expect((await compare()).counts).toEqual({ conflict: 2 });

    // A notice names the differences, although nothing can be repaired.
    advanceTime(dayMs + 1);
    await fire("2026-11-27");
    expect((await told()).at(-1)).toMatchObject({
      data: { counts: { "person-differs": 1, "person-missing": 1 } },
    });
    // The next plan has replaced the one without an approval.
    const reasons = (await told()).map(({ data }) => data.reason);
    expect(reasons).toEqual(["drift-found", "expired", "drift-found"]);
  },
  effort(60_000, 600_000),
);
