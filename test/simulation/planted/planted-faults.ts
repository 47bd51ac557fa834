import type { Conditions } from "../system/faults.ts";

/** A fault that we plant into a file when it is loaded, so that the simulation shows whether it finds it. */
export type PlantedFault = {
  name: string;
  /** What would go wrong in a deployment. */
  effect: string;
  /** How much of what it needs to show itself a run has. The companies with most of it are simulated first. */
  needs?: (conditions: Conditions) => number | boolean;
  /** From the root of the project. */
  file: string;
  /** It must be in the file exactly once. White space counts as white space, however much. */
  search: string;
  replace: string;
};

/** Chosen from what went wrong before. A name says what the fault does. */
export const plantedFaults: readonly PlantedFault[] = [
  // Lists.
  {
    name: "end-who-is-missing-once",
    effect: "A list that lacks one row ends the employee.",
    file: "functions/lists/plan-missing.ts",
    search: 'if (!wasMissing) return missing("absent-once");',
    replace: "",
  },
  {
    name: "take-an-old-list-for-new",
    needs: ({ isPulled }) => !isPulled,
    effect: "An old export overrides what was said later.",
    file: "functions/lists/lists-run.ts",
    search: "source, asOfMs, nowMs: nowMs(),",
    replace: "source, asOfMs: nowMs(), nowMs: nowMs(),",
  },
  {
    name: "take-a-skipped-row-for-sent",
    needs: ({ isPulled }) => isPulled,
    effect: "A record whose event was not accepted is never sent again.",
    file: "functions/lists/read-source.ts",
    search: "const isDone = doneKinds.includes(kind) || ledTo !== undefined;",
    replace: "const isDone = true;",
  },
  // The shell.
  {
    name: "overwrite-what-others-said",
    needs: ({ isLimited }) => !isLimited,
    // Without the version alone, the runner of the condition still tells two writers from each other, nearly always.
    effect: "Of two events at the same moment, one is forgotten.",
    file: "shared/store/employees.ts",
    search:
      "{ version: read?.version ?? absent, ...sameRunner(read?.runner) },",
    replace: "{},",
  },
  {
    name: "release-without-looking-again",
    effect: "What is said while a run ends has no effect.",
    file: "shared/store/employees.ts",
    search: "...(version !== undefined && { version }) },",
    replace: "},",
  },
  {
    name: "forget-other-operations",
    effect: "The operation of an earlier event never ends.",
    file: "shared/store/say-statement.ts",
    search:
      "unfinished: [...others, ...(opened ? [opened] : [])].map(withDropped),",
    replace: "unfinished: (opened ? [opened] : []).map(withDropped),",
  },
  {
    name: "trust-a-write-without-an-answer",
    needs: ({ faults }) => faults.slow,
    effect: "A write that arrives late enables a leaver again.",
    file: "shared/store/leases.ts",
    search: "const isOpen = looksAgain && given.isDoubtful;",
    replace: "const isOpen = false;",
  },
  {
    name: "write-a-person-without-a-lease",
    needs: ({ faults }) => faults.slow,
    effect: "A status that read the person before enables a leaver again.",
    file: "shared/store/leases.ts",
    search: "take({ ...where, leaseUntilMs: absent })",
    replace: "take(where)",
  },
  {
    // A conflict with an own creation is too rare for it: the first request must arrive between the look and the second one.
    name: "never-find-an-own-creation",
    needs: ({ faults }) => faults.lostAfter,
    effect: "A creation whose answer was lost is never found.",
    file: "functions/employment/moves/create.ts",
    search:
      "if (isSameUsername(person.svc?.username, username)) return person;",
    replace: "continue;",
  },
  {
    name: "enable-before-the-start",
    needs: ({ createDaysBefore }) => createDaysBefore,
    effect: "Who is created before the start has access at once.",
    file: "functions/employment/moves/create.ts",
    search: "!creation.isBeforeStart,",
    replace: "true,",
  },
  {
    name: "count-grace-from-nowhere",
    effect: "A leaver is deleted at once.",
    file: "functions/employment/moves/set-enabled.ts",
    search: "sinceMs: run.nowMs(),",
    replace: "sinceMs: 0,",
  },
  {
    name: "erase-what-a-hire-needs",
    effect: "A change before the start date is lost.",
    file: "functions/employment/record.ts",
    search: "untilMs === undefined ? undefined : { neededUntilMs: untilMs },",
    replace: '"erase",',
  },
  {
    name: "set-the-older-status",
    needs: ({ faults }) => faults.late,
    effect: "A status that arrives late overwrites a newer one.",
    file: "functions/status-relay/set-status.ts",
    search:
      'if (statusAtMs > eventAtMs) throw new StepFailure("newer-status");',
    replace: "",
  },
  {
    name: "note-a-change-before-it-is-written",
    needs: ({ faults }) => faults.slow,
    effect: "A change whose write failed is taken for done.",
    file: "functions/employment/moves/change.ts",
    search: "leaseOf(key, after)",
    replace: "leaseOf(key, after, after)",
  },
  // The store and the receivers.
  {
    name: "accept-each-delivery-as-new",
    needs: ({ faults }) => faults.repeated,
    effect: "A repeated delivery has two operations.",
    file: "shared/webhook/intake.ts",
    search: "const id = operationIdOf(caller.name, deliveryId);",
    replace:
      "const id = operationIdOf(caller.name, deliveryId + dependencies.nowMs());",
  },
  {
    name: "answer-before-storing",
    needs: ({ faults }) => faults.lostBefore,
    effect: "An event that was answered 202 is lost.",
    file: "shared/store/accept-operation.ts",
    search: "const isNew = await table.putIfAbsent({",
    replace:
      "const put = (item) => table.putIfAbsent(item).catch(() => true); const isNew = await put({",
  },
  {
    name: "keep-data-of-the-gone",
    effect: "The names of a person who was deleted stay in the table.",
    file: "functions/employment/moves/erase.ts",
    search: "remove: ofPerson,",
    replace: "remove: [],",
  },
  {
    name: "keep-payloads",
    effect: "The data of events stays in the table when its time is over.",
    file: "functions/scheduler/dispatch-due.ts",
    search: "await payloads.eraseIfDue(id)",
    replace: "await Promise.resolve(false)",
  },
  {
    name: "never-sweep",
    effect: "The table grows without end.",
    file: "shared/store/operation-writer.ts",
    search: "...(isClosed && sweepAt(keptUntilMs)),",
    replace: "",
  },
  // The scheduler.
  {
    name: "accept-again-without-a-start",
    needs: ({ faults }) => faults.unstarted,
    effect: "An operation whose start was lost never runs.",
    file: "functions/scheduler/restart-accepted.ts",
    search: "await start(restarted);",
    replace: "",
  },
  {
    name: "miss-lost-executions",
    needs: ({ faults }) => faults.ended,
    effect: "An operation whose execution is gone runs for ever.",
    file: "functions/scheduler/check-running.ts",
    search: "if (await runs(operation, execution)) return",
    replace: "return",
  },
  {
    // The company planted-8 has it: an invocation goes on for seconds after it was killed.
    name: "wait-for-a-dead-runner",
    needs: ({ faults }) => faults.killed && faults.slow,
    effect: "What is said of an employee does not go on for more than an hour.",
    file: "functions/scheduler/check-running.ts",
    search: "if (await runs(operation, runner.execution)) return true;",
    replace: "return true;",
  },
  {
    name: "wake-terminations-only",
    needs: ({ faults }) => faults.outagesPerYear,
    effect: "After an outage, hires and changes stay blocked.",
    file: "functions/scheduler/end-outages.ts",
    search: 'for (const group of ["terminations", "others"] as const) {',
    replace: 'for (const group of ["terminations"] as const) {',
  },
  {
    name: "miss-waiting-operations",
    effect: "What waits for a day does not go on.",
    file: "functions/scheduler/dispatch-due.ts",
    search: "wakeWaiting(operations, starts),",
    replace: "",
  },
  // Limits and the rate.
  {
    name: "count-an-hour-only",
    effect: "More people than allowed lose access in a day.",
    file: "shared/store/daily-limits.ts",
    search: "const windowMs = dayMs;",
    replace: "const windowMs = dayMs / 24;",
  },
  {
    name: "count-over-each-other",
    needs: ({ isLimited }) => !isLimited,
    effect: "Of two people who are counted at the same moment, one is not.",
    file: "shared/store/daily-limits.ts",
    search: "where: { version: version ?? absent },",
    replace: "where: {},",
  },
  {
    name: "pass-a-limit-for-ever",
    needs: ({ faults }) => faults.outagesPerYear,
    effect: "Writes that failed for days take effect on one day.",
    file: "shared/employment/next-move.ts",
    search: "if (last && nowMs < last.atMs + hourMs) return undefined;",
    replace: "if (last) return undefined;",
  },
  {
    name: "reserve-too-little",
    needs: ({ isLimited }) => isLimited,
    effect: "The platform gets more calls than it takes.",
    file: "shared/store/rate-limiter.ts",
    search: "const durationMs = (calls * 1_000) / callsPerSecond;",
    replace: "const durationMs = calls / callsPerSecond;",
  },
  // Secrets and personal data.
  {
    name: "log-a-name",
    effect: "A log line has a username.",
    file: "shared/webhook/intake.ts",
    search: "deliveryId: received.signedId,",
    replace: "deliveryId: JSON.stringify(data),",
  },
  {
    name: "tell-the-engine-a-person",
    effect: "The history of an execution has personal data.",
    file: "functions/employment/moves/confirm.ts",
    search: "return run.write({ set: { person } });",
    replace: "return { ...(await run.write({ set: { person } })), found };",
  },
  {
    name: "keep-a-refused-secret",
    needs: ({ faults }) => faults.rotationsPerYear,
    effect: "After a rotation, nothing goes on.",
    file: "shared/platform-auth/secret-login.ts",
    search: "await reader.refresh()",
    replace: "await reader.get()",
  },
  // Notices.
  {
    name: "lose-the-mark-of-a-notice",
    effect: "No one hears of an operation that needs a person.",
    file: "shared/store/notices.ts",
    search: "if (isOpen(status) || person !== undefined) return true;",
    replace: "if (person !== undefined) return true;",
  },
  {
    name: "settle-notices-that-came-since",
    effect: "A notice that comes while another one is told is lost.",
    file: "shared/store/outbox.ts",
    search: "where: { ...where, history: { length } },",
    replace: "where,",
  },
  {
    name: "wait-for-a-lost-round",
    needs: ({ faults }) => faults.ended,
    effect: "After one lost execution, no notice is sent any more.",
    file: "functions/scheduler/start-notices.ts",
    search: "const beginsWithinMs = 5 * minuteMs;",
    replace: "const beginsWithinMs = 1e6 * minuteMs;",
  },
];

/** The source with the fault. @throws Error if the text is not in it exactly once */
export function plant(source: string, fault: PlantedFault): string {
  const words = fault.search.trim().split(/\s+/).map(escaped);
  const parts = source.split(new RegExp(words.join(String.raw`\s+`)));
  const [before, after] = parts;
  if (parts.length !== 2 || before === undefined || after === undefined)
    throw new Error(
      `${fault.name}: ${fault.file} has its text ${parts.length - 1} times`,
    );
  return before + fault.replace + after;
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
