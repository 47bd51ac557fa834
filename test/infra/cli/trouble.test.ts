import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/fault-rule.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import type { Verb } from "../../../shared/store/verbs.ts";
import { hireOf, tasksOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import {
  type Operator,
  operatorToken,
  useCommandLine,
  usePages,
} from "./operators.ts";

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

type Trouble = {
  /** What is broken. */
  trouble: string;
  make: (maker: Maker) => Promise<void>;
  /** The reason code that the screen must explain. */
  says: string;
  /** The verb that the operator uses after the cause is repaired. Undefined if the screen says that none is needed. */
  verb: Verb | undefined;
  /** What the person is afterwards. */
  person: "enabled" | "disabled" | "gone";
};

const unavailable = { kind: "status", status: 503 } as const;

const troubles: Trouble[] = [
  {
    trouble: "the platform is down",
    make: async ({ fault, hire }) => {
      fault(unavailable);
      await hire();
    },
    says: "login-failed",
    verb: undefined,
    person: "enabled",
  },
  {
    trouble: "the service account is refused, for an hour",
    make: async ({ hire }) => {
      const { partFailures, advanceTime, runScheduler } = environment();
      partFailures.credentials = { password: "of-last-year" };
      await hire();
      for (let probe = 0; probe < 6; probe++) {
        advanceTime(10 * minuteMs);
        await runScheduler();
      }
    },
    says: "login-refused",
    verb: "retry",
    person: "enabled",
  },
  {
    trouble: "the platform refuses to create a person",
    make: async ({ fault, hire }) => {
      fault({ kind: "status", status: 403, method: "POST", path: "/people" });
      await hire();
    },
    says: "platform-refused-403",
    verb: "retry",
    person: "enabled",
  },
  {
    trouble: "the person may have been created",
    make: async ({ fault, hire }) => {
      fault({ kind: "reset-after", method: "POST", path: "/people" });
      fault({ ...unavailable, method: "GET", path: "/people" });
      await hire();
    },
    says: "outcome-unknown",
    verb: undefined,
    person: "enabled",
  },
  {
    trouble: "the platform cannot create tasks",
    make: async ({ fault, hire }) => {
      const path = "/people/{personID}/tasks";
      fault({ ...unavailable, method: "POST", path });
      await hire({ tasks: tasksOf(2) });
    },
    says: "tasks-or-streams-incomplete",
    verb: "retry",
    person: "enabled",
  },
  {
    trouble: "the platform sends damaged JSON",
    make: async ({ fault, hire, say }) => {
      await hire();
      const path = "/people/{personID}";
      fault({ kind: "malformed-json", method: "GET", path });
      await say("changed", { title: "Lead" });
    },
    says: "answer-unreadable",
    verb: "retry",
    person: "enabled",
  },
  {
    trouble: "the platform names another host",
    make: async ({ fault, hire, say }) => {
      await hire();
      fault({
        kind: "foreign-host",
        of: "ref",
        origin: "https://inner.example",
      });
      await say("changed", { title: "Lead" });
    },
    says: "foreign-origin",
    verb: "retry",
    person: "enabled",
  },
  {
    trouble: "the platform never ends a deletion",
    make: async ({ fault, hire, say }) => {
      await hire();
      fault({ kind: "late-deletion", gone: "never" });
      await say("terminated");
    },
    says: "deletion-unfinished",
    verb: "retry",
    person: "gone",
  },
  {
    trouble: "an administrator deleted the person",
    make: async ({ fault, hire, say }) => {
      await hire();
      const path = "/people/{personID}";
      fault({ kind: "status", status: 404, path });
      await say("terminated");
    },
    says: "person-missing",
    verb: "confirm-gone",
    person: "gone",
  },
  {
    trouble: "the platform hides the contents",
    make: async ({ fault, hire, say }) => {
      await hire();
      fault({ kind: "status", status: 403, method: "GET", path: "/contents" });
      await say("terminated");
    },
    says: "person-has-contents",
    verb: "reject",
    person: "disabled",
  },
  {
    trouble: "more employees leave than usual",
    make: async ({ hire, say }) => {
      await hire({}, "E-2");
      await say("terminated", { employeeId: "E-2" });
      await hire();
      await say("terminated");
    },
    says: "disable-limit",
    verb: "release",
    person: "gone",
  },
  {
    trouble: "an employee leaves before their start",
    make: async ({ hire, say, day }) => {
      await hire({ startDate: day(-10) });
      await say("terminated", { lastDay: day(-12) });
    },
    says: "last-day-before-start",
    verb: "is-an-earlier-one",
    person: "enabled",
  },
  {
    trouble: "a leaver is hired without a start date",
    make: async ({ hire, say }) => {
      await hire();
      await say("terminated");
      environment().advanceTime(4 * dayMs);
      await hire();
    },
    says: "rehire-unclear",
    verb: "is-a-rehire",
    person: "enabled",
  },
  {
    trouble: "an adoption names a missing person",
    make: ({ say }) =>
      say("adopted", { username: "nobody", email: "nobody@example.com" }),
    says: "person-missing",
    verb: "resolve",
    person: "gone",
  },
];

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

async function whatIsOnThePlatform(): Promise<Trouble["person"]> {
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

    test.each(given)("$says: $trouble", async (one) => {
      const { make, says, verb, person } = one;
      await make(maker);

      const found = await operator.findTrouble();
      expect(found).toContain(`What ${says} means`);
      environment().platform.faults.clear();
      environment().partFailures.credentials = undefined;
      if (verb === undefined) {
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
