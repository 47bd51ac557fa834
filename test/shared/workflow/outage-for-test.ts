import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { Blocker } from "../../../shared/reason-codes.ts";
import type { OutageOptions } from "../../../shared/workflow/find-outage.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { type StoreForTest, useStore } from "../store/store-for-test.ts";

export type OutageForTest = OutageOptions &
  Pick<StoreForTest, "clock"> & {
    lines: ReturnType<typeof recordLog>["lines"];
    /** The probes so far, in order. */
    probed: Blocker[];
    /** The error of each probe from now on. Absent: the probe succeeds. */
    errors: { [B in Blocker]?: Error };
  };

const blockers: readonly Blocker[] = ["platform", "configuration"];

/** A real table without an outage, and probes that succeed until a test gives them an error. */
export function useOutages(): () => OutageForTest {
  const store = useStore();
  let forTest: OutageForTest;
  beforeEach(async () => {
    const { clock, documents, outages } = store();
    for (const blocker of blockers)
      await documents.send(
        new DeleteCommand({
          TableName: tables.store.name,
          Key: { id: `outage#${blocker}` },
        }),
      );
    const { log, lines } = recordLog();
    const probed: Blocker[] = [];
    const errors: OutageForTest["errors"] = {};
    const probe = (blocker: Blocker) => async () => {
      probed.push(blocker);
      const error = errors[blocker];
      if (error) throw error;
    };
    forTest = {
      store: { outages },
      platformAuth: {
        probes: {
          platform: probe("platform"),
          configuration: probe("configuration"),
        },
      },
      clock,
      nowMs: () => clock.nowMs,
      log,
      lines,
      probed,
      errors,
    };
  });
  return () => forTest;
}
