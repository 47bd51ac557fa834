import { describe, expect, test } from "vitest";
import { alphabetA, alphabetC } from "./alphabets.ts";
import type { Core } from "./core.ts";
import { core } from "./core.ts";
import { exploreMoves, exploreOrders } from "./explore.ts";
import { exploreLimit } from "./explore-limit.ts";
import type { Job } from "./jobs.ts";
import { rulesOf, runJob } from "./jobs.ts";
import { rowOf, shrink } from "./shrink.ts";
import type { Rules } from "./world.ts";
import { effort } from "../../../resilience/effort.ts";

const seed = Number(process.env["SEED"] ?? 1);
const whole = { index: 0, of: 1 };

/** One of so many parts, another one with each seed. */
const partOf = (of: number) => ({ index: seed % of, of });

/** What `npm run check:rules` does, with shorter and fewer histories. */
const jobs: [string, Omit<Job, "seed">][] = [
  [
    "two words of alphabet A in every order of arrival",
    { kind: "orders", alphabet: "A", size: 2, rehire: "report", part: whole },
  ],
  [
    "a part of two words of alphabet B in every order of arrival",
    {
      kind: "orders",
      alphabet: "B",
      size: 2,
      rehire: "report",
      part: partOf(effort(18, 1)),
    },
  ],
  [
    "a part of the histories of three words of alphabet A that arrive in order",
    {
      kind: "in order",
      alphabet: "A",
      size: 3,
      rehire: "accept",
      part: partOf(effort(32, 2)),
    },
  ],
  [
    "a part of the histories of two words of alphabet A with all moves in between",
    {
      kind: "moves",
      alphabet: "A",
      size: 2,
      rehire: "report",
      part: partOf(effort(120, 20)),
    },
  ],
  [
    "a part of the same of alphabet C, in which people are created before their start",
    {
      kind: "moves",
      alphabet: "C",
      size: 2,
      rehire: "report",
      part: partOf(effort(120, 20)),
    },
  ],
  [
    "random histories with moves",
    {
      kind: "random",
      alphabet: "B",
      size: effort(150, 1_000),
      rehire: "report",
      part: whole,
    },
  ],
  [
    "random histories of words alone",
    {
      kind: "random words",
      alphabet: "B",
      size: effort(1_000, 10_000),
      rehire: "accept",
      part: whole,
    },
  ],
];

describe("the core agrees with the slow formulation, and every property holds,", () => {
  test.each(jobs)("for %s", (_, rest) => {
    const job = { ...rest, seed };
    const rules = rulesOf(job);
    const { faults } = runJob(job);
    const rows = faults
      .slice(0, 1)
      .map((fault) => rowOf(shrink(fault, rules), rules));
    expect(rows, `seed ${seed}`).toEqual([]);
  });
});

describe("the checker", () => {
  test("finds that a resumption is not heard, and shows the shortest history as a row", () => {
    const rules = withFault({
      say(statements, said, context) {
        const heard = core.say(statements, said, context);
        return said.kind === "resumed"
          ? { ...heard, statements: [...statements] }
          : heard;
      },
    });
    const alphabet = alphabetA.filter(({ name }) =>
      ["hired", "suspended", "resumed"].includes(name),
    );
    const { faults } = exploreOrders(
      { alphabet, length: 3, late: true },
      rules,
    );
    const access = faults.find(({ text }) => text.startsWith("right access"));
    expect(rowOf(shrink(access!, rules), rules)).toMatch(
      /^\| a 1: (hired|adopted).*<br>b 1: suspended \| c 1: resumed \| right access: /,
    );
  });

  test("finds that a limit is not asked", () => {
    const rules = withFault({
      nextMove: (wanted, person, _, nowMs) => {
        const pass = { answer: "pass", atMs: nowMs } as const;
        const limits = { disable: pass, delete: pass };
        return core.nextMove(wanted, person, limits, nowMs);
      },
    });
    const { faults } = exploreMoves(
      { alphabet: alphabetA, length: 2, noTraps: true },
      rules,
    );
    expect(faults.map(({ text }) => text)).toContain(
      "limits: disable without a pass of the last hour",
    );
  });

  test("finds that access is given although an end holds", () => {
    const rules = withFault({
      nextMove: (wanted, person, limits, nowMs) =>
        person.is === "disabled"
          ? { do: "enable" }
          : core.nextMove(wanted, person, limits, nowMs),
    });
    const { faults } = exploreMoves(
      { alphabet: alphabetA, length: 2, noTraps: true },
      rules,
    );
    expect(faults.some(({ text }) => text.startsWith("access: given"))).toBe(
      true,
    );
  });

  test("finds that nobody who was disabled gets access again", () => {
    const rules = withFault({
      nextMove: (wanted, person, limits, nowMs) => {
        const move = core.nextMove(wanted, person, limits, nowMs);
        return move.do === "enable"
          ? { do: "nothing", because: "disable-limit" }
          : move;
      },
    });
    const { faults } = exploreMoves({ alphabet: alphabetA, length: 1 }, rules);
    expect(faults.map(({ text }) => text)).toContain(
      "trap: a resumption enables nobody",
    );
  });

  test("finds that two employees lose access on one day under a limit of one", () => {
    const rules = withFault({
      nextMove: (wanted, person, limits, nowMs) => {
        const { disable } = limits;
        const pass = { answer: "pass", atMs: nowMs } as const;
        return core.nextMove(
          wanted,
          person,
          disable ? { ...limits, disable: pass } : limits,
          nowMs,
        );
      },
    });
    const { faults } = exploreLimit(1, rules);
    expect(faults.map(({ text }) => text).join()).toContain(
      "limit: two employees lose access on one day",
    );
  });

  test.each([
    ["of a start that moved to a later day is deleted", 7],
    ["is created on the start day only", 0],
  ])("finds that a person %s", (_, days) => {
    const { settings } = rulesOf({ rehire: "report", alphabet: "C" });
    const rules = withFault({
      wanted: (timeline, nowMs) => {
        const wanted = core.wanted(timeline, nowMs);
        const { next } = wanted;
        const isHidden = next && next.startMs > nowMs + days * 86_400_000;
        return isHidden ? { ...wanted, next: undefined as never } : wanted;
      },
    });
    const starts = ["hired from 4", "hired from 9"];
    const alphabet = alphabetC.filter(({ name }) => starts.includes(name));
    const { faults } = exploreMoves(
      { alphabet, length: 2, noTraps: true },
      { ...rules, settings },
    );
    expect(faults.map(({ text }) => text).join()).toContain("before the start");
  });

  test("finds that a person waits, and nothing looks again", () => {
    const rules = withFault({
      nextMove: (wanted, person, limits, nowMs) => {
        const move = core.nextMove(wanted, person, limits, nowMs);
        return move.do === "wait" ? { do: "nothing" } : move;
      },
    });
    const { faults } = exploreMoves({ alphabet: alphabetA, length: 1 }, rules);
    expect(faults.map(({ text }) => text)).toContain(
      "rest: something changes before anything looks again",
    );
  });
});

/** The rules with a fault in them. */
function withFault(change: Partial<Core>): Rules {
  const rules = rulesOf({ rehire: "report" });
  return { ...rules, core: { ...core, ...change } };
}
