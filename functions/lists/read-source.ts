import { createMemo, type Memo } from "../../shared/memo.ts";
import { ConfigurationError } from "../../shared/configuration-error.ts";
import {
  nextPageOf,
  recordsOf,
  totalOf,
} from "../../shared/source/list-call.ts";
import { maxInlineBytes } from "../../shared/person/avatar/limits.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { stepOfRound } from "../../shared/store/step-names.ts";
import { waitForReservation } from "../../shared/workflow/reserve-calls.ts";
import {
  changedAtMs,
  listCallOf,
  pullOf,
  type PullOptions,
} from "../../shared/webhook/pull.ts";
import { explainSourceError } from "../events/events-run.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { isFinal, type Operation } from "../../shared/store/operation.ts";
import { maxChunkRows, type PlanRow, type SentRow } from "./contract.ts";
import {
  contextOf,
  createBeginCall,
  employed,
  employeesIn,
  type ListsRun,
  planOf,
  reservesAgain,
  maxRead,
  maxPages,
} from "./lists-run.ts";
import { createDigest, createHash, type DigestOf } from "./digest-rows.ts";
import { packRows } from "./pack-rows.ts";
import { fitsItem } from "./plan-values.ts";
import type { RowContext } from "./row-context.ts";
import { whoIs } from "./row-names.ts";
import type { Plan } from "./plan.ts";
import { isJsonObject } from "../../shared/parse-json.ts";

/** How far a read is. The engine's history contains it, so it has no record. */
type Progress = {
  /** The address of the next page. Undefined at the begin and at the end. */
  next?: string | undefined;
  /** The hash of an earlier page. */
  mark?: string | undefined;
  pages: number;
  /** The records so far. */
  read: number;
  /** The records that are not as they were in an earlier read. */
  changed: number;
  /** The parts of the upload so far. */
  chunks: number;
  /** How many records the source says it has. */
  total?: number | undefined;
};

/**
 * Reads the records of a source, all or those that have changed, and stores them as the upload of a list (decision 31).
 * If the map makes the same of a record as the last time, the record is stored without its values.
 *
 * If the read fails, the plan fails. If the source says another number of records, the list is refused.
 */
export async function readSource(run: ListsRun): Promise<void> {
  const { steps, plans, asked } = run;
  const earlier = createMemo(async () =>
    readEarlier(run, (await planOf(run)).source),
  );
  const { name, callsPerSecond } = await steps.idempotent(
    "find source",
    async () => {
      const { source } = await findPulled(run, await planOf(run));
      const { name, callsPerSecond } = source;
      return { name, callsPerSecond };
    },
  );
  // The rate of the source, in place of that of the platform.
  const limit = {
    ...run,
    store: { rateLimiter: run.store.rateLimiterOf(name) },
    callsPerSecond,
    waitsFor: "the source",
  };
  let progress: Progress = { pages: 0, read: 0, changed: 0, chunks: 0 };
  for (let round = 1; round === 1 || progress.next !== undefined; round++) {
    const from = progress;
    const ahead = pagesAhead(from, callsPerSecond);
    const countCalls = async () => ahead;
    await waitForReservation(limit, "other", countCalls);
    progress = await steps.idempotent(
      stepOfRound("read source", round),
      () => readPages(run, from, ahead, earlier).catch(failAsStep),
      reservesAgain(limit, countCalls),
    );
  }
  const { read, changed, chunks, total } = progress;
  await steps.store("end read", async () => {
    // An earlier attempt can have stored more parts, with records that the source has deleted since.
    const announced = (await planOf(run)).chunks;
    await plans.deleteChunks(asked.planId, chunks, announced);
    const status = "planning" as const;
    const set = { status, rows: total ?? read, changed, chunks };
    await plans.change(asked.planId, ["reading"], set, asked.run);
  });
}

/** One step reads at most this many pages, because each can be empty. */
const maxPagesOfStep = 100;
const maxSecondsOfStep = 60;

/** How many pages the next step reads: all that are left, or enough for a part of the upload. At first, one. */
function pagesAhead(
  { pages, read, total = Infinity }: Progress,
  callsPerSecond = Infinity,
): number {
  const rows = Math.min(maxChunkRows, total - read);
  const ahead = Math.min(
    Math.ceil((rows * pages) / Math.max(read, 1)),
    Math.floor(callsPerSecond * maxSecondsOfStep),
    maxPagesOfStep,
  );
  return Math.max(1, ahead);
}

/** The most characters of an address. The engine's history has the address of the next page. */
const maxAddress = 4_000;

/**
 * @param after - the address of the page after `next`
 * @throws StepFailure `source-unreadable` if the address is too long, or if the pages have no end
 */
export function checkNext(
  after: string | undefined,
  next: string,
  pages: number,
): void {
  const { length } = after ?? "";
  if (after === next || pages > maxPages || length > maxAddress)
    throw new StepFailure("source-unreadable");
}

