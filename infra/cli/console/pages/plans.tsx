import type { Hono } from "hono";
import {
  approveSchema,
  type PlanStatus,
  type ShownPlan,
  type ShownRow,
  isDecidable,
  rowKinds,
  stoppablePlans,
} from "../../../../functions/lists/contract.ts";
import { parseJson } from "../../../../shared/parse-json.ts";
import { type ConsoleContext, FrameContext } from "../console-context.ts";
import { explainError, type Failure, unknownForm } from "../explain-error.ts";
import { Layout, MessagePage } from "../components/layout.tsx";
import {
  Count,
  Distance,
  DataTable,
  Bar,
  employeeHref,
  HiddenFields,
  MomentFromNow,
  Question,
  operationHref,
  Tabs,
  TextWithCode,
} from "../components/parts.tsx";
import { useContext } from "hono/jsx";
import { hrefOf } from "../../../pages/href-of.ts";
import { FactList, Section } from "../../../pages/parts.tsx";
import {
  describePlanProgress,
  isAtWork,
  progressOf,
  sumOf,
  describeMatch,
  describeNamed,
  describeRowReason,
  describePlanStatus,
} from "../../lists/words.ts";

const maxRows = 200;

export function addPlans(
  routes: Hono,
  { api: { plans } }: ConsoleContext,
): void {
  routes.get("/plans", async (c) =>
    c.render(<PlansPage {...await plans.list()} />),
  );

  routes.get("/plan", async (c) => {
    const plan = await plans.get(c.req.query("id") ?? "");
    const kind = c.req.query("kind") ?? firstKindOf(plan);
    const filter = { kind, names: true };
    // One more than is shown tells whether there are more.
    const rows =
      kind === undefined
        ? []
        : await Array.fromAsync(plans.rows(plan.id, filter, maxRows + 1));
    return c.render(
      <PlanPage
        plan={plan}
        kind={kind}
        rows={rows.slice(0, maxRows)}
        isMore={rows.length > maxRows}
      />,
    );
  });

  routes.get("/plan-confirm", async (c) => {
    const plan = await plans.get(c.req.query("id") ?? "");
    const verb = requireVerb(c.req.query("verb"));
    return c.render(<PlanConfirmPage plan={plan} verb={verb} />);
  });

  routes.post("/plan-act", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("id") ?? "";
    const verb = requireVerb(form.get("verb"));
    try {
      await act(id, verb, form);
    } catch (error) {
      const failure = explainError(error);
      c.status(failure.status);
      const plan = await plans.get(id);
      return c.render(
        <PlanConfirmPage plan={plan} verb={verb} failure={failure} />,
      );
    }
    return c.redirect(planHref(id), 303);
  });

  routes.post("/plan-decide", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("id") ?? "";
    const matches = Object.fromEntries(
      [...form]
        .filter(([name, person]) => name.startsWith(choicePrefix) && person)
        .map(([name, person]) => [name.slice(choicePrefix.length), person]),
    );
    if (Object.keys(matches).length === 0) {
      c.status(400);
      return c.render(
        <MessagePage
          title="Nothing was decided"
          text="Choose a person in at least one row."
          link={{ href: planHref(id), text: "Back to the plan" }}
        />,
      );
    }
    await plans.decide(id, matches);
    return c.redirect(planHref(id), 303);
  });

  async function act(id: string, verb: PlanVerb, form: URLSearchParams) {
    if (verb === "apply") return plans.apply(id);
    if (verb === "stop") return plans.stop(id);
    // The operator approves the plan as the page showed it, and not as it is by now.
    const seen = approveSchema.safeParse({
      digest: form.get("digest"),
      applies: parseJson(form.get("applies") ?? ""),
    });
    if (!seen.success) throw unknownForm("plan");
    return plans.approve(id, seen.data);
  }
}

/** The kind of rows that the page shows at first: one that an operator must read, else any but `same` and `ignored`. */
function firstKindOf({ counts }: ShownPlan): string | undefined {
  const kinds = Object.keys(counts);
  return (
    ["end", "rename", "conflict"].find((kind) => kinds.includes(kind)) ??
    kinds.find((kind) => kind !== "same" && kind !== "ignored")
  );
}

