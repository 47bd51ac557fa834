import { describe, expect, test } from "vitest";
import { scimEvents } from "../../../functions/scim/event.ts";
import { createServiceProvider } from "../../../functions/scim/service-provider.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { createLocalCallers } from "../../environments/parts/receivers.ts";
import { effort } from "../../resilience/effort.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";
import { entraUser, patchOp, scimClient } from "./scim-client.ts";

const environment = useInProcess({ graceDays: 5 });
const { pass } = passingTime(environment);

type Started = Pick<Operation, "id" | "run" | "type">;

/** A service provider whose workflows begin when the test says so, and in the order that it says. */
function provider() {
  const { store, documents, nowMs, logOf } = environment();
  const started = new Map<string, Started>();
  const app = createServiceProvider(scimEvents, {
    callers: createLocalCallers(nowMs, { [ending.caller]: ending.entry }),
    store: {
      ...store,
      scimUsers: createScimUsers(
        createTable(documents, tables.store.name),
        nowMs,
      ),
    },
    startWorkflow: async ({ id, run, type }) => {
      started.set(id, { id, run, type });
    },
    zone: "UTC",
    nowMs,
    sleepMs: async () => {},
    log: logOf("scim-receiver"),
  });
  return {
    send: scimClient(() => app),
    sendEnding: scimClient(() => app, ending),
    started,
  };
}

const token = "local-ending-token-of-32-characters";
const ending = {
  caller: "ending",
  token,
  entry: {
    scheme: "bearer",
    keys: [token],
    scopes: ["onboard", "offboard", "update"],
    scim: { disable: "terminate" },
  },
};

let names = 0;

/** What the provider says of a user, one request after the other within a moment. */
type Story = {
  /** The provider's users are terminated when they are off. */
  ends?: true;
  says: ("create" | "change" | "off" | "on" | "delete" | "a day later")[];
  /** What the person is in the end. */
  title: string;
  enabled: boolean;
};

const stories: Story[] = [
  { says: ["create", "change", "off"], title: "Title 1", enabled: false },
  { says: ["create", "change", "off", "on"], title: "Title 1", enabled: true },
  {
    says: ["create", "off", "change", "delete"],
    title: "Title 2",
    enabled: false,
  },
  {
    says: ["create", "change", "off", "delete", "create"],
    title: "Title 4",
    enabled: true,
  },
  {
    says: ["create", "delete", "a day later", "create"],
    title: "Title 3",
    enabled: true,
  },
  {
    ends: true,
    says: ["create", "off", "a day later", "change", "on"],
    title: "Title 3",
    enabled: true,
  },
];

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, index) =>
    ordersOf(all.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  );
}

/** The orders in which one workflow overtakes the one before it. */
function neighboursSwapped(length: number): number[][] {
  const order = Array.from({ length }, (_, index) => index);
  return order
    .slice(1)
    .map((later) => order.with(later - 1, later).with(later, later - 1));
}

describe("what a provider says within a moment", () => {
  test.each(stories)(
    "$says ends right in every order in which the workflows begin",
    async ({ title, enabled, ...story }) => {
      const first = await tell(story);
      const all = ordersOf([...first.keys()]);
      const step = Math.max(1, Math.floor(all.length / effort(1, 720)));
      const orders = [
        ...neighboursSwapped(first.length),
        ...all.filter((_, index) => index % step === 0),
      ];
      expect(orders.length).toBeGreaterThan(1);
      for (const order of orders) {
        const name = `order${++names}`;
        // The scheduler ends what was begun too early, before the provider is told that too much is at work.
        if (names % 20 === 0) await pass(20 * minuteMs);
        const started = await tell(story, name);
        for (const index of order) {
          const one = started[index];
          if (one) await begin(one);
        }
        const person = environment()
          .platform.people()
          .find(({ svc }) => svc.username === `${name}@example.com`);
        const titleNow = person?.svc.profile?.find(
          ({ svc_label }) => svc_label === "Title",
        )?.value;
        // Nobody is created who is to have no access.
        if (!enabled && !person) continue;
        expect([order, person?.svc.enabled, titleNow]).toEqual([
          order,
          enabled,
          title,
        ]);
      }
    },
  );
});

