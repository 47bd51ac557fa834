import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { describeStep } from "../../../../shared/store/step-names.ts";
import { capitalize } from "../../../pages/section.tsx";
import { describeDuration } from "../words.ts";
import { Moment } from "./parts.tsx";

/** The steps on a time line: what was done, when after the event, and in how many attempts. */
export function StepList({ steps, createdAt }: StepsProps) {
  if (steps.length === 0) return <p class="muted">No step has ended yet.</p>;
  return (
    <ol class="time-line flow">
      {steps.map(({ name, status, attempts, at }) => (
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
export function AuditTrail({ history }: Pick<ShownOperation, "history">) {
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