function requireVerb(text: string | null | undefined): PlanVerb {
  const verb = planVerbs.find((one) => one === text);
  if (verb) return verb;
  throw unknownForm("plan");
}

export function planHref(id: string): string {
  return `plan?id=${encodeURIComponent(id)}`;
}

function PlansPage({ plans }: { plans: readonly ShownPlan[] }) {
  return (
    <Layout title="Lists of people" current="employees">
      <h1>Lists of people</h1>
      <p class="muted">
        A list is uploaded, or read from its source, by the command line:{" "}
        <code>plans create</code>.
      </p>
      <DataTable
        caption="Plans"
        rows={plans}
        empty="There is no plan."
        columns={{
          Plan: ({ id }) => <a href={planHref(id)}>{id}</a>,
          Source: ({ source }) => source,
          Status: describePlanStatus,
          Rows: ({ rows = 0 }) => <Count count={rows} />,
          Uploaded: ({ createdAt, createdBy }) => (
            <>
              <Distance at={createdAt} /> by {createdBy}
            </>
          ),
        }}
      />
    </Layout>
  );
}

const planVerbs = ["approve", "apply", "stop"] as const;
type PlanVerb = (typeof planVerbs)[number];

/** What an operator can do with a plan, and in which of its statuses. */
const verbs: Record<
  PlanVerb,
  {
    statuses: readonly PlanStatus[];
    button: string;
    effect: string;
    tone: string;
  }
