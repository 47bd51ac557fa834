import { isoTimeOf } from "../../shared/iso-time.ts";
import type { Context, Hono } from "hono";
import { isDeepStrictEqual } from "node:util";
import { dayMs } from "../../shared/durations.ts";
import type { Log } from "../../shared/log.ts";
import type { Callers } from "../../shared/webhook/callers.ts";
import {
  listOptionsOf,
  wholeRecordMapSchema,
} from "../../shared/webhook/lookup.ts";
import { pullOf } from "../../shared/webhook/pull.ts";
import { problem } from "../../shared/webhook/problem.ts";
import { seesAll } from "../../shared/webhook/represent-operation.ts";
import { bodyOf } from "../../shared/webhook/request-environment.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../shared/webhook/validation-issues.ts";
import type { StartPlan } from "../../shared/workflow/execution.ts";
import { createProblemApp } from "../../shared/webhook/problem-app.ts";
import {
  invalid,
  readJsonBody,
  readQuery,
  type AuthenticatedContext,
  type AuthenticatedEnv,
  requireBearer,
} from "../operations/read-request.ts";
import {
  approveSchema,
  beginSchema,
  decideSchema,
  grantedKinds,
  isApplied,
  maxChunkRows,
  newPlanSchema,
  type PlanRow,
  planIdPattern,
  rowFilterSchema,
  type ShownPlan,
  shownPlanSchema,
  stoppablePlans,
  type ShownRow,
} from "./contract.ts";
import { driftPlan } from "./drift.ts";
import type { Plan } from "./plan.ts";
import type { Plans } from "./plans.ts";
import { endOverduePull } from "./pull.ts";
import {
  matchesSchema,
  maxPackedBytes,
  unpack,
  unpackChunk,
  valuesMs,
} from "./plan-values.ts";

/** The variables of a request about a plan that exists. */
type PlanEnv = { Variables: AuthenticatedEnv["Variables"] & { plan: Plan } };
type PlanContext = Context<PlanEnv>;

/** An approval is valid for this time. */
const approvalMs = dayMs;
/** A clock of the sender may be ahead by this time. */
const maxAheadMs = 5 * 60_000;
/** One request reads at most this many chunks of rows. */
const chunksOfPage = 20;
const newestPlans = 50;

const planPath = `/plans/:id{${planIdPattern}}` as const;

/**
 * Creates the API of lists of people (decision 31), for operators. A plan says what each row of a list would change. It
 * is made of uploaded rows, of a pull, or of a drift, which compares known employees with the platform. A trial is a
 * plan with another map, and changes nothing. The scope `operate` uploads, approves and applies; `observe` only reads. The
 * workflow makes and applies a plan. Each change of a plan is one conditional write.
 */
