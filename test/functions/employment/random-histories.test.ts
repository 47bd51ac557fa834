import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { employments } from "../../../shared/employment/employments.ts";
import type {
  Named,
  Ruling,
  Statement,
  Word,
} from "../../../shared/employment/statement.ts";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import {
  alphabetB,
  days,
  instant,
} from "../../shared/employment/checker/alphabets.ts";
import {
  random,
  randomSteps,
} from "../../shared/employment/checker/random-histories.ts";
import { rightAccess } from "../../shared/employment/checker/right-access.ts";
import type { Step } from "../../shared/employment/checker/world.ts";

const weakTokens: Record<string, string> = {
  recruiting: "recruiting-token-of-the-test-32-characters",
  payroll: "payroll-token-of-the-test-with-32-characters",
};
const guardToken = "guard-token-of-the-test-with-32-characters";
const callers = {
  guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  ...Object.fromEntries(
    Object.entries(weakTokens).map(([name, key]) => [
      name,
      { scheme: "bearer", keys: [key], scopes: ["onboard", "update"] },
    ]),
  ),
};
const options = {
  callers,
  maxContentsDeleted: "unlimited",
  callTimeoutMs: 60_000,
} as const;
const environments = {
  report: useInProcess({ ...options, rehireWithoutStartDate: "report" }),
  accept: useInProcess({ ...options, rehireWithoutStartDate: "accept" }),
};

/** `SEED=1 RUNS=10` repeats a run. A failure prints both. */
const seed = Number(process.env["SEED"] ?? effort(1, Date.now() % 2 ** 31));
const count = Number(process.env["RUNS"] ?? effort(10, 150));
/** Each day on which a word can count, and some on which grace periods end. The last one is after all of them. */
const played = [
  ...Array.from({ length: days.e + 2 }, (_, nth) => nth + days.a),
  20,
  30,
  40,
  days.f,
];
const killsInThousand = 10;
const groupSize = 25;

/** One employee: what is still to come, and what has been said. */
type History = {
  employeeId: string;
  steps: Step[];
  draw: (below: number) => number;
  words: number;
  inFlight: Word[];
  /** What has arrived, as the second formulation reads it. */
  said: Statement[];
  /** In words, for a failure. */
  told: string[];
};

test.for(["report", "accept"] as const)(
  "random histories in any order of arrival give the access that the rules say (rehires: %s)",
  { timeout: 60_000 + count * 5_000 },
  async (rehire, { task }) => {
    const draw = random(seed);
    const histories = Array.from({ length: count }, (_, nth): History => ({
      employeeId: `${rehire}-${nth}`,
      steps: randomSteps(alphabetB, draw),
      draw: random(seed + nth),
      words: 0,
      inFlight: [],
      said: [],
      told: [],
    }));
    // One process does the work of all employees of a group at the same time.
    for (let first = 0; first < count; first += groupSize) {
      const group = histories.slice(first, first + groupSize);
      expect(
        await faultsOfGroup(environments[rehire](), rehire, group),
        `SEED=${seed} RUNS=${count}`,
      ).toEqual([]);
    }
    recordFigure(task, {
      area: "Deliveries",
      what: `histories of 6 to 12 words in any order of arrival, with kills and time between them, rehires: ${rehire}, seed ${seed}`,
      figure: `${count} of ${count} give the access that the rules say on each day`,
    });
  },
);

/** Plays the histories side by side. Resolves to what is wrong on the first day on which something is. */
async function faultsOfGroup(
  environment: InProcess,
  rehire: "report" | "accept",
  histories: History[],
): Promise<string[]> {
  const play = createPlay(environment, rehire);
  for (const day of played) {
    play.beginDay(day);
    for (let hasActed = true; hasActed;) {
      const acts = await Promise.all(
        histories.map((one) => play.act(one, day)),
      );
      await play.idle();
      for (const note of acts.flat()) await note();
      hasActed = acts.flat().length > 0;
    }
    await play.endDay();
    const faults: string[] = [];
    for (const one of histories)
      faults.push(...(await play.faultsOf(one, day === days.f)));
    if (faults.length > 0) return faults;
  }
  return [];
}

