import { rowOf, type ReasonCode } from "../../shared/reason-codes.ts";
import type { Notice } from "../../shared/store/notices.ts";
import type { Pending } from "../../shared/store/outbox.ts";
import { verbsFor } from "../../shared/store/verbs.ts";
import { fingerprintOf } from "../../shared/fingerprint.ts";
import type { NoticedOperation, NoticeMessage } from "./contract.ts";

/** One notice, as the engine's history contains it between its steps: ids, codes and times. */
export type NoticeEntry = Pick<Notice, "type" | "atMs" | "reason"> & {
  /** The id of the notice. */
  notice: string;
  /** The plan, the subscriber or the outage of the notice. Empty for an operation. */
  about: Pending["about"];
  operation?: NoticedOperation | undefined;
};

/** A message stays small enough for a chat tool and for the 20 KB that Standard Webhooks recommends. */
const maxEntries = 50;

/** The entry of a notice in a message. It names the verbs that apply now. */
export function describeNotice(
  { about, operation }: Pick<Pending, "about" | "operation">,
  { id: notice, type, atMs, reason }: Notice,
): NoticeEntry {
  const entry = { notice, type, atMs, reason, about };
  if (!operation) return entry;
  const { id, employeeId, result, contents, warnings } = operation;
  const hasVerbs = reason !== undefined && type !== "operation.attended";
  return {
    ...entry,
    operation: {
      notice,
      operation: id,
      type: operation.type,
      employee: employeeId,
      personID: result?.personID,
      contents,
      warnings: warnings.length || undefined,
      at: new Date(atMs).toISOString(),
      verbs: hasVerbs ? verbsFor(operation) : undefined,
    },
  };
}

/** One message for each type and reason, or several messages if the notices are many. */
export function messagesOf(
  notices: readonly NoticeEntry[],
  docsUrl: string,
): NoticeMessage[] {
  const groups = Map.groupBy(
    notices,
    ({ type, reason, about: { plan, subscriber, outage } }) =>
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
  const [{ type, reason, about }] = notices;
  const latestMs = Math.max(...notices.map(({ atMs }) => atMs));
  const ids = notices.map(({ notice }) => notice).join(" ");
  return {
    id: `msg_${fingerprintOf(ids).slice(0, 32)}`,
    type,
    timestamp: new Date(latestMs).toISOString(),
    data: {
      count: notices.length,
      ...(reason && { reason }),
      ...(reason && docsUrl !== "" && { explanation: linkTo(docsUrl, reason) }),
      ...about,
      operations: notices.flatMap(({ operation }) => operation ?? []),
    },
  };
}

function linkTo(docsUrl: string, reason: ReasonCode): string {
  return `${docsUrl.replace(/\/$/, "")}/reason-codes.md#${rowOf(reason)}`;
}

export function chunksOf<T>(all: readonly T[], size: number): [T, ...T[]][] {
  const [first, ...rest] = all.slice(0, size);
  return first === undefined
    ? []
    : [[first, ...rest], ...chunksOf(all.slice(size), size)];
}
