import { verbRecords } from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { describeProgress } from "../../progress.ts";
import {
  Bar,
  countOf,
  HiddenFields,
  MessageBox,
  operationHref,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { describeRefusal, nameVerb } from "../words.ts";
import { explainError } from "../explain-error.ts";
import type { BulkJob } from "../worklist/bulk-jobs.ts";

/** What a verb does with many operations, while it runs and at its end. */
export function JobPage({ job }: { job: BulkJob }) {
  const { id, verb, query, total, rest, isRunning, isStopped } = job;
  const { changed, refused, leftOver, error, elapsedMs } = job;
  const asked = nameVerb(verb, countOf(total, "operation", "operations"));
  const title = isRunning
    ? asked
    : `${countOf(changed.length, "operation", "operations")} ${verbRecords[verb].many ?? ""}`;
  const tried = changed.length + refused.length;
  return (
    <Layout
      title={title}
      current="operations"
      {...(isRunning && { isLive: "quick" as const })}
    >
      <section class="panel narrow">
        <h1>{title}</h1>
        {rest !== undefined && (
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
        {!isRunning && isStopped && rest !== undefined && (
          <p>You stopped it. The other operations are unchanged.</p>
        )}
        {refused.length > 0 && <Refused refused={refused} />}
        {leftOver.count > 0 && (
          <p>
            {leftOver.isAtLeast && "At least "}
            {countOf(leftOver.count, "operation is", "operations are")} left
            over: they match, but came after the question or are beyond its
            number.
          </p>
        )}
        <div class="row">
          {isRunning && <Control id={id} action="stop" text="Stop" />}
          {!isRunning && rest !== undefined && (
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
      request may have taken effect; to repeat it does no harm.
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
