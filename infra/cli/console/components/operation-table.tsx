import type { Child } from "hono/jsx";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { describePlan } from "../../../../shared/store/describe-plan.ts";
import { describeEvent } from "../../../../shared/event-types.ts";
import {
  DataTable,
  Distance,
  employeeHref,
  Id,
  operationHref,
  Reason,
  StatusBadge,
} from "./parts.tsx";

export function OperationTable({
  caption,
  operations,
  selection,
  empty,
  isOfOneEmployee,
  heading = (head) => ({ head }),
}: {
  caption: string;
  operations: readonly ShownOperation[];
  empty?: string;
  /** Adds check boxes, which are all checked at first, or not checked. */
  selection?: "all" | "none";
  /** All operations are of one employee, and the page names the employee. */
  isOfOneEmployee?: boolean;
  /** The heading of a column by which the list can be sorted. */
  heading?: (column: "Due" | "Received") => {
    head: Child;
    sort?: "ascending" | "descending" | undefined;
  };
}) {
  return (
    <DataTable<ShownOperation>
      caption={caption}
      rows={operations}
      empty={empty}
      columns={{
        ...(selection && {
          Select: {
            class: "tick",
            head: <span class="unseen">Select</span>,
            cell: (one) => (
              <Tick operation={one} isTicked={selection === "all"} />
            ),
          },
        }),
        Event: ({ id, type }) => (
          <a class="strong" href={operationHref(id)}>
            {describeEvent(type)}
          </a>
        ),
        ...(!isOfOneEmployee && {
          Employee: ({ employeeId }) => (
            <a class="plain" href={employeeHref(employeeId)}>
              {employeeId}
            </a>
          ),
        }),
        State: { class: "long", cell: (one) => <State operation={one} /> },
        Due: {
          class: "muted",
          ...heading("Due"),
          cell: ({ dueAt }) => dueAt && <Distance at={dueAt} />,
        },
        Received: {
          class: "muted",
          ...heading("Received"),
          cell: ({ createdAt }) => <Distance at={createdAt} />,
        },
        ...(!isOfOneEmployee && {
          Caller: { class: "muted", cell: ({ caller }) => caller },
          Operation: ({ id }) => <Id id={id} />,
        }),
      }}
    />
  );
}

type TickProps = { operation: ShownOperation; isTicked: boolean };

function Tick({ operation: { id, type }, isTicked }: TickProps) {
  return (
    <label>
      <input type="checkbox" name="operation" value={id} checked={isTicked} />
      <span class="unseen">
        Select {describeEvent(type)} {id}
      </span>
    </label>
  );
}

function State({ operation }: { operation: ShownOperation }) {
  const { status, reason, warnings } = operation;
  const [first, ...others] = warnings;
  return (
    <>
      <StatusBadge status={status} reason={reason} />{" "}
      <Why operation={operation} />{" "}
      {first && (
        <span
          class="pill look"
          title={warnings
            .map((one) => `${one.about}: ${one.reason}`)
            .join(", ")}
        >
          {others.length > 0
            ? `${warnings.length} warnings`
            : `Warning: ${first.about}`}
        </span>
      )}
    </>
  );
}

function Why({ operation }: { operation: ShownOperation }) {
  const { status, reason, phase, contents } = operation;
  if (reason !== undefined) return <Reason reason={reason} />;
  if (status !== "waiting") return null;
  return (
    <span class="muted">
      will {describePlan(operation)}
      {phase === "grace" &&
        contents !== undefined &&
        `, ${describeContents(contents)}`}
    </span>
  );
}
