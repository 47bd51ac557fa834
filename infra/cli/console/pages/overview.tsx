import type { Hono } from "hono";
import type { ConsoleContext } from "../console-context.ts";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { Section } from "../../../pages/parts.tsx";
import { Layout } from "../components/layout.tsx";
import {
  Count,
  Limits,
  MomentFromNow,
  operationHref,
  StatusBadge,
  TextWithCode,
  useMoments,
} from "../components/parts.tsx";
import { callerIssues } from "../words.ts";
import { explainReason } from "../../reason-words.ts";

export function addOverview(routes: Hono, { api }: ConsoleContext): void {
  routes.get("/overview", async (c) =>
    c.render(<OverviewPage overview={await api.overview()} />),
  );
  routes.get("/limits", async (c) =>
    c.render(<LimitsPage overview={await api.overview()} />),
  );
}

type OverviewPageProps = { overview: Overview };

function OverviewPage({ overview }: OverviewPageProps) {
  const { at, blocked, limits, reasons } = overview;
  const { toTheSecond } = useMoments();
  return (
    <Layout
      title="Overview"
      current="overview"
      attention={overview.statuses}
      refresh="slow"
    >
      <div class="row apart">
        <h1>Overview</h1>
        <p class="muted">
          {/* Without the date: "14:05:03". */}
          As of <time datetime={at}>{toTheSecond(at).slice(-8)}</time>
        </p>
      </div>
      <Tiles overview={overview} />
      {blocked.map((outage) => (
        <Outage outage={outage} />
      ))}
      <div class="columns">
        <Section title="Why operations need a look">
          <Reasons reasons={reasons} />
        </Section>
        <div class="stack">
          <Section title="Warnings of seven days">
            <Warnings overview={overview} />
          </Section>
          <Section title="Oldest overdue">
            <OldestOverdue overview={overview} />
          </Section>
          <Section title="Limits of 24 hours">
            <Limits limits={limits} />
          </Section>
          <Section title="Callers">
            <CallerIssues callers={overview.callers} />
          </Section>
        </div>
      </div>
    </Layout>
  );
}

/** The tiles of the statuses, the most urgent one first. */
const tiles = {
  needs_attention: { text: "Need attention", tone: "look" },
  failed: { text: "Failed", tone: "bad" },
  waiting: { text: "Waiting", tone: "calm" },
  active: { text: "Active", tone: "calm" },
} as const;

function Tiles({ overview: { statuses } }: { overview: Overview }) {
  const order = Object.keys(tiles);
  const sorted = statuses.toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
  );
  return (
    <ul class="grid">
      {sorted.map(({ status, count, isAtLeast }) => {
        const { text, tone } = tiles[status];
        const number = <Count count={count} isAtLeast={isAtLeast} />;
        return (
          <li class={`tile ${count === 0 ? "calm" : tone}`}>
            {status === "active" ? (
              // The count is of two statuses, and a list has one.
              <div>
                {number}
                <span>
                  {text}:{" "}
                  <a href={hrefOf("operations", { status: "accepted" })}>
                    accepted
                  </a>
                  ,{" "}
                  <a href={hrefOf("operations", { status: "running" })}>
                    running
                  </a>
                </span>
              </div>
            ) : (
              <a href={hrefOf("operations", { status })}>
                {number}
                <span>{text}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const outageTexts = {
  platform: {
    title: "Operations wait for the platform",
    text: "They go on by themselves when it answers again and accepts our credentials.",
  },
  configuration: {
    title: "Operations wait for our configuration",
    text: "Correct the secret or the permission that their reason names. They go on by themselves.",
  },
};

function Outage({ outage }: { outage: Overview["blocked"][number] }) {
  const { by, status, reason, since, waiting } = outage;
  const { title, text } = outageTexts[by];
  const meaning = explainReason(reason)?.meaning;
  return (
    <section class="notice bad" aria-label={title}>
      <h2>{title}</h2>
      <p>
        {since !== undefined && (
          <>
            Since <MomentFromNow at={since} />.{" "}
          </>
        )}
        <a href={hrefOf("operations", { status })}>
          <Count {...waiting} /> {waiting.count === 1 ? "waits" : "wait"}
        </a>
        . {text}
      </p>
      <p>
        <code>{reason}</code>
        {meaning && (
          <>
            : <TextWithCode text={meaning} />
          </>
        )}
      </p>
    </section>
  );
}

function Reasons({ reasons }: Pick<Overview, "reasons">) {
  if (reasons.length === 0)
    return (
      <p class="muted">
        No operation failed, needs attention, is blocked or tries a step again.
      </p>
    );
  return (
    <ul class="divided">
      {reasons.map(({ status, reason, count, isAtLeast }) => {
        const meaning = explainReason(reason)?.meaning;
        return (
          <li>
            <p class="beside apart">
              <span>
                <a
                  class="strong"
                  href={hrefOf("operations", { status, reason })}
                >
                  {reason}
                </a>{" "}
                <StatusBadge status={status} reason={reason} />
              </span>
              <Count count={count} isAtLeast={isAtLeast} />
            </p>
            {meaning && (
              <p class="muted">
                <TextWithCode text={meaning} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The warnings of operations: parts that did not succeed, mostly of operations that succeeded. */
function Warnings({ overview: { at, warnings } }: OverviewPageProps) {
  const { firstOfMonth } = useMoments();
  return (
    <>
      {warnings.length === 0 && <p class="muted">No operation has one.</p>}
      <ul>
        {warnings.map(({ reason, ...count }) => (
          <li class="beside apart">
            <a href={hrefOf("operations", { warning: reason })}>{reason}</a>
            <Count {...count} />
          </li>
        ))}
      </ul>
      <p>
        <a
          href={hrefOf("operations", {
            type: "employee.hired",
            warning: "avatar",
            since: firstOfMonth(at),
          })}
        >
          Hires of this month without an avatar
        </a>
      </p>
    </>
  );
}

function OldestOverdue({ overview: { oldestOverdue } }: OverviewPageProps) {
  if (oldestOverdue === undefined)
    return <p class="muted">No operation is overdue.</p>;
  const { id, status, dueAt } = oldestOverdue;
  return (
    <>
      <p>
        <a href={operationHref(id)}>{id}</a> <StatusBadge status={status} />
      </p>
      <p>
        Due <MomentFromNow at={dueAt} />
      </p>
    </>
  );
}

function CallerIssues({ callers }: Pick<Overview, "callers">) {
  const withIssue = callers.filter(({ issue }) => issue !== undefined);
  return (
    <>
      {withIssue.length === 0 && (
        <p class="muted">All callers have a usable key.</p>
      )}
      <ul>
        {withIssue.map(({ name, issue }) => (
          <li>
            <strong>{name}</strong> {issue && callerIssues[issue].text}
          </li>
        ))}
      </ul>
      <p>
        <a href="callers">All callers</a>
      </p>
    </>
  );
}

function LimitsPage({ overview }: OverviewPageProps) {
  return (
    <Layout title="Limits" current="limits">
      <h1>Limits</h1>
      <p>
        A limit says how many people may be disabled, deleted or renamed within
        24 hours. Operations above it are held until an operator releases or
        rejects them. A series that HR did not intend stops here.
      </p>
      <section class="panel" aria-label="All limits">
        <Limits limits={overview.limits} />
      </section>
      <p class="muted">
        The settings <code>disableLimit</code>, <code>deletionLimit</code> and{" "}
        <code>renameLimit</code> in <code>cdk.json</code> set how many people a
        limit allows. A released person counts too, so more than allowed can be
        used.
      </p>
    </Layout>
  );
}
