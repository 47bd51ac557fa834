import { readStatements } from "../../../functions/events/read-statements.ts";
import {
  type SaidEvent,
  saidDataSchema,
  wordOfEvent,
  type WordSettings,
} from "../../../shared/person/word-of-event.ts";
import { employments } from "../../../shared/employment/employments.ts";
import type { SeenPerson } from "../../../shared/employment/move.ts";
import { say } from "../../../shared/employment/say.ts";
import type {
  Settings,
  Statement,
  Word,
} from "../../../shared/employment/statement.ts";
import { wanted } from "../../../shared/employment/wanted.ts";
import { toStoredEventType } from "../../../shared/event-types.ts";
import { isFinal, type Operation } from "../../../shared/store/operation.ts";
import type { Store } from "../../../shared/store/store.ts";
import type { SentEvent } from "../parts/receivers.ts";

type Access = "access" | "no access";

/** A history that ends in another way by the rules of the employment than by the workflows. */
export type Difference = { history: string; old: Access; core: Access };

type Heard = {
  event: Pick<SentEvent, "type" | "data" | "atMs">;
  /** As seen when the event arrived. */
  person: SeenPerson;
  nowMs: number;
  /** Undefined if the event was refused. */
  operation: string | undefined;
};

type Dependencies = {
  store: Store;
  platform: { people: () => { id: string; svc: { enabled: boolean } }[] };
  settings: WordSettings & Settings;
  nowMs: () => number;
};

/** Reasons that follow from what was said. After any other one, the platform or an operator decides about the person. */
const ofRules: readonly unknown[] = [
  "already-left",
  "data-erased",
  "rehire-unclear",
  "scope-missing",
  "terminated-since",
  "unknown-employee",
];

/** Plays every event that a test sends through the rules of the employment, and compares who has access at its end. */
export function createRulesBeside({
  store,
  platform,
  settings,
  nowMs,
}: Dependencies) {
  const heard = new Map<string, Heard[]>();
  const inThisTest = new Set<string>();
  const read = (employeeId: string) =>
    readStatements({ store, settings, nowMs }, employeeId);

  /** What was said of an employee, as it arrived. */
  async function play(employeeId: string) {
    const { employee, ...known } = await read(employeeId);
    const words: Word[] = [];
    let statements: Statement[] = [];
    const operations: Operation[] = [];
    for (const one of heard.get(employeeId) ?? []) {
      const { operation: id = "", event, person } = one;
      const operation = await store.operations.get(id);
      if (operation === undefined) return undefined;
      operations.push(operation);
      const { caller, eventAtMs } = operation;
      const { mayOffboard = false, mayUpdate = false } = operation;
      const said: SaidEvent = {
        id,
        caller,
        mayOffboard,
        mayUpdate,
        eventAtMs,
        fields: [],
        effectiveAtMs: undefined,
        type: toStoredEventType(event.type),
        data: event.data,
      };
      const word = wordOfEvent(said, settings);
      if (word === undefined) continue;
      if (!words.some((other) => other.id === id)) words.push(word);
      const context = { person, settings, nowMs: one.nowMs };
      ({ statements } = say(statements, word, context));
    }
    const rulings = known.statements.filter(({ kind }) => kind === "ruled");
    for (const ruling of rulings) {
      const context = { person: known.person, settings, nowMs: nowMs() };
      ({ statements } = say(statements, ruling, context));
    }
    const { personID, suspendedBy } = employee ?? {};
    const ids = [...known.operations.map(({ id }) => id), suspendedBy ?? ""];
    // The test has stored something in another way.
    if (ids.some((id) => id !== "" && !words.some((one) => one.id === id)))
      return undefined;
    const person = platform.people().find(({ id }) => id === personID);
    return { statements, rulings, words, operations, person };
  }

  /** Whether the workflows have done all that they can by now. */
  function isSettled({
    status,
    reason,
    dueAtMs = Infinity,
    ...one
  }: Operation) {
    if (status === "waiting")
      return one.blockedBy === undefined && dueAtMs > nowMs();
    if (status === "needs_attention" || status === "failed")
      return ofRules.includes(reason);
    return isFinal({ status });
  }

  async function compareOne(employeeId: string): Promise<Difference[]> {
    const played = await play(employeeId);
    if (!played?.operations.every(isSettled)) return [];
    const { statements, words, rulings, person } = played;
    const { is, undecided } = wanted(
      employments(statements, settings),
      nowMs(),
    );
    if (undecided !== undefined) return [];
    const core = accessIf(is === "enabled");
    const old = accessIf(person?.svc.enabled === true);
    const history = [describe(words), ...rulings.map(describeRuling)];
    return core === old ? [] : [{ history: history.join("; "), old, core }];
  }

  return {
    /** Hears an event before it is sent. The result takes the operation. */
    async hear(
      event: Heard["event"],
    ): Promise<(operation: string | undefined) => void> {
      const { data } = event;
      const isOfEmployee = typeof data === "object" && data !== null;
      if (!isOfEmployee || !("employeeId" in data)) return () => undefined;
      const employeeId = String(data.employeeId);
      const { person } = await read(employeeId);
      return (operation) => {
        if (operation === undefined) return;
        if (!saidDataSchema.safeParse(data).success) return;
        inThisTest.add(employeeId);
        const one = { event, person, nowMs: nowMs(), operation };
        heard.set(employeeId, [...(heard.get(employeeId) ?? []), one]);
      };
    },

    /** The differences of the employees of whom a test has sent events, each history once. */
    async differences(): Promise<Difference[]> {
      const all = await Promise.all([...inThisTest].map(compareOne));
      inThisTest.clear();
      const byHistory = all.flat().map((one) => [one.history, one] as const);
      return [...new Map(byHistory).values()].sort((one, other) =>
        one.history < other.history ? -1 : 1,
      );
    },
  };
}

function accessIf(isEnabled: boolean): Access {
  return isEnabled ? "access" : "no access";
}

/** Words in the order of their arrival. Day 0 is that of the earliest one; `@2` is the second by its time. */
function describe(words: readonly Word[]): string {
  const base = Math.min(...words.map(({ ownDay }) => ownDay));
  return words
    .map((word) => {
      const earlier = words.filter(({ atMs }) => atMs < word.atMs);
      return `${word.ownDay - base}: ${wordOf(word, base)} @${earlier.length + 1}`;
    })
    .join("; ");
}

function wordOf(word: Word, base: number): string {
  const day = (name: string, named?: { day: number }) =>
    named ? `, ${name} ${named.day - base}` : "";
  const { kind } = word;
  switch (kind) {
    case "hired":
      return `${kind}${day("from", word.start)}`;
    case "changed":
      return `${kind}${day("from", word.effective)}`;
    case "suspended":
      return `${kind}${day("from", word.from)}${day("until", word.until)}`;
    case "terminated":
      return `${kind}${day("last day", word.lastDay)}`;
    case "adopted":
    case "resumed":
    case "termination_cancelled":
      return kind;
  }
}

function describeRuling(statement: Statement): string {
  return statement.kind === "ruled" ? `operator: ${statement.ruling}` : "";
}