/** Plays the steps of histories by the clock of the environment, a day at a time. */
function createPlay(c: InProcess, rehireWithoutStartDate: "report" | "accept") {
  const { platform, platformAuth, store, partFailures } = c;
  const settings = { rehireWithoutStartDate, repeatedHire: "report" } as const;
  const firstDay = Math.floor(c.nowMs() / dayMs);
  const at = (day: number, nth: number) => firstDay * dayMs + instant(day, nth);
  const itemOf = ({ employeeId }: History) => store.employees.get(employeeId);
  const personOf = ({ employeeId }: History) =>
    platform.people().find(({ svc }) => svc.username === employeeId);
  // Which execution is killed depends on the moment, also with the same seed.
  const draw = random(seed);
  partFailures.kill = () =>
    draw(1000) < killsInThousand
      ? draw(2) === 0
        ? "before"
        : "after"
      : undefined;

  /** The days that a symbol names are those of the checker. */
  function shifted(statement: Statement): Statement {
    const later = (named: Named): Named => ({
      day: named.day + firstDay,
      dueMs: named.dueMs + firstDay * dayMs,
    });
    const { start, lastDay: last, from, until, effective } = namedBy(statement);
    return {
      ...statement,
      ...(start && { start: later(start) }),
      ...(last && { lastDay: later(last) }),
      ...(from && { from: later(from) }),
      ...(until && { until: later(until) }),
      ...(effective && { effective: later(effective) }),
    };
  }

  /** Says a word, or rules. Resolves to what notes the effect of what has arrived. */
  async function say(
    history: History,
    step: Extract<Step, { do: "say" }>,
    day: number,
  ) {
    const item = await itemOf(history);
    const holds = employments(item?.statements ?? [], settings);
    const nth = ++history.words;
    const statement = step.symbol.say(`${nth}`, at(day, nth), {
      words: history.said,
      holds: () => holds,
      atMs: c.nowMs(),
    });
    if (!statement) return undefined;
    if (statement.kind === "ruled") return rule(history, statement);
    const word = shifted(statement);
    if (word.kind !== "ruled") history.inFlight.push(word);
    history.told.push(`day ${day}: ${step.symbol.name} (${nth})`);
    return undefined;
  }

  /** What the operators' API refuses is not ruled. */
  async function rule(history: History, { about, ruling }: Ruling) {
    const verb = verbOf[ruling];
    const answer = await c.operate(
      "POST",
      `/${about}/${verb}`,
      undefined,
      guardToken,
    );
    if (!answer.ok) return undefined;
    history.told.push(`operator: ${verb} ${about}`);
    const { ruling: ruled } = await c.find(about);
    if (ruled) history.said.push(ruled);
    return async () => undefined;
  }

  async function arrive(history: History, nth: number, day: number) {
    const [word] = history.inFlight.splice(nth, 1);
    if (!word) return undefined;
    const { employeeId } = history;
    const before = await itemOf(history);
    const isNobody =
      !before || before.person.is === "none" || before.person.is === "gone";
    const added =
      word.kind === "adopted" && !personOf(history)
        ? await c.addPerson(employeeId)
        : undefined;
    const token = weakTokens[word.caller];
    const answer = await c.send(typeOf[word.kind], dataOf(employeeId, word), {
      atMs: word.atMs,
      ...(token !== undefined && { caller: word.caller, token }),
    });
    expect(answer.status).toBe(202);
    return async () => {
      const { id, status, reason, sameAs } = await c.operation(answer);
      const item = await itemOf(history);
      history.told.push(
        `day ${day}: ${word.id} arrives, ${id} ${status} ${reason ?? ""}`,
      );
      if (added !== undefined && item?.personID !== added)
        await platformAuth.service.people.remove(added);
      const kept = item?.statements.find((one) => one.id === id);
      if (word.kind === "adopted" && !kept && status !== "succeeded") return;
      const isJudged =
        reason === "scope-missing" || reason === "deletion-began";
      const judged =
        kept?.judged ??
        (isJudged ? reason : undefined) ??
        history.said.find((one) => one.id === sameAs)?.judged;
      const hasMet = "mayOffboard" in word && !word.mayOffboard && !isNobody;
      history.said.push({
        ...word,
        id,
        ...(judged && { judged }),
        ...(hasMet && { metPerson: true }),
      });
    };
  }

  return {
    beginDay(day: number): void {
      c.advanceTime(at(day, 30) - c.nowMs());
    },

    idle: c.idle,

    async endDay(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        await c.runScheduler();
        c.advanceTime(2 * minuteMs);
      }
    },

    /** Takes the steps of this day up to one that asks the system for something, and sometimes to more of them. */
    async act(history: History, day: number) {
      const notes: (() => Promise<void>)[] = [];
      for (;;) {
        const [step] = history.steps;
        if (!step || (step.do === "pass" && step.day > day)) return notes;
        history.steps.shift();
        const note =
          step.do === "say"
            ? await say(history, step, day)
            : step.do === "arrive"
              ? await arrive(history, step.nth, day)
              : undefined;
        if (note) notes.push(note);
        if (note && history.draw(3) > 0) return notes;
      }
    },

    async faultsOf(history: History, isLast: boolean): Promise<string[]> {
      const accept = rehireWithoutStartDate === "accept";
      const right = rightAccess(history.said, accept).accessAt(c.nowMs());
      const person = personOf(history);
      const isEnabled = person?.svc.enabled ?? false;
      const mustBeGone =
        isLast && right.is === "ended" && right.terms.disposition === "delete";
      if (isEnabled === (right.is === "enabled") && !(mustBeGone && person))
        return [];
      const all = await store.operations.ofEmployee(history.employeeId, 100);
      const item = await itemOf(history);
      const is = isEnabled ? "enabled" : person ? "disabled" : "absent";
      return [
        [
          `${history.employeeId} must be ${right.is}, and is ${is}`,
          ...history.told,
          ...all.map(
            ({ id, type, status, reason = "" }) =>
              `${id} ${type} ${status} ${reason}`,
          ),
          JSON.stringify(item),
        ].join("\n"),
      ];
    },
  };
}