> = {
  approve: {
    statuses: ["planned"],
    button: "Approve the plan",
    effect:
      "Exactly these rows can be applied for 24 hours. The ends and renames among them pass the daily limits.",
    tone: "usual",
  },
  apply: {
    statuses: ["approved", "applying"],
    button: "Apply the plan",
    effect:
      "Each row is decided again when its turn comes. A row that comes to something else by then is skipped.",
    tone: "usual",
  },
  stop: {
    statuses: stoppablePlans,
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

function PlanPage({ plan, kind, rows, isMore }: PlanPageProps) {
  const { id, source, status, counts, mayApprove = true } = plan;
  return (
    <Layout
      title={`Plan of ${source}`}
      current="employees"
      {...(isAtWork(plan) && { refresh: "quick" })}
    >
      <h1>Plan of {source}</h1>
      <section class="panel" aria-label="The plan">
        <FactList
          facts={Object.entries({
            Plan: <span class="id">{id}</span>,
            Status: describePlanStatus(plan),
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
          })}
        />
        {plan.phase === "match" && (
          <p>
            The first plan of a source only links people, and changes nobody.
          </p>
        )}
        <Progress plan={plan} />
        {status === "planned" && !mayApprove && (
          <p>Another operator approves the plan.</p>
        )}
        <div class="row">
          {planVerbs
            .filter((verb) => verbs[verb].statuses.includes(status))
            .filter((verb) => verb !== "approve" || mayApprove)
            .map((verb) => (
              <a
                class={`button ${verbs[verb].tone}`}
                href={hrefOf("plan-confirm", { id, verb })}
              >
                {verbs[verb].button}
              </a>
            ))}
        </div>
      </section>
      {plan.findings.length > 0 && (
        <Section title="Why the list is refused">
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
        </Section>
      )}
      <Tabs
        label="Kinds of rows"
        tabs={rowKinds
          .filter((one) => counts[one] !== undefined)
          .map((one) => ({
            text: one,
            href: hrefOf("plan", { id, kind: one }),
            isCurrent: one === kind,
            count: { count: counts[one] ?? 0 },
          }))}
      />
      <Rows plan={plan} rows={rows} />
      {isMore && (
        <p class="muted">
          There are more. The command line lists all:{" "}
          <code>plans rows {id}</code>
        </p>
      )}
    </Layout>
  );
}

/** How far a plan at work is, or what became of the rows of a plan that is over. */
function Progress({ plan }: { plan: ShownPlan }) {
  const { status, accepted, applies } = plan;
  const { nowMs = Date.now() } = useContext(FrameContext) ?? {};
  const progress = progressOf(plan);
  const toApply = sumOf(applies);
  if (isAtWork(plan))
    return (
      <>
        <p>{describePlanProgress(plan, nowMs)}</p>
        {progress && <Bar used={progress.done} allowed={progress.all} />}
      </>
    );
  const isOver = status === "applied" || status === "stopped";
  if (!isOver || toApply === 0) return null;
  return (
    <p>
      <Count count={accepted} /> of <Count count={toApply} /> rows are accepted,
      and <Count count={toApply - accepted} /> did not happen.
    </p>
  );
}

type RowsProps = { plan: ShownPlan; rows: readonly ShownRow[] };

function Rows({ plan: { id, status }, rows }: RowsProps) {
  if (rows.length === 0) return <p class="empty">Choose a kind of rows.</p>;
  const reasons = new Set(rows.flatMap(({ reason }) => reason ?? []));
  const asksToDecide = status === "planned" && rows.some(isDecidable);
  const table = (
    <DataTable
      caption="Rows"
      rows={rows}
      columns={{
        Line: ({ line }) => (line === 0 ? "" : line),
        Employee: ({ employeeId }) =>
          employeeId !== undefined && (
            <a href={employeeHref(employeeId)}>{employeeId}</a>
          ),
        Reason: ({ skipped, reason }) => skipped ?? reason,
        Fields: ({ fields }) => fields?.join(" "),
        ...(rows.some(({ names }) => names) && {
          "In the list": ({ names }: ShownRow) => describeNamed(names?.row),
        }),
        ...(rows.some(({ persons }) => persons) && {
          Person: (row: ShownRow) => (
            <Persons row={row} isToDecide={asksToDecide && isDecidable(row)} />
          ),
        }),
        Operations: ({ ledTo }) =>
          ledTo?.map((one) => <a href={operationHref(one)}>{one} </a>),
      }}
    />
  );
  return (
    <>
      <ul>
        {[...reasons].map((reason) => (
          <li>
            <code>{reason}</code>:{" "}
            <TextWithCode text={describeRowReason(reason)} />
          </li>
        ))}
      </ul>
      {asksToDecide ? (
        <form class="flow" action="plan-decide" method="post">
          <HiddenFields values={{ id }} />
          {table}
          <p class="muted">
            The plan is made again with what you decide. Another operator
            approves it. For many rows, the command line prints a table:{" "}
            <code>plans unclear {id}</code>
          </p>
          <div class="row">
            <button class="button usual" type="submit">
              Decide, and plan again
            </button>
          </div>
        </form>
      ) : (
        table
      )}
    </>
  );
}

function Persons({ row, isToDecide }: { row: ShownRow; isToDecide: boolean }) {
  if (!isToDecide && !row.matches?.length) return <>{row.persons?.join(" ")}</>;
  return (
    <>
      {isToDecide && <Choice row={row} />}
      <Matches row={row} />
    </>
  );
}

/** The name of a field of the form is this and the id of the employee. */
const choicePrefix = "person of ";

function Choice({
  row: { employeeId = "", persons = [], names },
}: {
  row: ShownRow;
}) {
  return (
    <select
      name={choicePrefix + employeeId}
      aria-label={`Person of ${employeeId}`}
    >
      <option value="">not decided</option>
      {persons.map((person) => (
        <option value={person}>
          {person} {names?.persons[person]?.name}
        </option>
      ))}
    </select>
  );
}

/** What speaks for each person, and what does not. */
function Matches({ row: { matches = [], names } }: { row: ShownRow }) {
  return (
    <ul class="muted">
      {matches.map((match) => (
        <li>{describeMatch(match, names)}</li>
      ))}
    </ul>
  );
}

type PlanConfirmPageProps = {
  plan: ShownPlan;
  verb: PlanVerb;
  failure?: Failure;
};

/** Asks once more, with the digest and the counts that the operator has seen. */
function PlanConfirmPage({ plan, verb, failure }: PlanConfirmPageProps) {
  const { id, digest, applies, source } = plan;
  const { button, effect, tone } = verbs[verb];
  return (
    <Layout title={button} current="employees">
      <Question
        title={`${button} of ${source}`}
        failure={failure}
        action="plan-act"
        values={{ id, verb, digest, applies: JSON.stringify(applies) }}
        button={button}
        tone={tone}
        back={planHref(id)}
      >
        <p>{effect}</p>
        <ul>
          {Object.entries(applies).map(([kind, count]) => (
            <li>
              <Count count={count ?? 0} /> {kind}
            </li>
          ))}
        </ul>
      </Question>
    </Layout>
  );
}
