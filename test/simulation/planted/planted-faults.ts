import type { Conditions } from "../system/faults.ts";

/** A fault that we plant into a file when it is loaded, so that the simulation shows whether it finds it. */
export type PlantedFault = {
  name: string;
  /** What would go wrong in a deployment. */
  effect: string;
  /** From the root of the project. */
  file: string;
  /** The conditions of a run without which the fault cannot be found. `!` in front: the condition must not hold. */
  needs: readonly string[];
  /** The text to replace. It must be in the file once. Any white space counts as one space. */
  search: string;
  replace: string;
};

/**
 * Chosen from what went wrong before. Each fault has these lines:
 *
 *     name: effect
 *     file needs condition condition
 *     - the text to replace
 *     + the new text; without this line, the text is taken away
 */
const faults = `
# Lists.
end-who-is-missing-once: A list that lacks one row ends the employee.
functions/lists/plan-missing.ts
- if (!wasMissing) return waiting(employeeId, "missing", "absent-once");

take-an-old-list-for-new: An old export overrides what was said later.
functions/lists/lists-run.ts needs !isPulled
- source, asOfMs, nowMs: nowMs(),
+ source, asOfMs: nowMs(), nowMs: nowMs(),

take-a-skipped-row-for-sent: A record whose event was not accepted is never sent again.
functions/lists/read-source.ts needs isPulled
- const isDone = doneKinds.includes(kind) || ledTo !== undefined;
+ const isDone = true;

# The shell.
# Without the version alone, the runner of the condition still tells two writers from each other, nearly always.
overwrite-what-others-said: Of two events at the same moment, one is forgotten.
shared/store/employees.ts needs !isLimited
- { version: read?.version ?? absent, ...sameRunner(read?.runner) },
+ {},

release-without-looking-again: What is said while a run ends has no effect.
shared/store/employees.ts
- ...(version !== undefined && { version }) },
+ },

forget-other-operations: The operation of an earlier event never ends.
shared/store/say-statement.ts
- unfinished: [...others, ...(opened ? [opened] : [])].map(withVerdict),
+ unfinished: (opened ? [opened] : []).map(withVerdict),

trust-a-write-without-an-answer: A write that arrives late enables a leaver again.
shared/store/leases.ts needs slow
- const isOpen = looksAgain && given.isDoubtful;
+ const isOpen = false;

write-a-person-without-a-lease: A status that read the person before enables a leaver again.
shared/store/leases.ts needs slow
- takeIf({ ...where, leaseUntilMs: absent })
+ takeIf(where)

# A conflict with an own creation is too rare: the first request must arrive between the look and the second one.
never-find-an-own-creation: A creation whose answer was lost is never found.
functions/employment/moves/create.ts needs lostAfter
- if (isSameUsername(person.svc?.username, username)) return person;
+ continue;

enable-before-the-start: Who is created before the start has access at once.
functions/employment/moves/create.ts needs createDaysBefore
- !creation.isBeforeStart,
+ true,

count-grace-from-nowhere: A leaver is deleted at once.
functions/employment/moves/set-enabled.ts
- sinceMs: run.nowMs(),
+ sinceMs: 0,

erase-what-a-hire-needs: A change before the start date is lost.
functions/employment/record.ts
- untilMs === undefined ? undefined : { neededUntilMs: untilMs },
+ "erase",

set-the-older-status: A status that arrives late overwrites a newer one.
functions/status-relay/set-status.ts needs late
- if (statusAtMs > eventAtMs) throw new StepFailure("newer-status");

note-a-change-before-it-is-written: A change whose write failed is taken for done.
functions/employment/moves/change.ts needs slow
- leaseOf(key, { after })
+ leaseOf(key, { before: after, after })

# The store and the receivers.
accept-each-delivery-as-new: A repeated delivery has two operations.
shared/webhook/intake.ts needs repeated
- const id = operationIdOf(caller.name, deliveryId);
+ const id = operationIdOf(caller.name, deliveryId + dependencies.nowMs());

answer-before-storing: An event that was answered 202 is lost.
shared/store/accept-operation.ts needs lostBefore
- const isNew = await table.putIfAbsent({
+ const put = (item) => table.putIfAbsent(item).catch(() => true); const isNew = await put({

keep-data-of-the-gone: The names of a person who was deleted stay in the table.
functions/employment/moves/erase.ts
- remove: fieldsOfPerson,
+ remove: [],

keep-payloads: The data of events stays in the table when its time is over.
functions/scheduler/dispatch-due.ts
- await payloads.eraseIfDue(id)
+ await Promise.resolve(false)

never-sweep: The table grows without end.
shared/store/operation-writer.ts
- ...(isClosed && sweepAt(keptUntilMs)),

# The scheduler.
accept-again-without-a-start: An operation whose start was lost never runs.
functions/scheduler/restart-accepted.ts needs unstarted
- await start(restarted);

miss-lost-executions: An operation whose execution is gone runs for ever.
functions/scheduler/check-running.ts needs ended
- if (await isAlive(operation, execution)) return
+ return

look-for-lost-executions-rarely: An operation whose execution is gone goes on hours later.
shared/store/operation-writer.ts needs ended
- export const checkEveryMs = 10 * minuteMs;
+ export const checkEveryMs = 200 * minuteMs;

wake-terminations-only: After an outage, hires and changes stay blocked.
functions/scheduler/end-outages.ts needs outagesPerYear
- for (const group of ["terminations", "others"] as const) {
+ for (const group of ["terminations"] as const) {

miss-waiting-operations: What waits for a day does not go on.
functions/scheduler/dispatch-due.ts
- wakeWaiting(operations, starts),

# Limits and the rate.
count-an-hour-only: More people than allowed lose access in a day.
shared/store/daily-limits.ts
- const windowMs = dayMs;
+ const windowMs = dayMs / 24;

count-over-each-other: Of two people who are counted at the same moment, one is not.
shared/store/daily-limits.ts needs !isLimited
- where: { version: version ?? absent },
+ where: {},

reserve-too-little: The platform gets more calls than it takes.
shared/store/rate-limiter.ts needs isLimited
- const durationMs = (calls * 1_000) / callsPerSecond;
+ const durationMs = calls / callsPerSecond;

# Secrets and personal data.
log-a-name: A log line has a username.
shared/webhook/intake.ts
- deliveryId: received.loggedId,
+ deliveryId: JSON.stringify(data),

tell-the-engine-a-person: The history of an execution has personal data.
functions/employment/moves/confirm.ts
- return run.write({ set: { person } });
+ return { ...(await run.write({ set: { person } })), found };

keep-a-refused-secret: After a rotation, nothing goes on.
shared/platform-auth/secret-login.ts needs rotationsPerYear
- await reader.refresh()
+ await reader.get()

# Notices.
lose-the-mark-of-a-notice: No one hears of an operation that needs a person.
shared/store/notices.ts
- if (isOpen(status) || person !== undefined) return true;
+ if (person !== undefined) return true;

settle-notices-that-came-since: A notice that comes while another one is told is lost.
shared/store/outbox.ts
- where: { ...where, history: { length } },
+ where,

wait-for-a-lost-round: After one lost execution, no notice is sent any more.
functions/scheduler/start-notices.ts needs ended
- const beginsWithinMs = 5 * minuteMs;
+ const beginsWithinMs = 1e6 * minuteMs;
`;

const form = /^([\w-]+): (.*)\n(\S+)(?: needs (.*))?\n- (.*)(?:\n\+ (.*))?$/;

export const plantedFaults = faults
  .replaceAll(/^#.*\n/gm, "")
  .trim()
  .split("\n\n")
  .map((text): PlantedFault => {
    const read = form.exec(text);
    if (!read) throw new Error(`this is no fault: ${text}`);
    const [, name = "", effect = "", file = "", needs, search = ""] = read;
    const replace = read[6] ?? "";
    return {
      name,
      effect,
      file,
      needs: needs?.split(" ") ?? [],
      search,
      replace,
    };
  });

/** How much a run has of what a fault needs: the product of the frequencies. The companies with most come first. */
export function rankOf(
  { needs }: PlantedFault,
  { faults: shares, ...others }: Conditions,
): number {
  const has: Record<string, unknown> = { ...others, ...shares };
  return needs.reduce(
    (rank, one) =>
      rank * Number(one.startsWith("!") ? !has[one.slice(1)] : has[one]),
    1,
  );
}

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
