import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { opsToken } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { useInProcess } from "../../environments/in-process.ts";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort, isThorough } from "../effort.ts";
import { passingTime } from "./passing-time.ts";

const environment = useInProcess({
  // A refused login is remembered for a minute.
  platformAuthNowMs: () => environment().nowMs(),
});

const { pass } = passingTime(environment);

describe("a community secret that cannot be used", () => {
  const codes: ReasonCode[] = [
    "secret-malformed",
    "secret-missing",
    "secret-denied",
    "secret-unavailable",
  ];
  test.each(effort(codes.slice(0, 2), codes))(
    "%s: a hire waits, an error line names the cause, and the hire goes on within minutes of the repair",
    async (code) => {
      const { partFailures, platform, sendAndWait, find, lines } =
        environment();
      const before = lines.length;
      platform.revokeTokens();
      partFailures.communitySecret = () => {
        throw new ConfigurationError(code, "check /password");
      };
      const { id, ...blocked } = await sendAndWait(
        "employee.hired",
        hireOf(`C-${code}`),
      );
      expect(blocked).toMatchObject({
        status: "waiting",
        blockedBy: "configuration",
        reason: code,
      });
      const wrong = lines
        .slice(before)
        .filter(({ message }) => message === "configuration wrong");
      expect(wrong[0]).toMatchObject({
        level: "error",
        fields: { operationId: id, reason: code, issues: ["check /password"] },
      });
      // The attempts are few, because a probe has failed.
      expect(wrong.length).toBeLessThanOrEqual(3);
      await pass(3 * minuteMs);
      expect((await find(id)).status).toBe("waiting");
      partFailures.communitySecret = undefined;
      await pass(10 * minuteMs);
      expect((await find(id)).status).toBe("succeeded");
    },
  );
});

test.each(rows<[string, FaultRule | "wrong password", string]>`
  a wrong password | wrong password | login-refused
  a service account that is refused twice in a row | ${{ kind: "status", status: 401, path: "/people" }} | platform-refused-401
`)(
  "%s is an outage of the platform, which ends within ten minutes of its repair",
  async (_, fault, reason) => {
    const { partFailures, platform, sendAndWait, find, lines } = environment();
    const before = lines.length;
    platform.revokeTokens();
    if (fault === "wrong password")
      partFailures.credentials = { password: "wrong" };
    else platform.faults.add(fault);
    const { id, ...blocked } = await sendAndWait(
      "employee.hired",
      hireOf(`C-${reason}`),
    );
    expect(blocked).toMatchObject({
      status: "waiting",
      blockedBy: "platform",
      reason,
    });
    expect(
      lines.slice(before).find(({ message }) => message === "outage began"),
    ).toMatchObject({ fields: { reason } });
    platform.faults.clear();
    partFailures.credentials = undefined;
    await pass(11 * minuteMs);
    expect((await find(id)).status).toBe("succeeded");
  },
);

test("an operation whose role lacks a permission is blocked and rings until the role has it", async () => {
  const { apps, partFailures, sendAndWait, find, lines } = environment();
  const { employeeId } = hireOf("C-denied");
  await sendAndWait("employee.hired", hireOf(employeeId));
  const before = lines.length;
  partFailures.workflowTable = (_command, _id, input) =>
    input.includes('"IndexName":"state"') && "denied";
  const { id, ...blocked } = await sendAndWait("employee.changed", {
    employeeId,
    username: "renamed.denied",
  });
  expect(blocked).toMatchObject({
    status: "waiting",
    blockedBy: "configuration",
    reason: "store-denied",
  });
  const written = lines.slice(before);
  const wrong = written.filter((one) => one.message === "configuration wrong");
  // More attempts have no chance until somebody gives the permission.
  expect(wrong).toHaveLength(3);
  expect(written).toContainEqual({
    level: "error",
    message: "paused alone",
    fields: {
      operationId: id,
      type: "employee.changed",
      blockedBy: "configuration",
      reason: "store-denied",
    },
  });
  const headers = { authorization: `Bearer ${opsToken}` };
  const overview = await apps.operations.request("/overview", { headers });
  expect(await overview.json()).toMatchObject({
    blocked: [
      {
        by: "configuration",
        status: "waiting",
        reason: "store-denied",
        waiting: { count: 1, isAtLeast: false },
      },
    ],
  });

  await pass(11 * minuteMs);
  expect((await find(id)).status).toBe("waiting");
  partFailures.workflowTable = undefined;
  await pass(11 * minuteMs);
  expect((await find(id)).status).toBe("succeeded");
});

test.runIf(isThorough)(
  "an operation with a payload of a newer version waits alone, and goes on when that version is back",
  async () => {
    const { documents, send, operation, find, lines, advanceTime } =
      environment();
    const before = lines.length;
    const startDate = new Date(environment().nowMs() + 3 * dayMs);
    const answer = await send(
      "employee.hired",
      hireOf("C-newer", { startDate: startDate.toISOString().slice(0, 10) }),
    );
    const { id } = await operation(answer);
    const addToVersion = (change: number) =>
      documents.send(
        new UpdateCommand({
          TableName: tables.store.name,
          Key: { id: `operation#${id}` },
          UpdateExpression: "SET payload.version = payload.version + :change",
          ExpressionAttributeValues: { ":change": change },
        }),
      );
    await environment().idle();
    await addToVersion(1);
    advanceTime(3 * dayMs);
    await pass(1 * minuteMs);
    expect(await find(id)).toMatchObject({
      status: "waiting",
      blockedBy: "configuration",
      reason: "payload-too-new",
    });
    expect(
      lines
        .slice(before)
        .find(({ message }) => message === "configuration wrong"),
    ).toMatchObject({ fields: { operationId: id } });
    await pass(30 * minuteMs);
    expect((await find(id)).status).toBe("waiting");
    await addToVersion(-1);
    await pass(11 * minuteMs);
    expect((await find(id)).status).toBe("succeeded");
  },
);
