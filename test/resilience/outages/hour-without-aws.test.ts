import { expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { useInProcess } from "../../environments/in-process.ts";
import {
  type PartFailures,
  endPartFailures,
} from "../../environments/in-process/part-failures.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  graceDays: 0,
  deletionLimit: { percent: 100, min: 1_000, max: 1_000 },
});

/** Each part of AWS, and how an hour without it begins. */
const parts: [
  string,
  (partFailures: PartFailures, revokeTokens: () => void) => void,
][] = [
  [
    "DynamoDB",
    (partFailures) => {
      partFailures.receiverTable = () => true;
      partFailures.workflowTable = () => true;
      partFailures.tokensTable = () => true;
    },
  ],
  [
    "Lambda's starts",
    (partFailures) => {
      partFailures.workflowStart = () => true;
    },
  ],
  [
    "Secrets Manager",
    (partFailures, revokeTokens) => {
      revokeTokens();
      partFailures.communitySecret = () => {
        throw new ConfigurationError(
          "secret-unavailable",
          "the secret community cannot be read",
        );
      };
    },
  ],
];

test.for(effort(parts.slice(0, 1), parts))(
  "an hour without %s loses and doubles nothing, and ends without an operator",
  async ([part, begin], { task }) => {
    const {
      platform,
      partFailures,
      store,
      send,
      runUntilIdle,
      operation,
      ...rest
    } = environment();
    const { advanceTime, dispatchDue, runScheduler, idle } = rest;
    const count = effort(2, 20);
    const numbers = Array.from({ length: count }, (_, index) => index);
    const idOf = (kind: string, index: number) =>
      `${part.replaceAll(/\W/g, "")}-${kind}-${index}`;
    for (const kind of ["leaver", "writer"])
      for (const index of numbers)
        await send("employee.hired", hireOf(idOf(kind, index)));
    await runUntilIdle();

    begin(partFailures, platform.revokeTokens);
    // A sender repeats a delivery until it is accepted.
    const deliveries = numbers.flatMap((index) => [
      ["employee.hired", hireOf(idOf("new", index))] as const,
      ["employee.terminated", { employeeId: idOf("leaver", index) }] as const,
      [
        "status.set",
        { employeeId: idOf("writer", index), text: `Status ${index}` },
      ] as const,
    ]);
    const atMs = rest.nowMs();
    const deliver = () =>
      Promise.all(
        deliveries.map(([type, data], index) =>
          send(type, data, { atMs, delivery: idOf("delivery", index) }),
        ),
      );
    const first = await deliver();
    for (const { status } of first) expect([202, 503]).toContain(status);
    for (let minute = 0; minute < 60; minute += 5) {
      advanceTime(5 * minuteMs);
      // Without DynamoDB the scheduler fails too, and its next run begins anew.
      await dispatchDue().catch(() => undefined);
    }

    endPartFailures(partFailures);
    const answers = await deliver();
    expect(answers.map(({ status }) => status)).toEqual(
      deliveries.map(() => 202),
    );
    for (let minute = 0; minute < 30; minute++) {
      advanceTime(minuteMs);
      await runScheduler();
    }
    await idle();
    const ended = await Promise.all(answers.map((one) => operation(one)));
    for (const { type, status, reason } of ended)
      expect([type, status, reason]).toEqual(
        type === "status.set" && status === "cancelled"
          ? [type, status, "expired"]
          : [type, "succeeded", undefined],
      );
    const usernames = platform.people().map(({ svc }) => svc.username);
    for (const index of numbers) {
      const { username } = hireOf(idOf("new", index));
      expect(usernames.filter((one) => one === username)).toHaveLength(1);
      const leaver = await store.employees.get(idOf("leaver", index));
      expect(leaver?.state).toBe("left");
    }
    recordFigure(task, {
      area: "Long outages",
      what: `an hour without ${part}`,
      figure: `${ended.length} of ${ended.length} events end right, 0 by an operator`,
    });
  },
);
