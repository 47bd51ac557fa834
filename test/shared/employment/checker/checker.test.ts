import { describe, expect, test } from "vitest";
import { dayMs } from "../../../../shared/durations.ts";
import { alphabetA, alphabetC, type Symbol } from "./alphabets.ts";
import { exploreMoves, exploreOrders } from "./explore.ts";
import { type Job, rulesOf, runJob } from "./jobs.ts";
import { type RuleFunctions, ruleFunctions } from "./rule-functions.ts";
import { rowOf, shrink } from "./shrink.ts";
import type { Rules } from "./world.ts";
import { effort } from "../../../resilience/effort.ts";

const seed = Number(process.env["SEED"] ?? 1);

/**
 * A part of what `npm run check:rules` does: kind, alphabet, size, one of how many parts. The README explains kinds and
 * properties. The size is the number of statements in each history; of the `random` kinds, the number of histories.
 */
const jobs = [
  ["orders", "A", 2, effort(2, 1)],
  ["orders", "B", 2, effort(18, 1)],
  ["in order", "A", 3, effort(32, 2)],
  ["moves", "A", 2, effort(120, 20)],
  ["moves", "C", 2, effort(120, 20)],
  ["random", "B", effort(150, 1_000), 1],
  ["orders", "D", 2, effort(2, 1)],
  ["random", "D", effort(150, 1_000), 1],
  ["random statements", "B", effort(1_000, 10_000), 1],
] as const;

test.each(jobs)(
  "the rules agree with their second formulation (right-access.ts), and every property holds: %s of alphabet %s, size %i",
  (...row) => {
    const [kind, alphabet, size, of] = row;
    // The seed says which one of the parts is done.
    const part = { index: seed % of, of };
    const job: Job = { kind, alphabet, size, part, seed };
    const rules = rulesOf(alphabet);
    const { faults } = runJob(job);
    const rows = faults
      .slice(0, 1)
      .map((fault) => rowOf(shrink(fault, rules), rules));
    expect(rows, `seed ${seed}`).toEqual([]);
  },
);

/** The shortest history with an end that a limit may hold. */
const endOnly = alphabetA.filter(({ name }) =>
  ["hired", "terminated, grace 30"].includes(name),
);
const passNow = (atMs: number) => ({ answer: "pass", atMs }) as const;

/** A fault of the rules, and what the checker finds in the histories of `length` statements of an alphabet. */
const planted: {
  fault: string;
  change: Partial<RuleFunctions>;
  length: number;
  alphabet?: Symbol[];
  settingsOf?: "C";
  found: string;
}[] = [
  {
    fault: "a limit is not asked",
    change: {
      nextMove: (wanted, person, _, nowMs) => {
        const pass = passNow(nowMs);
        const limits = { disable: pass, delete: pass };
        return ruleFunctions.nextMove(wanted, person, limits, nowMs);
      },
    },
    length: 2,
    alphabet: endOnly,
    found: "limits: disable without a pass of the last hour",
  },
  {
    fault: "the pass of a limit counts for ever",
    change: {
      nextMove: (wanted, person, { disable, ...limits }, nowMs) =>
        ruleFunctions.nextMove(
          wanted,
          person,
          { ...limits, ...(disable && { disable: passNow(nowMs) }) },
          nowMs,
        ),
    },
    length: 2,
    alphabet: endOnly,
    found: "limits: disable without a pass of the last hour",
  },
  {
    fault: "access is given although an end holds",
    change: {
      nextMove: (wanted, person, limits, nowMs) =>
        person.is === "disabled"
          ? { do: "enable" }
          : ruleFunctions.nextMove(wanted, person, limits, nowMs),
    },
    length: 2,
    alphabet: endOnly,
    found: "access: given",
  },
  {
    fault: "nobody who was disabled gets access again",
    change: {
      nextMove: (...given) => {
        const move = ruleFunctions.nextMove(...given);
        return move.do === "enable"
          ? { do: "nothing", because: "disable-limit" }
          : move;
      },
    },
    length: 1,
    found: "trap: a resumption enables nobody",
  },
  {
    fault: "a person waits, and nothing looks again",
    change: {
      nextMove: (...given) => {
        const move = ruleFunctions.nextMove(...given);
        return move.do === "wait" ? { do: "nothing" } : move;
      },
    },
    length: 1,
    found: "rest: something changes before anything looks again",
  },
  // These faults hide a start from the rules until so many days before it.
  ...[
    { fault: "a person whose start moves to a later day is deleted", days: 7 },
    { fault: "a person is created on the start day only", days: 0 },
  ].map(({ fault, days }) => ({
    fault,
    change: {
      wanted: (...[timeline, nowMs]: Parameters<RuleFunctions["wanted"]>) => {
        const wanted = ruleFunctions.wanted(timeline, nowMs);
        const { next, ...withoutNext } = wanted;
        const isHidden = next && next.startMs > nowMs + days * dayMs;
        return isHidden ? withoutNext : wanted;
      },
    },
    length: 2,
    alphabet: alphabetC.filter(({ name }) =>
      ["hired from 4", "hired from 9"].includes(name),
    ),
    settingsOf: "C" as const,
    found: "before the start",
  })),
];

describe("the checker", () => {
  test.each(planted)("finds that $fault", (one) => {
    const { change, length, alphabet = alphabetA, found } = one;
    const { faults } = exploreMoves(
      { alphabet, length, looksForTraps: length === 1 },
      withFault(change, one.settingsOf),
    );
    expect(faults.map(({ text }) => text).join("\n")).toContain(found);
  });

  test("finds that a resumption is not heard, and shows the shortest history as a row", () => {
    const rules = withFault({
      say(statements, said, context) {
        const heard = ruleFunctions.say(statements, said, context);
        return said.kind === "resumed"
          ? { ...heard, statements: [...statements] }
          : heard;
      },
    });
    const alphabet = alphabetA.filter(({ name }) =>
      ["hired", "suspended", "resumed"].includes(name),
    );
    const { faults } = exploreOrders(
      { alphabet, length: 3, hasLate: true },
      rules,
    );
    const access = faults.find(({ text }) => text.startsWith("right access"));
    expect(rowOf(shrink(access!, rules), rules)).toMatch(
      /^\| a 1: (hired|adopted).*<br>b 1: suspended \| c 1: resumed \| right access: /,
    );
  });
});

function withFault(
  change: Partial<RuleFunctions>,
  alphabet?: Job["alphabet"],
): Rules {
  return { ...rulesOf(alphabet), functions: { ...ruleFunctions, ...change } };
}
