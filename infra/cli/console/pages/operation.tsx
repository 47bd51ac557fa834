import type { Hono } from "hono";
import type { ApiClient } from "../../api/client.ts";
import { findById } from "../../api/find-by-id.ts";
import { reasonRows } from "../../../../shared/reason-codes.ts";
import { explainReason } from "../../reason-words.ts";
import type { ConsoleContext } from "../console-context.ts";
import { planHref } from "./plans.tsx";
import {
  type ShownOperation,
  type Verb,
  verbRecords,
  verbSchema,
} from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { Section, capitalize, FactList } from "../../../pages/parts.tsx";
import {
  employeeHref,
  Explanation,
  HiddenFields,
  Id,
  MessageBox,
  MomentFromNow,
  personLink,
  operationHref,
  StatusBadge,
  TextWithCode,
  useMoments,
  Moment,
} from "../components/parts.tsx";
import { Layout, MessagePage } from "../components/layout.tsx";
import { describeEvent } from "../../../../shared/event-types.ts";
import { describeWait } from "../../wait-words.ts";
import {
  describeRefusal,
  lastRounds,
  nameVerb,
  describeDuration,
} from "../words.ts";
import { describeStep } from "../../../../shared/store/step-names.ts";

export function addOperation(routes: Hono, { api }: ConsoleContext): void {
  routes.get("/operation", async (c) => {
    const operation = await api.operations.get(c.req.query("id") ?? "");
    const done = verbSchema.safeParse(c.req.query("done"));
    return c.render(<OperationPage operation={operation} done={done.data} />);
  });

  routes.get("/reasons", (c) => c.render(<ReasonsPage />));

  routes.get("/find", async (c) => {
    const id = (c.req.query("id") ?? "").trim();
    const href = await findHref(api, id);
    if (href) return c.redirect(href);
    c.status(404);
    return c.render(
      <MessagePage
        title="Nothing has this id"
        text="There is no operation, no employee and no person of an employee with this id. An operation can be read until 90 days after its end."
      />,
    );
  });
}

type OperationPageProps = {
  operation: ShownOperation;
  done?: Verb | undefined;
};

function OperationPage({ operation, done }: OperationPageProps) {
  const { id, type, status, reason, employeeId, warnings } = operation;
  const { verbs, refusedVerbs = [] } = operation;
  const title = `${describeEvent(type)} of ${employeeId}`;
  return (
    <Layout title={title} current="operations">
      <p>
        <a href={hrefOf("operations", { status })}>Worklist</a>
      </p>
      <div class="row apart">
        <div>
          <h1>{title}</h1>
          <Id id={id} />
        </div>
        <StatusBadge status={status} reason={reason} />
      </div>
      {done && (
        <MessageBox tone="good">
          {verbRecords[done].done} This page shows the present state of the
          operation.
        </MessageBox>
      )}
      {(reason !== undefined || verbs.length + refusedVerbs.length > 0) && (
        <section class="panel" aria-label="Why, and what to do">
          {reason !== undefined && <Explanation reason={reason} />}
          {status === "waiting" && <Wait operation={operation} />}
          {verbs.length > 0 && <Verbs operation={operation} />}
          <RefusedVerbs type={type} refused={refusedVerbs} />
        </section>
      )}
      <div class="columns">
        <Section title="Steps">
          <StepList {...operation} />
        </Section>
        <div class="stack">
          <Section title="Facts">
            <FactList facts={Object.entries(factsOf(operation))} />
          </Section>
          {warnings.length > 0 && (
            <Section title="Warnings">
              {warnings.map((warning) => (
                <details>
                  <summary>
                    {warning.about}: <code>{warning.reason}</code>
                  </summary>
                  <Explanation reason={warning.reason} />
                </details>
              ))}
            </Section>
          )}
          <Section title="Audit trail">
            <AuditTrail history={operation.history} />
          </Section>
        </div>
      </div>
    </Layout>
  );
}

function Wait({ operation }: { operation: ShownOperation }) {
  const { due } = useMoments();
  return (
    <p>
      <strong>What will happen:</strong>{" "}
      {describeWait(operation, due(operation.dueAt))}
    </p>
  );
}

/** A button for each verb. A verb that needs no question acts at once; each other one leads to a page that asks. */
function Verbs({ operation }: { operation: ShownOperation }) {
  const { id, verbs } = operation;
  return (
    <div class="row">
      {verbs.map((verb) => {
        const { tone, isUnasked } = verbRecords[verb];
        const button = nameVerb(verb, operation);
        return isUnasked ? (
          <form action="act" method="post">
            <HiddenFields values={{ verb, operation: id }} />
            <button class={`button ${tone}`} type="submit">
              {button}
            </button>
          </form>
        ) : (
          <a
            class={`button ${tone}`}
            href={hrefOf("confirm", { verb, operation: id })}
          >
            {button}…
          </a>
        );
      })}
    </div>
  );
}

type Refused = NonNullable<ShownOperation["refusedVerbs"]>;
type RefusedVerbsProps = { type: string; refused: Refused };

