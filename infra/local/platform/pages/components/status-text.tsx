import { Moment } from "./day.tsx";
import type { Status } from "../views/status.ts";

type StatusTextProps = { status: Status | undefined; brief?: boolean };

/** A status with the time at which it was set. */
export function StatusText({ status, brief = false }: StatusTextProps) {
  if (status === undefined) return null;
  return (
    <div class="notice">
      <p class="lines">{status.text}</p>
      {status.setAtMs !== undefined && (
        <p class="muted">
          <Moment atMs={status.setAtMs} brief={brief} />
        </p>
      )}
    </div>
  );
}
