import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import type { Verb } from "../../../shared/store/verbs.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import {
  type Operator,
  operatorToken,
  useCommandLine,
  usePages,
} from "./operators.ts";
import { rows } from "../../fixtures/rows.ts";

let current: InProcess;
const environment = () => current;
beforeEach(async () => {
  current = await startInProcess({
    callers: {
      mei: { scheme: "bearer", keys: [operatorToken], scopes: ["operate"] },
    },
    rehireWithoutStartDate: "report",
    disableLimit: { percent: 0, min: 1, max: 1 },
    platformAuthNowMs: () => current.nowMs(),
  });
});
afterEach(() => current.close());

/** Makes the trouble, in the order in which it is written. */
type Maker = {
  /** Adds a rule to the fault switches of the stand-in. The trouble's repair removes all of them. */
  fault: (rule: FaultRule) => void;
  /** Sends an event of the employee, and waits until nothing runs. */
  say: (event: string, data?: object) => Promise<void>;
  hire: (data?: object, employeeId?: string) => Promise<void>;
  /** "2026-11-26", so many days from now. */
  day: (daysFromNow: number) => string;
};

const unavailable = { kind: "status", status: 503 } as const;

/** How each thing breaks. */
const breaks: Record<string, (maker: Maker) => Promise<void>> = {
  "the platform is down": async ({ fault, hire }) => {
    fault(unavailable);
    await hire();
  },
  "the service account is refused, for an hour": async ({ hire }) => {
    const { partFailures, advanceTime, runScheduler } = environment();
    partFailures.credentials = { password: "of-last-year" };
    await hire();
    for (let probe = 0; probe < 6; probe++) {
      advanceTime(10 * minuteMs);
      await runScheduler();
    }
  },
  "the platform refuses to create a person": async ({ fault, hire }) => {
    fault({ kind: "status", status: 403, method: "POST", path: "/people" });
    await hire();
  },
  "the person may have been created": async ({ fault, hire }) => {
    fault({ kind: "reset-after", method: "POST", path: "/people" });
    fault({ ...unavailable, method: "GET", path: "/people" });
    await hire();
  },
  "an administrator deleted the person": async ({ fault, hire, say }) => {
    await hire();
    const path = "/people/{personID}";
    fault({ kind: "status", status: 404, path });
    await say("terminated");
  },
  "the platform hides the contents": async ({ fault, hire, say }) => {
    await hire();
    fault({ kind: "status", status: 403, method: "GET", path: "/contents" });
    await say("terminated");
  },
  "more employees leave than usual": async ({ hire, say }) => {
    await hire({}, "E-2");
    await say("terminated", { employeeId: "E-2" });
    await hire();
    await say("terminated");
  },
  "an employee leaves before their start": async ({ hire, say, day }) => {
    await hire({ startDate: day(-10) });
    await say("terminated", { lastDay: day(-12) });
  },
  "a leaver is hired without a start date": async ({ hire, say }) => {
    await hire();
    await say("terminated");
    environment().advanceTime(4 * dayMs);
    await hire();
  },
  "an adoption names a missing person": ({ say }) =>
    say("adopted", { username: "nobody", email: "nobody@example.com" }),
};

/**
 * Each kind of screen and each verb has a row.
 *
 * The reason code that the screen must explain | what is broken | the verb that the operator uses after the cause is
 * repaired, or none | what the person is afterwards
 */
const troubles = rows<[string, string, Verb | "none", string]>`
  login-failed | the platform is down | none | enabled
  login-refused | the service account is refused, for an hour | retry | enabled
  platform-refused-403 | the platform refuses to create a person | retry | enabled
  outcome-unknown | the person may have been created | none | enabled
  person-missing | an administrator deleted the person | confirm-gone | gone
  person-has-contents | the platform hides the contents | reject | disabled
  disable-limit | more employees leave than usual | release | gone
  last-day-before-start | an employee leaves before their start | is-an-earlier-one | enabled
  rehire-unclear | a leaver is hired without a start date | is-a-rehire | enabled
  person-missing | an adoption names a missing person | resolve | gone
`;

/** Waits until nothing runs, and nothing that is due. */
async function settle(): Promise<void> {
  await environment().idle();
  await environment().runScheduler();
}

const maker: Maker = {
  fault: (rule) => environment().platform.faults.add(rule),
  say: async (event, data = {}) => {
    await environment().send(`employee.${event}`, {
      employeeId: "E-1",
      ...data,
    });
    await settle();
  },
  hire: (data, employeeId = "E-1") =>
    maker.say("hired", hireOf(employeeId, data)),
  day: (days) =>
    new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10),
};

async function whatIsOnThePlatform(): Promise<string> {
  const person = await environment().personOf("E-1");
  return person ? (person.svc.enabled ? "enabled" : "disabled") : "gone";
}

const operators: [string, Operator][] = [
  ["the command line", useCommandLine(environment)],
  ["the console", usePages(environment)],
];

describe.each(operators)(
  "an operator solves with %s alone",
  (name, operator) => {
    /** `npm test` gives every second trouble to each operator. */
    const given = troubles.filter(
      (_, nth) => isThorough || operators[nth % 2]?.[0] === name,
    );

    test.each(given)("%s: %s", async (says, trouble, verb, person) => {
      await breaks[trouble]?.(maker);

      const found = await operator.findTrouble();
      expect(found).toContain(`What ${says} means`);
      environment().platform.faults.clear();
      environment().partFailures.credentials = undefined;
      if (verb === "none") {
        expect(found).toContain("goes on by itself");
        environment().advanceTime(10 * minuteMs);
      } else {
        await operator.use(verb);
        environment().advanceTime(minuteMs);
      }
      await settle();

      expect(await operator.overview()).toMatch(
        /Nothing needs attention|No operation failed, needs attention/,
      );
      expect(await whatIsOnThePlatform()).toBe(person);
    });
  },
);
