import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { minuteMs } from "../../../../shared/durations.ts";
import type { InProcess } from "../../../environments/in-process.ts";
import {
  type Notices,
  startNotices,
} from "../../../functions/notifications/notices-for-test.ts";
import { outcomeOf, runTo } from "../../../shared/store/operation-for-test.ts";

/** Sends notices about a failed operation, and copies what was logged to the log of their workflow. */
async function tellOfFailure(
  { logOf }: InProcess,
  notices: Notices,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await runTo(notices.operations, "one", outcomeOf("failed", "unexpected"));
    await act();
  } finally {
    await notices.close();
  }
  const log = logOf("notifications-workflow");
  for (const { level, message, fields } of notices.lines)
    log[level](message, fields);
}

/** One subscriber is gone, and another one is down for more than three days. */
export async function loseNotices(environment: InProcess): Promise<void> {
  const notices = await startNotices();
  const { answers, webhook } = notices;
  notices.secret.content = { desk: webhook("/desk"), gone: webhook("/gone") };
  answers["/desk"] = (response) => response.writeHead(503).end();
  answers["/gone"] = (response) => response.writeHead(410).end();
  await tellOfFailure(environment, notices, () => notices.untilDone());
}

/** The bus, the secret and an item of the store are out of order, and a quarter of an hour passes. */
export async function delayNotices(environment: InProcess): Promise<void> {
  const notices = await startNotices({
    awsFaults: {
      failingShare: 1,
      duplicateShare: 0,
      maxDelayMs: 0,
      random: () => 0,
    },
  });
  notices.secret.error = new Error("malformed");
  await tellOfFailure(environment, notices, async () => {
    const Item = { id: "operation#bad", notice: "pending", noticeAtMs: 1 };
    const TableName = tables.store.name;
    await notices.documents.send(new PutCommand({ TableName, Item }));
    notices.clock.nowMs += 16 * minuteMs;
    await notices.minute();
  });
}