/**
 * Notices a page that was read before. The pages of a source can go in a circle, or a source can ignore the parameter
 * of the page. The mark moves to the first, second, fourth, eighth ... page, so that a circle of any length comes back
 * to it.
 *
 * @param mark - the hash of an earlier page
 * @param page - the hash of this page
 * @param pages - how many pages were read so far
 * @returns the mark for the next page
 * @throws StepFailure `source-unreadable`
 */
export function markOf(
  mark: string | undefined,
  page: string,
  pages: number,
): string | undefined {
  if (page === mark) throw new StepFailure("source-unreadable");
  return Number.isInteger(Math.log2(pages)) ? page : mark;
}

/** @throws ConfigurationError */
async function findPulled(
  { callers, findSource }: ListsRun,
  { source: name }: Pick<Plan, "source">,
) {
  const caller = await callers.find(name);
  const pull = caller && pullOf(name, caller);
  const source = pull && (await findSource(pull.source));
  if (!pull || !source)
    throw new ConfigurationError(
      "source-missing",
      `the caller ${name} has no pull, or the sources secret has no entry for it`,
    );
  return { pull, source };
}

/** Reads at most `ahead` pages, and stops when they fill a part of the upload. */
async function readPages(
  run: ListsRun,
  from: Progress,
  ahead: number,
  earlier: Memo<EarlierReads>,
): Promise<Progress> {
  const { sources, plans } = run;
  const plan = await planOf(run);
  const { pull, source } = await findPulled(run, plan);
  const beginCall = createBeginCall(run, source.callsPerSecond);
  const call = listCallOf(pull, plan.sinceMs);
  const context = await contextOf(run, plan);
  const known = await earlier.get();
  const hash = await createHash(run);
  const digestOf = createDigest(hash, context);
  const comparison = {
    ...known,
    digestOf,
    timeOf: (record: unknown) => ownTimeOf(pull, record, known.pulledMs, plan),
  };
  const rows: SentRow[] = [];
  let { pages, read, next = call.request.url, mark, total } = from;
  let isEnd = false;
  const lastPage = pages + ahead;
  while (!isEnd && rows.length < maxChunkRows && pages < lastPage) {
    await beginCall();
    const answer = await sources.readPage(source, call, next);
    const records = recordsOf(call, answer);
    if (!records) throw new StepFailure("source-unreadable");
    for (const record of records) {
      read++;
      const line = read;
      rows.push(
        fittingRow(record, (fits) => toRow(line, fits, context, comparison)),
      );
    }
    pages++;
    total = totalOf(call, answer) ?? total;
    const count = records.length;
    const after = nextPageOf(call, next, answer, { count, read, pages });
    checkNext(after, next, pages);
    // Empty pages are alike, and can still have different next pages.
    if (count > 0)
      mark = markOf(mark, hash(`page:${JSON.stringify(records)}`), pages);
    isEnd = after === undefined;
    next = after ?? next;
  }
  const parts = [...packRows(rows)];
  const chunks = from.chunks + parts.length;
  const note = async (set: Partial<Plan>) => {
    if (!(await plans.change(plan.id, ["reading"], set, run.asked.run)))
      throw new StepFailure("execution-lost");
  };
  // The plan notes the parts before they are stored. If it ends meanwhile, it deletes all parts that it has noted.
  await note({ chunks: Math.max(plan.chunks, chunks) });
  for (const [nth, bytes] of parts.entries())
    await plans.putChunk(plan.id, from.chunks + nth, bytes);
  const changed = rows.filter(([, , , one]) => one?.same === undefined).length;
  // If the plan has ended since the first note, this one fails, and the parts are deleted.
  await note({ done: read });
  return {
    ...(!isEnd && { next, mark }),
    pages,
    read,
    changed: from.changed + changed,
    chunks,
    total,
  };
}

/** What earlier reads found, by the ids of employees. */
type EarlierReads = {
  /** The digest of the employee's record. */
  digests: ReadonlyMap<string, string>;
  /** The employees whose record was ignored. */
  ignored: ReadonlySet<string>;
  /** The operations of the employee's record that have not succeeded. */
  open: ReadonlyMap<string, string[]>;
  /** When the last read began. */
  pulledMs: number | undefined;
};

/** What a record is compared with, and how. */
type Comparison = Pick<EarlierReads, "digests" | "ignored" | "open"> & {
  digestOf: DigestOf;
  timeOf: (record: unknown) => number | undefined;
};

function toRow(
  line: number,
  record: Record<string, unknown>,
  context: RowContext,
  { digests, ignored, open, digestOf, timeOf }: Comparison,
): SentRow {
  const sent: SentRow = [line, record, []];
  const digest = digestOf(sent);
  const employeeId = whoIs(sent, context)?.employeeId;
  if (digest === undefined || employeeId === undefined) return sent;
  const ledTo = open.get(employeeId);
  const known = { digest, ...(ledTo && { ledTo }) };
  if (digests.get(employeeId) === digest) {
    const isIgnored = ignored.has(employeeId);
    const same = { ...known, same: employeeId };
    return [line, {}, [], { ...same, ...(isIgnored && { isIgnored }) }];
  }
  const atMs = timeOf(record);
  return [line, record, [], { ...known, ...(atMs !== undefined && { atMs }) }];
}