/** The verbs that the operator cannot use. First come the verbs that another operator could use now. */
function RefusedVerbs({ type, refused }: RefusedVerbsProps) {
  const isForOthers = ({ reason }: Refused[number]) =>
    reason === "sent-by-yourself" || reason === "forbidden";
  const ofState = refused.filter((one) => !isForOthers(one));
  return (
    <>
      <DisabledVerbs type={type} refused={refused.filter(isForOthers)} />
      {ofState.length > 0 && (
        <details class="flow">
          <summary>What does not apply now, and why</summary>
          <DisabledVerbs type={type} refused={ofState} />
        </details>
      )}
    </>
  );
}

function DisabledVerbs({ type, refused }: RefusedVerbsProps) {
  return (
    <ul class="flow">
      {refused.map(({ verb, reason }) => (
        <li class="row">
          <button class="button quiet" type="button" disabled>
            {nameVerb(verb, { type })}
          </button>
          <span class="muted">{describeRefusal(reason)}</span>
        </li>
      ))}
    </ul>
  );
}

function factsOf(operation: ShownOperation) {
  const { employeeId, caller, createdAt, updatedAt, dueAt } = operation;
  const { blockedBy, sameAs, ledTo, templates, contents } = operation;
  const { result = {} } = operation;
  const { personID, refs, changed } = result;
  return {
    Employee: <a href={employeeHref(employeeId)}>{employeeId}</a>,
    Caller: caller,
    Received: <MomentFromNow at={createdAt} />,
    "Last change": <MomentFromNow at={updatedAt} />,
    Due: dueAt && <MomentFromNow at={dueAt} />,
    "Waits for": blockedBy && `the ${blockedBy}`,
    "Other operation": sameAs && <a href={operationHref(sameAs)}>{sameAs}</a>,
    "Led to": ledTo?.length ? ledTo.map(operationLink) : undefined,
    "Person id": personID,
    "On the platform": refs && personLink(refs["html"], refs["self"]),
    Published: contents === undefined ? undefined : describeContents(contents),
    "Changed fields": changed?.join(", "),
    "Template rules": templates?.join(", "),
  };
}

const operationLink = (id: string) => (
  <div>
    <a href={operationHref(id)}>{id}</a>
  </div>
);

/** The steps on a time line: what was done, when after the event, and in how many attempts. */
function StepList({ steps, createdAt }: StepsProps) {
  if (steps.length === 0) return <p class="muted">No step has ended yet.</p>;
  return (
    <ol class="time-line flow">
      {lastRounds(steps).map(({ name, status, attempts, at }) => (
        <li class={status === "failed" ? "bad" : "good"}>
          <p>
            <span class="unseen">
              {status === "failed" ? "Failed: " : "Done: "}
            </span>
            {capitalize(describeStep(name).text)}
          </p>
          <p class="muted">
            after {describeDuration(Date.parse(at) - Date.parse(createdAt))}
            {attempts !== undefined && attempts > 1 && `, ${attempts} attempts`}
            {status === "failed" && ", failed"}
          </p>
        </li>
      ))}
    </ol>
  );
}
type StepsProps = Pick<ShownOperation, "steps" | "createdAt">;

/** Each change of the status with its author, the oldest first. */
function AuditTrail({ history }: Pick<ShownOperation, "history">) {
  return (
    <ol class="flow">
      {history.map(({ at, by, status, reason, note, times, lastAt }) => (
        <li>
          <p>
            <strong>{capitalize(status.replace("_", " "))}</strong>
            {reason !== undefined && (
              <>
                {" "}
                <code>{reason}</code>
              </>
            )}
          </p>
          {note !== undefined && <blockquote class="notice">{note}</blockquote>}
          <p class="muted">
            <Moment at={at} /> by {by.replace(/^caller:/, "caller ")}
            {lastAt !== undefined && (
              <>
                , {times} times, last at <Moment at={lastAt} />
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** What each reason code means and what to do, as in docs/reason-codes.md. */
function ReasonsPage() {
  return (
    <Layout title="Reason codes">
      <h1>Reason codes</h1>
      <p>Why an operation failed, needs attention, waits or has a warning.</p>
      <div class="panel">
        <ul class="divided">
          {reasonRows.map((row) => {
            // A row of codes that end with an HTTP status is explained by any of its codes.
            const words = explainReason(row) ?? explainReason(`${row}-500`);
            return (
              <li id={row}>
                <h2>
                  <code>{row}</code>
                </h2>
                <p>
                  <TextWithCode text={words?.meaning ?? ""} />
                </p>
                <p class="muted">
                  What to do: <TextWithCode text={words?.action ?? ""} />
                </p>
              </li>
            );
          })}
        </ul>
      </div>
    </Layout>
  );
}

async function findHref(
  api: ApiClient,
  id: string,
): Promise<string | undefined> {
  const found = id === "" ? undefined : await findById(api, id);
  switch (found?.kind) {
    case "plan":
      return planHref(id);
    case "operation":
      return operationHref(id);
    case "employee":
      return employeeHref(found.employee.employeeId);
    case undefined:
      return undefined;
  }
}