export function createListsApp(dependencies: {
  callers: Pick<Callers, "identifyBearer" | "find">;
  plans: Plans;
  startPlan: StartPlan;
  /** How many ends and renames one operator can approve. */
  listApprovalMax: number;
  nowMs: () => number;
  log: Log;
}): Hono<PlanEnv> {
  const { callers, plans, startPlan, listApprovalMax, nowMs, log } =
    dependencies;
  const app = createProblemApp<PlanEnv>(log);
  const show = (plan: Plan) => represent(plan, listApprovalMax);

  for (const path of ["/plans", "/plans/*"]) {
    app.use(path, requireBearer(dependencies));
    app.use(path, async (c: AuthenticatedContext, next) =>
      seesAll(c.var.caller) &&
      (c.req.method === "GET" || c.var.caller.scopes.includes("operate"))
        ? next()
        : problem(c, "forbidden"),
    );
  }

  // This path matches the plan itself, too.
  app.use(`${planPath}/*`, async (c: PlanContext, next) => {
    const plan = await plans.get(c.req.param("id") ?? "");
    if (!plan) return problem(c, "not-found");
    c.set("plan", plan);
    return next();
  });

  // The creator of a plan cannot approve it. So only the creator may send its parts.
  for (const part of ["chunks/*", "matches", "begin"])
    app.use(`${planPath}/${part}`, async (c: PlanContext, next) =>
      c.var.plan.createdBy === c.var.caller.name
        ? next()
        : refuse(c, "Another operator has created the plan. Create your own."),
    );

  app.get("/plans", async (c) =>
    c.json({ plans: (await plans.newest(newestPlans)).map(show) }),
  );

  app.post("/plans", async (c) => {
    const { source, origin, asOf, isWhole, expectRows, columns, map } =
      await readJsonBody(c, newPlanSchema);
    const { name: createdBy } = c.var.caller;
    if (origin === "drift") {
      const asked = { ...driftPlan, createdBy, asOfMs: nowMs() };
      const drift = await plans.create(asked);
      return c.json(show(drift), 201, { location: `/plans/${drift.id}` });
    }
    const caller =
      source === undefined ? undefined : await callers.find(source);
    const wrongSource = (detail: string) =>
      invalid(c, [{ pointer: "#/source", detail }]);
    if (source === undefined || !caller || !listOptionsOf(caller))
      return wrongSource(
        "must be a caller whose entry has a list, which says how a row is read, or a lookup",
      );
    const pull = origin === "pull" ? pullOf(source, caller) : undefined;
    if (origin === "pull" && !pull)
      return wrongSource(
        "must be a caller whose entry has a pull, or a preset with one",
      );
    const asOfMs = asOf === undefined ? nowMs() : Date.parse(asOf);
    if (asOfMs > nowMs() + maxAheadMs)
      return invalid(c, [
        { pointer: "#/asOf", detail: "must not lie in the future" },
      ]);
    const trial =
      map === undefined
        ? undefined
        : wholeRecordMapSchema.safeParse(map, validationMessages);
    if (trial?.success === false)
      return invalid(
        c,
        validationIssuesOf(trial.error.issues).map(({ pointer, detail }) => ({
          pointer: pointer.replace("#", "#/map"),
          detail,
        })),
      );
    const plan = await plans.create({
      source,
      origin,
      ...(trial && { trialMap: JSON.stringify(trial.data) }),
      asOfMs: Math.min(asOfMs, nowMs()),
      isWhole: pull?.isWhole ?? isWhole,
      createdBy,
      ...(expectRows !== undefined && { expectRows }),
      ...(columns && { columns }),
    });
    return c.json(show(plan), 201, { location: `/plans/${plan.id}` });
  });

  app.get(planPath, ({ json, var: { plan, caller } }) =>
    json({
      ...show(plan),
      mayApprove:
        caller.scopes.includes("operate") && !tookPart(plan, caller.name),
    }),
  );

  app.get(`${planPath}/rows`, async (c) => {
    const {
      kind,
      reason,
      skipped,
      names,
      cursor = "0",
    } = readQuery(c, rowFilterSchema);
    const { plan } = c.var;
    const hasNames = names && c.var.caller.scopes.includes("operate");
    const from = Number(cursor);
    const rows: ShownRow[] = [];
    // While the plan is made, only the uploaded chunks are counted.
    const chunks = Math.max(plan.rowChunks, plan.chunks);
    let chunk = from;
    // A page has whole chunks, and one chunk fits into an answer.
    while (chunk < chunks && chunk < from + chunksOfPage) {
      const all = await readChunk(plan, chunk);
      const named = hasNames ? await plans.namesOf(plan, chunk) : {};
      rows.push(
        ...all
          .filter(
            (row) =>
              (kind === undefined || row.kind === kind) &&
              (reason === undefined || row.reason === reason) &&
              (skipped === undefined || row.skipped !== undefined),
          )
          .map((row) => {
            const namesOfMatch = named[row.line];
            return namesOfMatch ? { ...row, names: namesOfMatch } : row;
          }),
      );
      chunk++;
      if (rows.length >= maxChunkRows) break;
    }
    return c.json({
      rows,
      ...(chunk < chunks && { next: String(chunk) }),
    });
  });

  app.put(`${planPath}/chunks/:chunk{\\d{1,3}}`, (c) =>
    upload(c, ({ id }, bytes) => {
      const rows = unpackChunk(bytes);
      // A digest stands for values that a pull has read. A sender gives the values.
      const hasDigest = rows.some(([, , , digest]) => digest);
      if (rows.length > maxChunkRows || hasDigest) throw new RangeError();
      return plans.putChunk(id, Number(c.req.param("chunk")), bytes);
    }),
  );

  app.put(`${planPath}/matches`, (c) =>
    upload(c, ({ id }, bytes) => {
      unpack(bytes, matchesSchema);
      return plans.putMatches(id, bytes);
    }),
  );

  app.post(`${planPath}/begin`, async (c) => {
    const { chunks, rows } = await readJsonBody(c, beginSchema);
    const { plan } = c.var;
    const readsSource = plan.origin === "pull";
    // A trial changes nothing, so it may run beside a pull.
    const isPull = readsSource && plan.trialMap === undefined;
    const status = readsSource ? "reading" : "planning";
    // If the answer was lost, the request comes again, and starts the same execution. The number of chunks tells
    // whether it is the same request. A pull has no chunks before it reads, so its status tells enough.
    const isSame = readsSource || plan.chunks === chunks;
    const isRepeated = plan.status === status && isSame;
    if (!isRepeated && plan.status !== "uploading") return refuseByStatus(c);
    const other = isPull ? await endOverduePull(dependencies, plan) : undefined;
    if (other !== undefined)
      return refuse(c, `The pull ${other} of this source has not ended.`);
    const begun = isRepeated
      ? plan
      : await plans.change(plan.id, ["uploading"], {
          status,
          chunks,
          rows,
          startedAtMs: nowMs(),
        });
    if (begun && isPull) await plans.notePull(plan.source, plan.id);
    return start(c, begun);
  });

  app.post(`${planPath}/decide`, async (c) => {
    const { matches } = await readJsonBody(c, decideSchema);
    const { plan } = c.var;
    if (plan.status !== "planned") return refuseByStatus(c);
    await plans.decide(plan.id, matches);
    const planning = await plans.change(plan.id, ["planned"], {
      status: "planning",
      run: plan.run + 1,
      done: 0,
      // The approvals were about the plan before this decision.
      approvals: [],
      decidedBy: [...new Set([...plan.decidedBy, c.var.caller.name])],
      startedAtMs: nowMs(),
    });
    return start(c, planning);
  });

  /** Whether another plan of the source was applied since this one was made. */
  const isOutdated = async ({ id, source, sourceVersion }: Plan) => {
    const state = await plans.source(source);
    return (state?.version ?? 0) !== sourceVersion && state?.lastPlan !== id;
  };

  app.post(`${planPath}/approve`, async (c) => {
    const { digest, applies } = await readJsonBody(c, approveSchema);
    const { plan } = c.var;
    const { name: by } = c.var.caller;
    if (plan.status !== "planned") return refuseByStatus(c);
    if (tookPart(plan, by))
      return problem(c, "sent-by-yourself", {
        detail:
          "You have uploaded the list, decided about a match, or approved the plan already.",
      });
    if (digest !== plan.digest || !isDeepStrictEqual(applies, plan.applies))
      return refuse(c, "The approval names another digest or other counts.");
    if (nowMs() >= plan.createdAtMs + valuesMs)
      return refuse(c, "The values of the list are erased. Upload a new list.");
    if (await isOutdated(plan)) return refuse(c, outdated);
    const approvals = [...plan.approvals, { by, atMs: nowMs() }];
    const isEnough = approvals.length >= neededFor(plan, listApprovalMax);
    const next = await plans.approve(plan, approvals, {
      ...(isEnough && {
        status: "approved",
        approvedUntilMs: nowMs() + approvalMs,
      }),
    });
    return next ? c.json(show(next)) : refuseAfterRace(c);
  });

  app.post(`${planPath}/apply`, async (c) => {
    const { plan } = c.var;
    const { status, approvedUntilMs = 0, run } = plan;
    // A plan that is being applied is applied again, by another execution, if its execution failed.
    if (status !== "approved" && status !== "applying")
      return refuseByStatus(c);
    if (nowMs() >= approvedUntilMs)
      return refuse(c, "The approval has expired. Upload the list again.");
    if (!(await plans.takeSource(plan))) return refuse(c, outdated);
    const applying = await plans.change(plan.id, [status], {
      status: "applying",
      run: run + 1,
      ...(status === "approved" && { startedAtMs: nowMs() }),
    });
    return start(c, applying);
  });

  app.post(`${planPath}/stop`, async (c) => {
    const { plan } = c.var;
    const stopped = await plans.change(plan.id, stoppablePlans, {
      status: "stopped",
      endedAtMs: nowMs(),
    });
    if (!stopped) return refuseByStatus(c);
    await plans.deleteValues(stopped);
    return c.json(show(stopped));
  });

  return app;

  /** Stores a part of an upload, if the plan still waits for parts. */
  async function upload(
    c: PlanContext,
    put: (plan: Plan, bytes: Uint8Array) => Promise<void>,
  ): Promise<Response> {
    const { plan } = c.var;
    if (plan.status !== "uploading") return refuseByStatus(c);
    const bytes = await bodyOf(c);
    if (bytes.byteLength > maxPackedBytes)
      return problem(c, "payload-too-large");
    try {
      await put(plan, bytes);
    } catch (error) {
      if (isOfStore(error)) throw error;
      const detail = "must be packed rows, as the API documents it";
      return invalid(c, [{ pointer: "#", detail }]);
    }
    return c.body(null, 204);
  }

  /** @param changed - the plan with its new status. Undefined: another request has changed it before */
  async function start(
    c: PlanContext,
    changed: Plan | undefined,
  ): Promise<Response> {
    if (!changed) return refuseAfterRace(c);
    await startPlan({ planId: changed.id, run: changed.run });
    return c.json(show(changed), 202);
  }

  /** Another request was faster: the answer has the status that it left. */
  async function refuseAfterRace(c: PlanContext): Promise<Response> {
    c.set("plan", (await plans.get(c.var.plan.id)) ?? c.var.plan);
    return refuseByStatus(c);
  }

  async function readChunk(plan: Plan, chunk: number): Promise<ShownRow[]> {
    const { planned, applied } = await plans.rowsOf(plan.id, chunk);
    const byRow = new Map(applied.map((one) => [keyOf(one), one]));
    const isStopped = plan.status === "stopped" && plan.trialMap === undefined;
    // The plan was stopped before the turn of the row came.
    const notDone = { skipped: plan.reason ?? "stopped" };
    return planned.map(({ digest: _, ...row }) => ({
      ...row,
      ...(byRow.get(keyOf(row)) ?? (isStopped && isApplied(row) && notDone)),
    }));
  }
}