/** Says it, and resolves to the operations in the order of their events. */
async function tell(
  { says, ends }: Pick<Story, "says" | "ends">,
  name = `order${++names}`,
): Promise<Started[]> {
  const { started, ...providers } = provider();
  const send = ends ? providers.sendEnding : providers.send;
  const prefer = { prefer: "respond-async" };
  let id = "";
  for (const [index, word] of says.entries()) {
    const title = `Title ${index}`;
    const change = (...operations: unknown[]) =>
      send("PATCH", `/Users/${id}`, patchOp(...operations), prefer);
    switch (word) {
      case "create": {
        const user = entraUser(name, { title });
        const made = await send("POST", "/Users", user, prefer);
        expect(made).toMatchObject({ status: 202 });
        const { headers } = made;
        id = headers.get("location")?.split("/").at(-1) ?? "";
        break;
      }
      case "change":
        await change({ op: "Replace", path: "title", value: title });
        break;
      case "off":
      case "on":
        await change({ op: "replace", value: { active: word === "on" } });
        break;
      case "a day later":
        environment().advanceTime(dayMs);
        break;
      case "delete":
        await send("DELETE", `/Users/${id}`, undefined, prefer);
    }
  }
  return [...started.values()];
}

async function begin({ id, run }: Started): Promise<void> {
  const { engine } = environment();
  engine.start({
    functionName: "employment",
    name: executionNameOf({ id, run }),
    payload: JSON.stringify({ operationId: id }),
  });
  await engine.idle();
}

test("a creation that has claimed a part of its names keeps its repetitions out for a minute only", async () => {
  const { documents, nowMs, advanceTime } = environment();
  const table = createTable(documents, tables.store.name);
  const scimUsers = createScimUsers(table, nowMs);
  const { send } = provider();
  const name = "half@example.com";
  const key = await scimUsers.aliasKeyOf("entra", "userName", name);
  await scimUsers.claim("entra", key, "never-written");
  const statuses: number[] = [];
  for (let repetition = 1; repetition <= 2; repetition++) {
    advanceTime(30_000);
    const answer = await send("POST", "/Users", entraUser("half"), {
      prefer: "respond-async",
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([429, 202]);
});

test("requests that are repeated after lost answers come to one person who is right", async () => {
  const { platform, partFailures, idle } = environment();
  const send = scimClient(() => environment().apps.scim);
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const isFailing = () => chance() < 0.05;
  const insist = async (...request: Parameters<typeof send>) => {
    for (let attempt = 1; attempt <= 60; attempt++) {
      partFailures.receiverTable = isFailing;
      partFailures.workflowStart = isFailing;
      const answer = await send(...request);
      partFailures.receiverTable = undefined;
      partFailures.workflowStart = undefined;
      const isAnswered = answer.status < 500 && answer.status !== 429;
      // Every third success is lost on its way, and the provider repeats the request.
      if (isAnswered && chance() > 0.33) return answer;
      environment().advanceTime(30_000);
    }
    throw new Error("never answered");
  };
  for (let round = 1; round <= effort(5, 60); round++) {
    const name = `lost${round}`;
    await insist("POST", "/Users", entraUser(name));
    const filter = encodeURIComponent(`userName eq "${name}@example.com"`);
    const { body } = await insist("GET", `/Users?filter=${filter}`);
    expect(body.totalResults).toBe(1);
    const id = body.Resources[0]?.id;
    const change = (value: object) =>
      insist("PATCH", `/Users/${id}`, patchOp({ op: "replace", value }));
    await change({ title: "Lead" });
    await change({ active: false });
    await idle();
    const people = () =>
      platform
        .people()
        .filter(({ svc }) => svc.username === `${name}@example.com`);
    expect(people().map(({ svc }) => svc.enabled)).toEqual([false]);
    await change({ active: true });
    const deleted = await insist("DELETE", `/Users/${id}`);
    expect([204, 404]).toContain(deleted.status);
    await insist("POST", "/Users", entraUser(name, { title: "Countess" }));
    await idle();
    expect(people().map(({ svc }) => svc.enabled)).toEqual([true]);
    expect(JSON.stringify(people())).toContain("Countess");
  }
});
