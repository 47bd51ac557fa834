import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { leadToken } from "../../../infra/local/credentials.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  acceptWith,
  newOperation,
  outcomeOf,
  pause,
  runTo,
} from "../../shared/store/operation-for-test.ts";

const tokens = {
  owner: "the-token-of-owner",
  other: "the-token-of-other",
  lead: leadToken,
};
type Name = keyof typeof tokens;
const sender = (name: "owner" | "other", ...scopes: string[]) => ({
  scheme: "bearer",
  keys: [tokens[name]],
  scopes,
});
const environment = useInProcess({
  disableLimit: { percent: 0, min: 0, max: 0 },
  graceDays: 7,
  callers: {
    owner: sender("owner", "onboard", "offboard"),
    other: sender("other", "onboard", "adopt", "offboard", "status:any"),
  },
});

let count = 0;
/** A failed operation that the caller `owner` has sent, another one for each test. */
let id: string;
beforeEach(async () => {
  id = `op_${++count}`;
  await runTo(
    environment().store.operations,
    id,
    outcomeOf("failed", "unexpected"),
    { caller: "owner", employeeId: `E-${count}` },
  );
});

const askAs = (name: Name, path: string, method = "GET", body?: unknown) =>
  environment().ask(method, path, body, tokens[name]);
const typeOf = async (response: Response) =>
  ((await response.json()) as { type: string }).type.split("#").at(-1);
/** All that a caller sees of an answer. */
const seen = async (answer: Response) => [
  answer.status,
  [...answer.headers],
  await answer.text(),
];