/** Whether our store failed: only errors of the AWS SDK have `$metadata`. Otherwise the request is wrong. */
function isOfStore(error: unknown): boolean {
  return error instanceof Error && "$metadata" in error;
}

function keyOf({
  line,
  employeeId = "",
}: Pick<PlanRow, "line" | "employeeId">): string {
  return `${line} ${employeeId}`;
}

function refuseByStatus(c: PlanContext): Response {
  return refuse(c, `The plan is ${c.var.plan.status}.`);
}

function refuse(c: PlanContext, detail: string): Response {
  return problem(c, "not-for-this-plan", { detail });
}

const outdated =
  "Another plan of this source was applied since this one was made, or is being applied. Stop that plan, or upload the list again when it has ended.";

/** Whether an operator has uploaded the list, decided about a match, or approved the plan. */
function tookPart(
  { createdBy, decidedBy, approvals }: Plan,
  name: string,
): boolean {
  const approved = approvals.map(({ by }) => by);
  return [createdBy, ...decidedBy, ...approved].includes(name);
}

/** How many operators must approve a plan. */
function neededFor(
  { applies }: Pick<Plan, "applies">,
  listApprovalMax: number,
): number {
  const granted = grantedKinds
    .map((kind) => applies[kind] ?? 0)
    .reduce((sum, count) => sum + count, 0);
  return granted > listApprovalMax ? 2 : 1;
}

/** A plan as the API shows it. */
function represent(plan: Plan, listApprovalMax: number): ShownPlan {
  const { asOfMs, createdAtMs, approvals, phase = "all" } = plan;
  const { sinceMs, approvedUntilMs, startedAtMs, endedAtMs } = plan;
  // The schema leaves out what only our store needs.
  return shownPlanSchema.parse({
    ...plan,
    phase,
    asOf: isoTimeOf(asOfMs),
    since: isoTimeOf(sinceMs),
    ...(plan.trialMap !== undefined && { isTrial: true }),
    createdAt: isoTimeOf(createdAtMs),
    approvalsNeeded: neededFor(plan, listApprovalMax),
    approvals: approvals.map(({ by, atMs }) => ({ by, at: isoTimeOf(atMs) })),
    approvedUntil: isoTimeOf(approvedUntilMs),
    startedAt: isoTimeOf(startedAtMs),
    endedAt: isoTimeOf(endedAtMs),
  });
}
