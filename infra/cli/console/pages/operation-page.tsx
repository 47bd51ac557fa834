import {
  type ShownOperation,
  type Verb,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { Section } from "../../../pages/section.tsx";
import {
  employeeHref,
  Explanation,
  FactList,
  Id,
  MessageBox,
  MomentFromNow,
  personLink,
  operationHref,
  StatusBadge,
  useMoments,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { AuditTrail, StepList } from "../components/step-list.tsx";
import { describeEvent } from "../../../../shared/event-types.ts";
import { describeWait } from "../../wait-words.ts";
import { describeRefusal, nameVerb } from "../words.ts";

type OperationPageProps = {
  operation: ShownOperation;
  /** What the operator has just done. */
  done?: Verb | undefined;
};

/** One operation: what happened, why, and what an operator can do. */
export function OperationPage({ operation, done }: OperationPageProps) {
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
            <FactList facts={factsOf(operation)} />
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

/** What will happen, and when. */
function Wait({ operation }: { operation: ShownOperation }) {
  const { due } = useMoments();
  return (
    <p>
      <strong>What will happen:</strong>{" "}
      {describeWait(operation, due(operation.dueAt))}
    </p>
  );
}

/** What was decided before is sent at once. Each other verb has a page that asks and explains. */
function Verbs({ operation }: { operation: ShownOperation }) {
  const { id, verbs } = operation;
  return (
    <div class="row">
      {verbs.map((verb) => {
        const { tone, isUnasked } = verbRecords[verb];
        const button = nameVerb(verb, operation);
        return isUnasked ? (
          <form action="act" method="post">
            <input type="hidden" name="verb" value={verb} />
            <input type="hidden" name="operation" value={id} />
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

/** The verbs that the operator cannot use. Those that somebody else could use now come first. */
function RefusedVerbs({ type, refused }: RefusedVerbsProps) {
  const isForOthers = ({ reason }: Refused[number]) =>
    reason === "sent-by-yourself" || reason === "forbidden";
  const ofState = refused.filter((one) => !isForOthers(one));
  return (
    <>
      <Disabled type={type} refused={refused.filter(isForOthers)} />
      {ofState.length > 0 && (
        <details class="flow">
          <summary>What does not apply now, and why</summary>
          <Disabled type={type} refused={ofState} />
        </details>
      )}
    </>
  );
}

function Disabled({ type, refused }: RefusedVerbsProps) {
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
    "Led to": ledTo?.length ? <LedTo operations={ledTo} /> : undefined,
    "Person id": personID,
    "On the platform": refs && personLink(refs["html"], refs["self"]),
    Published: contents === undefined ? undefined : describeContents(contents),
    "Changed fields": changed?.join(", "),
    "Template rules": templates?.join(", "),
  };
}

/** The operations of the events that a record means. */
function LedTo({ operations }: { operations: readonly string[] }) {
  return operations.map((id) => (
    <div key={id}>
      <a href={operationHref(id)}>{id}</a>
    </div>
  ));
}
