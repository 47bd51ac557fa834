import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { busEventTypes } from "../../../infra/aws/deployment/events.ts";
import { noticeTypes } from "../../../shared/store/notices.ts";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";
import {
  type BundledStack,
  startBundledStack,
} from "../../environments/bundled-stack.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import type { ReceivedMessage } from "./notices-for-test.ts";

const received: ReceivedMessage[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push(
      JSON.parse(Buffer.concat(chunks).toString()) as ReceivedMessage,
    );
    response.writeHead(204).end();
  });
});
let stack: BundledStack;
beforeAll(async () => {
  const port = await listen(server, 0);
  stack = await startBundledStack({
    schedulerIntervalMs: 3_600_000,
    subscribers: {
      desk: {
        format: "webhook",
        url: `http://127.0.0.1:${port}/`,
        keys: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
      },
    },
  });
}, 60_000);
afterAll(async () => {
  await stack?.close();
  await closeServer(server);
});

test("no type of our notices is a type that a rule of ours takes", () => {
  expect(busEventTypes.filter((type) => isNoticeType(type))).toEqual([]);
});

const isNoticeType = (type: string) => noticeTypes.some((one) => one === type);

test("the local stack tells a subscriber what happened, and our own events start no workflow", async () => {
  const hired = await stack.deliver(hireEvent("E-1"));
  const operation = await stack.settled(hired);
  await stack.deliver(
    {
      type: "employee.terminated",
      timestamp: new Date().toISOString(),
      data: { employeeId: "E-1", lastDay: "2999-12-31" },
    },
    { path: "/offboarding" },
  );
  await stack.lambda.idle();
  await stack.deliver(hireEvent("E-1", { startDate: "2999-01-01" }));
  await stack.lambda.idle();
  await stack.runScheduler();
  await stack.lambda.idle();
  expect(
    received.toSorted((a, b) => a.type.localeCompare(b.type)),
  ).toMatchObject([
    {
      type: "operation.needs_attention",
      data: {
        count: 1,
        reason: "end-said-before",
        operations: [{ employee: "E-1" }],
      },
    },
    {
      type: "person.onboarded",
      data: {
        count: 1,
        operations: [
          {
            operation: operation.id,
            employee: "E-1",
            personID: operation.result?.personID,
          },
        ],
      },
    },
  ]);
  await stack.runScheduler();
  await stack.lambda.idle();
  expect(received).toHaveLength(2);
  const troubles = stack.logs.filter((line) =>
    /bus refused|bus failed|"ERROR".*notifications/.test(line),
  );
  expect(troubles).toEqual([]);
});
