import { createHash } from "node:crypto";
import {
  rowOf,
  type ReasonCode,
  type Blocker,
} from "../../shared/reason-codes.ts";
import type { Notice } from "../../shared/store/notices.ts";
import type { Pending } from "../../shared/store/outbox.ts";
import { type Verb, verbsFor } from "../../shared/store/verbs.ts";
import type { NoticedOperation, NoticeMessage } from "./contract.ts";

/** One notice, as the history of the engine holds it between its steps: ids, codes and times. */
export type NoticeEntry = Pick<Notice, "type" | "atMs" | "reason"> & {
  /** The id of the notice. */
  notice: string;
  /** Absent for a plan, a subscriber and an outage. */
  operation?: { id: string; type: string; employee: string };
  personID?: string;
  contents?: number;
  /** How many warnings the operation has. */
  warnings?: number;
  verbs?: Verb[];
  plan?: string;
  counts?: Record<string, number>;
  subscriber?: string;
  outage?: Blocker;
};

/** A message stays small enough for a chat tool and for the 20 KB that Standard Webhooks recommends. */
const maxEntries = 50;

/** The entry of a notice in a message. It names the verbs that apply now. */
export function describeNotice(
  {
    operation,
    plan,
    counts,
    subscriber,
    outage,
  }: Pick<Pending, "operation" | "plan" | "counts" | "subscriber" | "outage">,
  { id: notice, type, atMs, reason }: Notice,
): NoticeEntry {
  const personID = operation?.result?.personID;
  const contents = operation?.contents;
  const warnings = operation?.warnings.length ?? 0;
  const hasVerbs = reason !== undefined && type !== "operation.attended";
  return {
    notice,
    type,
    atMs,
    ...(reason && { reason }),
    ...(plan !== undefined && { plan }),
    ...(counts && { counts }),
    ...(subscriber !== undefined && { subscriber }),
    ...(outage && { outage }),
    ...(operation && {
      operation: {
        id: operation.id,
        type: operation.type,
        employee: operation.employeeId,
      },
      ...(hasVerbs && { verbs: verbsFor(operation) }),
    }),
    ...(personID !== undefined && { personID }),
    ...(contents !== undefined && { contents }),
    ...(warnings > 0 && { warnings }),
  };
}

/** One message for each type and reason, and more of them if they are many. */
export function messagesOf(
  notices: readonly NoticeEntry[],
  docsUrl: string,
): NoticeMessage[] {
  const groups = Map.groupBy(
    notices,
    ({ type, reason, plan, subscriber, outage }) =>
      [type, reason, plan, subscriber, outage].join(" "),
  );
  return [...groups.values()].flatMap((group) =>
    chunksOf(group, maxEntries).map((chunk) => messageOf(chunk, docsUrl)),
  );
}

/** @param notices - of one type and reason, at least one */
function messageOf(
  notices: readonly [NoticeEntry, ...NoticeEntry[]],
  docsUrl: string,
): NoticeMessage {
  const [{ type, reason, plan, counts, subscriber, outage }] = notices;
  const latestMs = Math.max(...notices.map(({ atMs }) => atMs));
  return {
    id: `msg_${digestOf(notices.map(({ notice }) => notice))}`,
    type,
    timestamp: new Date(latestMs).toISOString(),
    data: {
      count: notices.length,
      ...(reason && { reason }),
      ...(reason && docsUrl !== "" && { explanation: linkTo(docsUrl, reason) }),
      ...(plan !== undefined && { plan }),
      ...(counts && { counts }),
      ...(subscriber !== undefined && { subscriber }),
      ...(outage && { outage }),
      operations: notices.flatMap(entryOf),
    },
  };
}

function entryOf({
  notice,
  operation,
  personID,
  contents,
  warnings,
  atMs,
  verbs,
}: NoticeEntry): NoticedOperation[] {
  if (!operation) return [];
  const { id, type, employee } = operation;
  return [
    {
      notice,
      operation: id,
      type,
      employee,
      ...(personID !== undefined && { personID }),
      ...(contents !== undefined && { contents }),
      ...(warnings !== undefined && { warnings }),
      at: new Date(atMs).toISOString(),
      ...(verbs && { verbs }),
    },
  ];
}

function linkTo(docsUrl: string, reason: ReasonCode): string {
  return `${docsUrl.replace(/\/$/, "")}/reason-codes.md#${rowOf(reason)}`;
}

function digestOf(parts: readonly string[]): string {
  const hash = createHash("sha256").update(parts.join(" "));
  return hash.digest("base64url").slice(0, 32);
}

export function chunksOf<T>(
  all: readonly [T, ...T[]] | readonly T[],
  size: number,
): [T, ...T[]][] {
  const [first, ...rest] = all.slice(0, size);
  return first === undefined
    ? []
    : [[first, ...rest], ...chunksOf(all.slice(size), size)];
}
