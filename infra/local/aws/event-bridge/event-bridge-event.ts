import { randomUUID } from "node:crypto";
import { localRegion } from "../../../cli/local-aws-options.ts";
import { localAccountId } from "../arn.ts";

/** An event as a function receives it from EventBridge. */
export type EventBridgeEvent = {
  version: "0";
  id: string;
  "detail-type": string;
  source: string;
  account: string;
  /** ISO 8601 in whole seconds. */
  time: string;
  region: string;
  resources: readonly string[];
  detail: Record<string, unknown>;
};

export type BusEventContent = {
  source: string;
  detailType: string;
  timeMs: number;
  resources?: readonly string[] | undefined;
  detail?: Record<string, unknown>;
};

/** Creates an event of the local account with a new id. */
export function createEventBridgeEvent({
  source,
  detailType,
  timeMs,
  resources = [],
  detail = {},
}: BusEventContent): EventBridgeEvent {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": detailType,
    source,
    account: localAccountId,
    time: toWholeSeconds(timeMs),
    region: localRegion,
    resources,
    detail,
  };
}

/** The time format of EventBridge: `2026-03-12T19:03:58Z`. */
export function toWholeSeconds(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}