const typeOf = {
  hired: "employee.hired",
  adopted: "employee.adopted",
  changed: "employee.changed",
  suspended: "employee.suspended",
  resumed: "employee.resumed",
  terminated: "employee.terminated",
  termination_cancelled: "employee.termination_cancelled",
} as const;

const verbOf: Partial<Record<Ruling["ruling"], string>> = {
  rejected: "reject",
  released: "release",
  cancelled: "cancel",
  "is-a-rehire": "is-a-rehire",
};

type Days = {
  [N in "start" | "lastDay" | "from" | "until" | "effective"]?: Named;
};

function namedBy(word: Statement): Days {
  const days: object = word;
  return days;
}

/** The data of the event that says this word. */
function dataOf(employeeId: string, word: Word): object {
  const { start, lastDay: last, from, until, effective } = namedBy(word);
  const iso = (named: Named | undefined) =>
    named && new Date(named.day * dayMs).toISOString().slice(0, 10);
  const ahead = word.ownDay - Math.floor(word.atMs / dayMs);
  const zone =
    ahead === 0
      ? undefined
      : ahead > 0
        ? "Pacific/Kiritimati"
        : "Pacific/Pago_Pago";
  switch (word.kind) {
    case "hired":
      return hireOf(employeeId, {
        title: word.id,
        startDate: iso(start),
        zone,
      });
    case "adopted": {
      const { username, email } = hireOf(employeeId);
      return { employeeId, username, email };
    }
    case "changed":
      return { employeeId, title: word.id, effectiveDate: iso(effective) };
    case "suspended":
      return { employeeId, from: iso(from), until: iso(until), zone };
    case "terminated":
      return { employeeId, lastDay: iso(last), zone, ...word.terms };
    case "resumed":
    case "termination_cancelled":
      return { employeeId };
  }
}
