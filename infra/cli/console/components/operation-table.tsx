import type { Child } from "hono/jsx";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { describePlan } from "../../../../shared/store/describe-plan.ts";
import { describeEvent } from "../../../../shared/event-types.ts";
import {
  Distance,
  employeeHref,
  Id,
  operationHref,
  Reason,
  StatusBadge,
} from "./parts.tsx";

type OperationTableProps = {
  /** What the table shows, for a screen reader. */
  caption: string;
  operations: readonly ShownOperation[];
  /** With check boxes, all checked or none. */
  selection?: "all" | "none";
  /** All operations are of one employee, whom the page names. */
  isOfOneEmployee?: boolean;
  /** The heading of a column by which the list can be sorted. */
  heading?: (column: "Due" | "Received") => {
    content: Child;
    sort?: "ascending" | "descending" | undefined;
  };
};

/** Operations, one a line. On a phone, each row becomes a block. */
export function OperationTable({
  caption,
  operations,
  selection,
  isOfOneEmployee = false,
  heading = (column) => ({ content: column }),
}: OperationTableProps) {
  return (
    <table class="dense">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" class="tick">
              <span class="unseen">Select</span>
            </th>
          )}
          <th scope="col">Event</th>
          {!isOfOneEmployee && <th scope="col">Employee</th>}
          <th scope="col">State</th>
          {(["Due", "Received"] as const).map((column) => (
            <th scope="col" aria-sort={heading(column).sort}>
              {heading(column).content}
            </th>
          ))}
          {!isOfOneEmployee && <th scope="col">Caller</th>}
          {!isOfOneEmployee && <th scope="col">Operation</th>}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation) => (
          <Row
            operation={operation}
            selection={selection}
            isOfOneEmployee={isOfOneEmployee}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  operation: ShownOperation;
  selection: OperationTableProps["selection"];
  isOfOneEmployee: boolean;
};

function Row({ operation, selection, isOfOneEmployee }: RowProps) {
  const { id, type, status, reason, employeeId, caller } = operation;
  const { createdAt, dueAt, warnings } = operation;
  const event = describeEvent(type);
  return (
    <tr>
      {selection && (
        <td class="tick">
          <label>
            <input
              type="checkbox"
              name="operation"
              value={id}
              checked={selection === "all"}
            />
            <span class="unseen">
              Select {event} {id}
            </span>
          </label>
        </td>
      )}
      <td>
        <a class="strong" href={operationHref(id)}>
          {event}
        </a>
      </td>
      {!isOfOneEmployee && (
        <td>
          <a class="plain" href={employeeHref(employeeId)}>
            {employeeId}
          </a>
        </td>
      )}
      <td class="long">
        <StatusBadge status={status} reason={reason} />{" "}
        <Why operation={operation} /> <Warned warnings={warnings} />
      </td>
      <td class="muted">{dueAt && <Distance at={dueAt} />}</td>
      <td class="muted">
        <Distance at={createdAt} />
      </td>
      {!isOfOneEmployee && <td class="muted">{caller}</td>}
      {!isOfOneEmployee && (
        <td>
          <Id id={id} />
        </td>
      )}
    </tr>
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

function Warned({ warnings }: Pick<ShownOperation, "warnings">) {
  const [first, ...others] = warnings;
  if (first === undefined) return null;
  return (
    <span
      class="pill look"
      title={warnings
        .map(({ about, reason }) => `${about}: ${reason}`)
        .join(", ")}
    >
      {others.length > 0
        ? `${warnings.length} warnings`
        : `Warning: ${first.about}`}
    </span>
  );
}
