import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { describeEvent } from "../../../../shared/event-types.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { describePlan } from "../../../../shared/describe-plan.ts";
import {
  Distance,
  employeeHref,
  operationHref,
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
};

/** Operations, the newest first. On a phone, each row becomes a block. */
export function OperationTable({
  caption,
  operations,
  selection,
  isOfOneEmployee = false,
}: OperationTableProps) {
  return (
    <table>
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
          <th scope="col">Due</th>
          <th scope="col">Received</th>
          <th scope="col">Caller</th>
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
  const { createdAt, dueAt } = operation;
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
          {event} <span class="id">{id}</span>
        </a>
      </td>
      {!isOfOneEmployee && (
        <td>
          <a class="plain" href={employeeHref(employeeId)}>
            {employeeId}
          </a>
        </td>
      )}
      <td>
        <StatusBadge status={status} reason={reason} />{" "}
        <Why operation={operation} />
      </td>
      <td class="muted">{dueAt && <Distance at={dueAt} />}</td>
      <td class="muted">
        <Distance at={createdAt} />
      </td>
      <td class="muted">{caller}</td>
    </tr>
  );
}

function Why({ operation }: { operation: ShownOperation }) {
  const { status, reason, phase, contents } = operation;
  if (reason !== undefined) return <code>{reason}</code>;
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
