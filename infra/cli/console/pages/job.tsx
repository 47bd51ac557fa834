import {
  verbRecords,
  type BulkVerb,
} from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { countOf } from "../../../pages/parts.tsx";
import { describeProgress } from "../../progress.ts";
import {
  Bar,
  HiddenFields,
  MessageBox,
  operationHref,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { describeRefusal, nameVerb } from "../words.ts";
import { explainError } from "../explain-error.ts";
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { actByPages, type BulkPage } from "../../api/act-by-pages.ts";
import type { ApiClient, BulkRequest } from "../../api/client.ts";
import type { WorklistQuery } from "../worklist/selection.ts";

export function JobPage({ job }: { job: BulkJob }) {
  const { id, verb, query, total, rest, isRunning, isStopped } = job;
  const { changed, refused, error, elapsedMs } = job;
  const asked = nameVerb(verb, countOf(total, "operation"));
  const title = isRunning
    ? asked
    : `${countOf(changed.length, "operation")} ${verbRecords[verb].many ?? ""}`;
  const tried = changed.length + refused.length;
  const mayGoOn = !isRunning && rest.length > 0;
  return (
    <Layout
      title={title}
      current="operations"
      {...(isRunning && { refresh: "quick" as const })}
    >
      <section class="panel narrow">
        <h1>{title}</h1>
        {rest.length > 0 && (
          <>
            <Bar used={tried} allowed={total} />
            <p>{describeProgress(tried, total, elapsedMs)}</p>
          </>
        )}
        {isRunning && (
          <p>
            {isStopped
              ? "It stops after the operations that it changes now."
              : "It goes on by itself, also if you leave this page."}{" "}
            <noscript>
              <a href={hrefOf("job", { id })}>Look again</a>
            </noscript>
          </p>
        )}
        {error !== undefined && <Failed error={error} />}
        {mayGoOn && isStopped && (
          <p>You stopped it. The other operations are unchanged.</p>
        )}
        {refused.length > 0 && <Refused refused={refused} />}
        <div class="row">
          {isRunning && <Control id={id} action="stop" text="Stop" />}
          {mayGoOn && (
            <Control id={id} action="go-on" text="Go on with the rest" />
          )}
          <a class="button quiet" href={hrefOf("operations", query)}>
            Back to the worklist
          </a>
        </div>
      </section>
    </Layout>
  );
}

type ControlProps = { id: string; action: "stop" | "go-on"; text: string };

function Control({ id, action, text }: ControlProps) {
  return (
    <form action="job" method="post">
      <HiddenFields values={{ id, action }} />
      <button class={action === "stop" ? "button final" : "button"}>
        {text}
      </button>
    </form>
  );
}

function Failed({ error }: { error: unknown }) {
  const { title, text } = explainError(error);
  return (
    <MessageBox tone="bad">
      <strong>{title}.</strong> {text} What was changed stays changed. The last
      request may have taken effect. To repeat it does no harm: what it has
      changed is then listed as changed since the question.
    </MessageBox>
  );
}

const shownOfReason = 5;

function Refused({ refused }: Pick<BulkJob, "refused">) {
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  return (
    <>
      <h2>{countOf(refused.length, "was", "were")} not changed</h2>
      <ul class="divided">
        {[...byReason].map(([reason, ones]) => (
          <li>
            <p>
              {describeRefusal(reason)} ({ones.length})
            </p>
            <ul>
              {ones.slice(0, shownOfReason).map(({ id }) => (
                <li>
                  <a class="id" href={operationHref(id)}>
                    {id}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

export type BulkJob = BulkPage & {
  id: string;
  verb: BulkVerb;
  body: Omit<BulkRequest, "operations">;
  /** The filter of the worklist from which it came. */
  query: WorklistQuery;
  /** How many operations were confirmed. */
  total: number;
  isRunning: boolean;
  isStopped: boolean;
  /** Why it does not go on. Earlier changes stay. */
  error?: unknown;
  /** How long it has run, without the time between a stop and its continuation. */
  elapsedMs: number;
};

/** Older jobs that have nothing left to do are forgotten. What they did stands in the audit trails. */
const maxJobs = 20;

/**
 * Runs verbs for many operations in this process, page by page to the end, also without a browser. If the end of the
 * process cuts a job off, the operator can repeat it: no operation is changed twice.
 */
export function createBulkJobs(api: ApiClient, nowMs: () => number) {
  const jobs = new Map<string, BulkJob>();

  async function run(job: BulkJob): Promise<void> {
    const { rest, verb, body, elapsedMs } = job;
    if (job.isRunning) return;
    const startMs = nowMs() - elapsedMs;
    Object.assign(job, { isRunning: true, isStopped: false, error: undefined });
    try {
      for await (const page of actByPages(api, verb, rest, body)) {
        job.changed.push(...page.changed);
        job.refused.push(...page.refused);
        job.rest = page.rest;
        job.elapsedMs = nowMs() - startMs;
        if (job.isStopped) break;
      }
    } catch (error) {
      job.error = error;
    }
    job.isRunning = false;
  }

  return {
    get: (id: string): BulkJob | undefined => jobs.get(id),

    /** Starts a job. Resolves at its end, or after the time that a page may take. */
    async start(
      asked: Pick<BulkJob, "verb" | "body" | "query">,
      ids: string[],
    ): Promise<BulkJob> {
      const job: BulkJob = {
        ...asked,
        id: randomBytes(9).toString("base64url"),
        changed: [],
        refused: [],
        rest: ids,
        total: ids.length,
        isRunning: false,
        isStopped: false,
        elapsedMs: 0,
      };
      for (const [oldest, { isRunning, rest }] of jobs) {
        if (jobs.size < maxJobs) break;
        if (!isRunning && rest.length === 0) jobs.delete(oldest);
      }
      jobs.set(job.id, job);
      await untilDoneOrLate(run(job));
      return job;
    },

    /** Stops a job after the request that runs. */
    stop: (job: BulkJob): void => void (job.isStopped = true),

    goOn: (job: BulkJob): Promise<void> => untilDoneOrLate(run(job)),
  };
}

const pageMayTakeMs = 200;

async function untilDoneOrLate(work: Promise<void>): Promise<void> {
  await Promise.race([work, setTimeout(pageMayTakeMs)]);
}
