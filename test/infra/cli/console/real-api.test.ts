import { afterEach, describe, expect, test } from "vitest";
import { createApiClient } from "../../../../infra/cli/api/client.ts";
import type { ReasonCode } from "../../../../shared/reason-codes.ts";
import type { FinalOutcome } from "../../../../shared/store/operation.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import {
  acceptWith,
  outcomeOf,
} from "../../../shared/store/operation-for-test.ts";
import { plain, useConsole } from "./console-for-test.ts";

const meiToken = "token-of-mei-with-32-characters-or-more";
const environment = useInProcess({
  callers: {
    mei: { scheme: "bearer", keys: [meiToken], scopes: ["operate"] },
    watcher: { scheme: "bearer", keys: ["w".repeat(32)], scopes: ["observe"] },
  },
});
const profile = { name: "test", origin: "https://api.test", key: meiToken };
const site = useConsole(
  createApiClient(profile, {
    fetch: async (url, init) =>
      environment().apps.operations.request(new Request(url, init)),
    nowMs: () => environment().nowMs(),
    sleepMs: () => Promise.resolve(),
  }),
);
afterEach(() => {
  profile.key = meiToken;
});

let count = 0;

/** A hire that has ended so, and that a retry can run. */
async function ended(status: FinalOutcome["status"], reason: ReasonCode) {
  const { store, nowMs } = environment();
  const [id, employeeId] = [`op_${++count}`, `C-${count}`];
  const hire = {
    id,
    type: "employee.hired" as const,
    caller: "ops",
    employeeId,
    fingerprint: "f",
    eventAtMs: nowMs(),
  };
  const { payloadUntilMs } = await acceptWith(store, hire, {
    data: hireOf(employeeId),
  });
  await store.operations.start(id, `${id}-1`);
  await store.operations.finish(
    { id, execution: `${id}-1`, payloadUntilMs },
    outcomeOf(status, reason),
  );
  return { id, employeeId };
}

/** The hidden fields of a form, by their names. */
const hiddenOf = (html: string, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "",
    ]),
  );

const read = async (page: string) => plain((await site.visit(page)).text);

describe("the console on the real API", () => {
  test("leads from the overview over the worklist to a retry that succeeds, and the audit trail names the operator", async () => {
    const { id, employeeId } = await ended("failed", "platform-unreachable");

    const overview = await site.visit("overview");
    expect(plain(overview.text)).toContain("1 Failed");
    expect(overview.text).toContain(
      "operations?status=failed&amp;reason=platform-unreachable",
    );
    const list = await site.visit(
      "operations?status=failed&reason=platform-unreachable",
    );
    expect(list.text).toContain(`operation?id=${id}`);
    const { status } = await site.visit("act", {
      form: { verb: "retry", operation: id },
    });
    await environment().idle();

    expect(status).toBe(303);
    const text = await read(`operation?id=${id}`);
    expect(text).toContain(`Hire of ${employeeId} ${id} Succeeded`);
    expect(text).toContain("by caller mei");
    expect(text).toContain("Create the person");
    const employee = await read(`employee?id=${employeeId}`);
    expect(employee).toContain("Active");
    expect(await site.visit("employees?state=active")).toMatchObject({
      text: expect.stringContaining(`employee?id=${employeeId}`),
    });
  });

  test("resolves an operation with a note that the audit trail keeps", async () => {
    const { id } = await ended("needs_attention", "person-not-listed");

    await site.visit("act", {
      form: { verb: "resolve", operation: id, note: "Linked <by hand>." },
    });

    const text = await read(`operation?id=${id}`);
    expect(text).toContain("Cancelled");
    expect(text).toContain("Linked &lt;by hand&gt;.");
  });

  test("rejects all operations that a limit held at the question and no later one, and repeating it does no harm", async () => {
    const held = await Promise.all(
      Array.from({ length: 12 }, () =>
        ended("needs_attention", "rename-limit"),
      ),
    );
    const form = {
      verb: "reject",
      all: "1",
      status: "needs_attention",
      reason: "rename-limit",
    };
    const asked = await site.visit(
      `confirm?${new URLSearchParams(form).toString()}`,
    );
    environment().advanceTime(1_000);
    const later = await ended("needs_attention", "rename-limit");
    const confirmed = { ...form, ...hiddenOf(asked.text, ["asOf", "limit"]) };
    const first = await site.visit("act", { form: confirmed });
    const second = await site.visit("act", { form: confirmed });

    expect(plain(asked.text)).toContain("Reject: 12 operations");
    expect(plain(first.text)).toContain("12 operations rejected");
    expect(plain(first.text)).toContain("1 operation is left over");
    expect(plain(second.text)).toContain("0 operations rejected");
    expect(await read(`operation?id=${later.id}`)).toContain("Held");
    expect(await read(`operation?id=${held[0]?.id}`)).toContain("rejected");
  });

  test("says why a verb does not apply any more", async () => {
    const { id } = await ended("needs_attention", "rename-limit");

    const { status, text } = await site.visit("act", {
      form: { verb: "retry", operation: id },
    });

    expect(status).toBe(409);
    expect(plain(text)).toContain(
      "The operation is needs_attention: rename-limit. The verbs that apply: release, reject.",
    );
  });

  test("offers an operator that may only observe no verb", async () => {
    const { id } = await ended("failed", "unexpected");
    profile.key = "w".repeat(32);

    const { status, text } = await site.visit(`operation?id=${id}`);

    expect(status).toBe(200);
    expect(text).not.toContain('action="act"');
  });

  test("says that the key is wrong, and that the store is down", async () => {
    profile.key = "x".repeat(32);
    const refused = await site.visit("overview");
    profile.key = meiToken;
    environment().partFailures.receiverTable = () => true;
    const down = await site.visit("operations");
    environment().partFailures.receiverTable = undefined;

    expect(plain(refused.text)).toContain("The API does not accept the key");
    expect([down.status, plain(down.text)]).toEqual([
      503,
      expect.stringContaining("The API cannot answer now"),
    ]);
  });

  test("shows limits with how much of each is used, and all callers", async () => {
    expect(await read("limits")).toMatch(/Disabled people 0 of \d/);
    expect(await read("callers")).toContain("mei bearer operate");
  });
});