describe("an operation", () => {
  test("is shown to its sender", async () => {
    const response = await askAs("owner", `/operations/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(shownOperationSchema.parse(await response.json())).toMatchObject({
      id,
      status: "failed",
      history: [{ by: "caller:owner" }, {}, {}],
    });
  });

  test.each([
    ["its sender", "owner", 0],
    ["an operator", "lead", 1],
  ] as const)(
    "is shown to %s even if the employee cannot be read",
    async (_, name, reads) => {
      const { partFailures } = environment();
      let tries = 0;
      // Each read of an employee is counted, and fails.
      partFailures.receiverTable = (_command, item) =>
        item.startsWith("employee#") && ++tries > 0;
      const response = await askAs(name, `/operations/${id}`);
      expect(await response.json()).toMatchObject({ id, reason: "unexpected" });
      expect(tries).toBe(reads);
    },
  );

  test("is answered to another caller like an operation that does not exist", async () => {
    for (const [suffix, method] of [
      ["", "GET"],
      ["/cancel", "POST"],
      ["/retry", "POST"],
    ] as const) {
      const askFor = (name: Name, one: string) =>
        askAs(name, `/operations/${one}${suffix}`, method);
      const none = await askFor("other", "op_x");
      expect(none.status).toBe(404);
      expect(await seen(await askFor("other", id))).toEqual(await seen(none));
      expect((await askFor("lead", "op_x")).status).toBe(404);
    }
  });

  test.each(["cancel", "retry", "release"])(
    "is not changed without the scope operate: %s",
    async (verb) => {
      const path = `/operations/${id}/${verb}`;
      expect((await askAs("owner", path, "POST")).status).toBe(403);
      const body = { operations: [id] };
      for (const name of ["owner", "other"] as const) {
        const many = await askAs(name, `/operations/${verb}`, "POST", body);
        expect(many.status).toBe(403);
      }
      expect((await environment().find(id)).history).toHaveLength(3);
    },
  );
});

test("a list without own operations costs one query and no item, however many the employee has", async () => {
  const { store, partFailures } = environment();
  for (let n = 0; n < 5; n++)
    await store.operations.accept(
      newOperation(`${id}_${n}`, { caller: "owner", employeeId: "E-many" }),
    );
  const requests: string[] = [];
  // It is called for each request to the table, and true makes the request fail.
  partFailures.receiverTable = (command) => {
    requests.push(command);
    return false;
  };
  for (const employeeId of ["E-many", "E-none"]) {
    const path = `/operations?employeeId=${employeeId}`;
    const answer = await askAs("other", path);
    expect(await answer.json()).toMatchObject({ operations: [] });
    expect(requests.splice(0)).toEqual(["QueryCommand"]);
  }
});

test.each([
  [undefined, "no-token"],
  ["Bearer", "no-token"],
  ["Bearer the-token-of-nobody", "bad-token"],
  [`Basic ${tokens.owner}`, "no-token"],
  [tokens.owner, "no-token"],
])(
  "the authorization %j is answered 401, the log has the reason %s, and nothing is read",
  async (authorization, reason) => {
    const { apps, lines, partFailures } = environment();
    // A request to the table would fail.
    partFailures.receiverTable = () => true;
    for (const [path = "", method = ""] of rows`
      /operations | GET
      /operations/op_1 | GET
      /operations/op_1 | DELETE
      /operations/release | POST
      /operations/op_1/retry | POST
      /overview | GET
      /employees | GET
      /employees/E-1 | GET
    `) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await apps.operations.request(path, { method, headers });
      expect(lines.at(-1)).toMatchObject({
        level: "warn",
        message: "rejected",
        fields: { reason },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await typeOf(response)).toBe("unauthorized");
    }
  },
);

test.each(rows`
  /operations/op_1 | DELETE | GET, HEAD
  /operations | POST | GET, HEAD
  /operations/op_1/retry | GET | POST
  /operations/op_1/cancel | GET | POST
  /overview | POST | GET, HEAD
  /employees | POST | GET, HEAD
  /employees/E-1 | DELETE | GET, HEAD
`)("%s is answered 405 to %s, and allows %s", async (path, method, allow) => {
  const response = await askAs("lead", path, method);
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe(allow);
});

const cancel = (operationId: string) =>
  askAs("lead", `/operations/${operationId}/cancel`, "POST");

test("a cancellation ends a waiting operation once, erases its data and starts nothing", async () => {
  const { store, nowMs, engine } = environment();
  const waiting = newOperation(`${id}_waits`);
  const content = { data: { name: "Zoë" } };
  await acceptWith(store, waiting, content);
  await store.operations.start(waiting.id, "run");
  const started = { id: waiting.id, execution: "run" };
  await store.operations.finish(started, pause(nowMs() + dayMs));
  const executions = engine.list().length;
  const both = await Promise.all([cancel(waiting.id), cancel(waiting.id)]);
  const [done, refused] = both.toSorted((a, b) => a.status - b.status);
  expect(refused?.status).toBe(409);
  expect(done?.headers.get("location")).toBe(`/operations/${waiting.id}`);
  const shown: unknown = await done?.json();
  expect(shown).toMatchObject({
    status: "cancelled",
    reason: "cancelled-by-caller",
    history: [{}, {}, {}, { by: "caller:lead", status: "cancelled" }],
  });
  expect(shown).not.toHaveProperty("dueAt");
  expect(await store.payloads.readData(waiting, z.unknown())).toBeUndefined();
  expect(engine.list()).toHaveLength(executions);
  expect((await cancel(waiting.id)).status).toBe(409);
});

describe("a release from a limit", () => {
  const release = (name: Name, body: unknown) =>
    askAs(name, "/operations/release", "POST", body);
  /** A termination that the disable limit holds. */
  const held = async () => {
    await environment().hire(`H-${count}`);
    const leaver = await environment().say("terminated", `H-${count}`);
    expect(leaver.reason).toBe("disable-limit");
    return leaver.id;
  };

  test.each([
    [1, {}],
    [0.5, { hours: 0.5 }],
    [24, { hours: 24 }],
  ])(
    "releases a held operation for the next %d hours, given %j",
    async (hours, given) => {
      const { find, idle, nowMs } = environment();
      const operation = await held();
      const fromMs = nowMs();
      const operations = [operation];
      const response = await release("lead", { operations, ...given });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        changed: [operation],
        refused: [],
      });
      const { ruling, history } = await find(operation);
      expect(history).toContainEqual(
        expect.objectContaining({ by: "caller:lead", status: "accepted" }),
      );
      expect(ruling).toMatchObject({ ruling: "released", limit: "disable" });
      const untilMs = ruling && "untilMs" in ruling ? ruling.untilMs : 0;
      expect(Math.round((untilMs! - fromMs) / minuteMs)).toBe(hours * 60);
      await idle();
      expect((await environment().personOf(`H-${count}`))?.svc.enabled).toBe(
        false,
      );
    },
  );

  test.each(rows<[title: string, status: number, body: unknown]>`
    no operations | ${400} | ${{}}
    an empty list of operations | ${400} | ${{ operations: [] }}
    more than 100 operations | ${400} | ${{ operations: Array.from({ length: 101 }, (_, n) => `op_${n}`) }}
    an id with a slash | ${400} | ${{ operations: ["op/1"] }}
    zero hours | ${400} | ${{ operations: ["op_1"], hours: 0 }}
    more than 24 hours | ${400} | ${{ operations: ["op_1"], hours: 24.1 }}
    an unknown field | ${400} | ${{ operations: ["op_1"], all: true }}
    a note, which only a resolution has | ${400} | ${{ operations: ["op_1"], note: "n" }}
    more than 64 KiB | ${413} | ${{ operations: ["op_1"], padding: "p".repeat(64 * 1024) }}
  `)("is refused if the body has %s: %d", async (_title, status, body) => {
    expect((await release("lead", body)).status).toBe(status);
  });
});
