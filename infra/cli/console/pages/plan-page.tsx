import {
  rowKinds,
  type ShownPlan,
  type ShownRow,
} from "../../../../functions/lists/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { describeRowReason } from "../../lists/row-reasons.ts";
import { Layout } from "../components/layout.tsx";
import {
  Bar,
  Count,
  employeeHref,
  FactList,
  HiddenFields,
  MessageBox,
  MomentFromNow,
  operationHref,
  TextWithCode,
} from "../components/parts.tsx";
import type { Failure } from "../explain-error.ts";
import { planHref } from "./plans-page.tsx";

/** What an operator can do with a plan, by its status. */
const verbsOf: Readonly<Record<string, readonly PlanVerb[]>> = {
  planned: ["approve", "stop"],
  approved: ["apply", "stop"],
  applying: ["apply", "stop"],
};
export const planVerbs = ["approve", "apply", "stop"] as const;
export type PlanVerb = (typeof planVerbs)[number];

const words: Record<
  PlanVerb,
  { button: string; effect: string; tone: string }
> = {
  approve: {
    button: "Approve the plan",
    effect:
      "Exactly these rows can be applied for 24 hours. The ends and renames among them pass the daily limits. The operator who uploaded the list cannot approve it.",
    tone: "usual",
  },
  apply: {
    button: "Apply the plan",
    effect:
      "Each row is decided again when its turn comes. A row that comes to something else by then is skipped.",
    tone: "usual",
  },
  stop: {
    button: "Stop the plan",
    effect:
      "It cannot be applied any more, and the values of its list are erased. What was accepted goes on.",
    tone: "final",
  },
};

type PlanPageProps = {
  plan: ShownPlan;
  kind: string | undefined;
  rows: readonly ShownRow[];
  /** There are more rows than these. */
  isMore: boolean;
};

/** A plan: what it comes to, and its rows. */
export function PlanPage({ plan, kind, rows, isMore }: PlanPageProps) {
  const { id, source, status, reason, counts, applies, phase } = plan;
  const all = sumOf(applies);
  const isApplying = status === "applying";
  return (
    <Layout
      title={`Plan of ${source}`}
      current="employees"
      {...((status === "reading" || status === "planning" || isApplying) && {
        isLive: "quick",
      })}
    >
      <h1>Plan of {source}</h1>
      <section class="panel" aria-label="The plan">
        <FactList
          facts={{
            Plan: <span class="id">{id}</span>,
            Status: reason === undefined ? status : `${status}: ${reason}`,
            List: plan.isWhole
              ? "whole: it has everybody who is employed"
              : "of some people",
            Exported: <MomentFromNow at={plan.asOf} />,
            Uploaded: (
              <>
                by {plan.createdBy}, <MomentFromNow at={plan.createdAt} />
              </>
            ),
            Approved: plan.approvals.map(({ by }) => by).join(", "),
            "Approved until": plan.approvedUntil && (
              <MomentFromNow at={plan.approvedUntil} />
            ),
          }}
        />
        {phase === "match" && (
          <p>
            The first plan of a source only links people, and changes nobody.
          </p>
        )}
        {(isApplying || status === "applied") && all > 0 && (
          <>
            <p>
              <Count count={plan.accepted} /> of <Count count={all} /> rows are
              accepted, and <Count count={plan.skipped} /> are skipped.
            </p>
            <Bar used={plan.accepted + plan.skipped} allowed={all} />
          </>
        )}
        <div class="row">
          {(verbsOf[status] ?? []).map((verb) => (
            <a
              class={`button ${words[verb].tone}`}
              href={hrefOf("plan-confirm", { id, verb })}
            >
              {words[verb].button}
            </a>
          ))}
        </div>
      </section>
      {plan.findings.length > 0 && (
        <section class="panel" aria-label="Why the list is refused">
          <h2>Why the list is refused</h2>
          <ul>
            {plan.findings.map(({ line, column, employeeId, text }) => (
              <li>
                {line !== undefined && <strong>line {line} </strong>}
                {column !== undefined && <strong>column {column} </strong>}
                {employeeId !== undefined && <strong>{employeeId} </strong>}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav class="tabs" aria-label="Kinds of rows">
        <ul class="row">
          {rowKinds
            .filter((one) => counts[one] !== undefined)
            .map((one) => (
              <li>
                <a
                  href={hrefOf("plan", { id, kind: one })}
                  aria-current={one === kind ? "page" : undefined}
                >
                  {one} <Count count={counts[one] ?? 0} />
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <Rows rows={rows} />
      {isMore && (
        <p class="muted">
          There are more. The command line lists all:{" "}
          <code>plans rows {id}</code>
        </p>
      )}
    </Layout>
  );
}

function Rows({ rows }: { rows: readonly ShownRow[] }) {
  const reasons = new Set(rows.flatMap(({ reason }) => reason ?? []));
  return rows.length === 0 ? (
    <p class="empty">Choose a kind of rows.</p>
  ) : (
    <div class="panel">
      <ul>
        {[...reasons].map((reason) => (
          <li>
            <code>{reason}</code>:{" "}
            <TextWithCode text={describeRowReason(reason)} />
          </li>
        ))}
      </ul>
      <table class="dense">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Employee</th>
            <th scope="col">Reason</th>
            <th scope="col">Fields</th>
            <th scope="col">Operations</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, employeeId, ...row }) => (
            <tr>
              <td>{line === 0 ? "" : line}</td>
              <td>
                {employeeId !== undefined && (
                  <a href={employeeHref(employeeId)}>{employeeId}</a>
                )}
              </td>
              <td>{row.skipped ?? row.reason}</td>
              <td>{row.fields?.join(" ")}</td>
              <td>
                {row.ledTo?.map((id) => (
                  <a href={operationHref(id)}>{id} </a>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PlanConfirmPageProps = {
  plan: ShownPlan;
  verb: PlanVerb;
  failure?: Failure;
};

/** Asks once more, with the digest and the counts that the operator has seen. */
export function PlanConfirmPage({ plan, verb, failure }: PlanConfirmPageProps) {
  const { id, digest, applies, source } = plan;
  const { button, effect, tone } = words[verb];
  return (
    <Layout title={button} current="employees">
      <section class="panel narrow">
        <h1>
          {button} of {source}
        </h1>
        {failure && (
          <MessageBox tone="bad">
            <strong>{failure.title}.</strong> {failure.text}
          </MessageBox>
        )}
        <p>{effect}</p>
        <ul>
          {Object.entries(applies).map(([kind, count]) => (
            <li>
              <Count count={count ?? 0} /> {kind}
            </li>
          ))}
        </ul>
        <form class="flow" action="plan-act" method="post">
          <HiddenFields
            values={{ id, verb, digest, applies: JSON.stringify(applies) }}
          />
          <div class="row">
            <button class={`button ${tone}`} type="submit">
              {button}
            </button>
            <a class="button quiet" href={planHref(id)}>
              Back
            </a>
          </div>
        </form>
      </section>
    </Layout>
  );
}

function sumOf(counts: ShownPlan["applies"]): number {
  return Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
}
