import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { describeStatus } from "../words/status-words.ts";

type StatusBadgeProps = {
  status: ShownOperation["status"];
  reason?: string | undefined;
};

export function StatusBadge({ status, reason }: StatusBadgeProps) {
  const { text, tone } = describeStatus(status, reason);
  return <span class={`pill ${tone}`}>{text}</span>;
}