/** The base64 of the largest avatar inside an event. The schema refuses a longer text. */
const maxText = (maxInlineBytes / 3) * 4;

/**
 * Makes a row that fits into an item of our store. Each text that is too long for an event becomes empty. If the row
 * still does not fit, the longest texts, such as photos, become empty, too.
 */
export function fittingRow(
  record: unknown,
  toRow: (record: Record<string, unknown>) => SentRow,
  maxLength = maxText,
): SentRow {
  let longest = 0;
  const text = JSON.stringify(record ?? null, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    if (value.length > maxLength) return "";
    longest = Math.max(longest, value.length);
    return value;
  });
  const short: unknown = JSON.parse(text);
  const row = toRow(isJsonObject(short) ? short : {});
  if (fitsItem(JSON.stringify(row))) return row;
  // An empty row does not say who it is, so the list is refused.
  if (longest === 0) return toRow({});
  return fittingRow(record, toRow, longest - 1);
}

/**
 * When a record that differs was changed, if it says so. The time counts only if it lies between the begin of the last
 * read and of this one. A clock of the source can be ahead, and a record can mean something else without a change,
 * because a day has come.
 */
export function ownTimeOf(
  pull: PullOptions,
  record: unknown,
  pulledMs: number | undefined,
  { asOfMs }: Pick<Plan, "asOfMs">,
): number | undefined {
  const atMs = changedAtMs(pull, record);
  if (atMs === undefined || pulledMs === undefined) return undefined;
  return atMs > pulledMs && atMs < asOfMs ? atMs : undefined;
}

/** Reads the rows of the plans since the last read of all records. */
async function readEarlier(
  run: ListsRun,
  source: string,
): Promise<EarlierReads> {
  const state = await run.plans.source(source);
  const digests = new Map<string, string>();
  const ignored = new Set<string>();
  const open = new Map<string, string[]>();
  // A row of a later plan replaces the row of the same employee.
  for (const id of state?.recent ?? []) {
    const plan = await run.plans.get(id);
    for (let chunk = 0; chunk < (plan?.rowChunks ?? 0); chunk++) {
      const { planned, applied } = await run.plans.rowsOf(id, chunk);
      const accepted = new Map(
        applied.map(({ employeeId, ledTo }) => [employeeId, ledTo]),
      );
      const rows = await inTurns(planned, maxRead, async (row) => {
        const { ledTo = accepted.get(row.employeeId) } = row;
        return { ...row, ledTo, ends: await endsOf(run, ledTo) };
      });
      for (const { employeeId, kind, digest, ledTo, ends } of rows) {
        if (employeeId === undefined) continue;
        const isDone = doneKinds.includes(kind) || ledTo !== undefined;
        if (ledTo && ends !== "well") open.set(employeeId, ledTo);
        else open.delete(employeeId);
        // An adoption only links the person: the fields of the record are still to be compared.
        const isAsRecord = isDone && ends !== "badly" && kind !== "adopt";
        // An upload can be older than the record.
        const isRead = plan?.origin === "pull" && isAsRecord;
        if (digest !== undefined && isRead) digests.set(employeeId, digest);
        else digests.delete(employeeId);
        if (kind === "ignored") ignored.add(employeeId);
        else ignored.delete(employeeId);
      }
    }
  }
  // A leaver whom we did not know can be employed by now: another sender or a later operation may have hired them.
  if (ignored.size > 0)
    for await (const ids of employeesIn(run, employed, new Set()))
      for (const id of ids) if (ignored.has(id)) digests.delete(id);
  return { digests, ignored, open, pulledMs: state?.pulledMs };
}

/** How operations have ended. Undefined while one of them goes on. */
async function endsOf(
  { store }: ListsRun,
  ids: readonly string[] = [],
): Promise<"well" | "badly" | undefined> {
  const all = await Promise.all(ids.map((id) => store.operations.get(id)));
  const found = all.filter((one) => one !== undefined);
  if (found.some(hasEndedBadly)) return "badly";
  return found.every(isFinal) ? "well" : undefined;
}

/**
 * Whether the record must be compared again, because its operation has failed. If an operator has closed a hire or an
 * end, and the record still says it, the rules ask about it again. A change that an operator has closed is not compared
 * again until the record says another change, because the rules would do it.
 */
function hasEndedBadly({ status, reason, type }: Operation): boolean {
  if (status !== "cancelled")
    return status === "failed" || status === "needs_attention";
  const isClosed = reason === "resolved" || reason === "rejected";
  return isClosed && type !== "employee.changed";
}

const doneKinds: readonly PlanRow["kind"][] = ["same", "pending", "ignored"];

function failAsStep(error: unknown): never {
  throw explainSourceError(error);
}
