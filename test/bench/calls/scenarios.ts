import {
  DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { opsToken } from "../../../infra/local/credentials.ts";
import { sendAsHr } from "../../../infra/local/demo/send.ts";
import type { Stack } from "../../../infra/local/stack.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { eventFactsOf } from "../../../shared/event-types.ts";
import { roundLease } from "../../../shared/store/outbox.ts";
import { avatarOf } from "../../fixtures/hire.ts";

export type CallScenario = {
  name: string;
  /** The fewest calls to the platform that are safe according to docs/interface.md, and the reason. */
  least: { calls: number; why: string };
  /** Prepares the scenario. Its calls are not counted. */
  before?: (run: Employee) => Promise<void>;
  run: (run: Employee) => Promise<void>;
};

/** One employee on the stack, for whom a scenario sends events. */
export type Employee = {
  employeeId: string;
  /** Sends an event and waits until nothing runs any more. */
  sendAndWait: (type: string, data?: object) => Promise<void>;
  /** Sends the last event again, as it was. */
  repeatEvent: () => Promise<void>;
  /** The same as an operator's look at the operation. */
  readOperation: () => Promise<void>;
  /** Lets the time come for which the operation waits. */
  makeDue: () => Promise<void>;
};

const tasks = Array.from({ length: 5 }, (_, day) => ({
  subject: `Task ${day}`,
  dueInDays: day,
}));
const avatar = {
  base64: Buffer.from(avatarOf(200 * 1024)).toString("base64"),
};

const hire = ({ sendAndWait }: Employee) =>
  sendAndWait("employee.hired", { avatar, tasks });
const plainHire = ({ sendAndWait }: Employee) =>
  sendAndWait("employee.hired", { tasks: [] });
const status =
  (text: string, more: object = {}) =>
  (run: Employee) =>
    run.sendAndWait("status.set", { text, ...more });
const leave = (graceDays: number) => (run: Employee) =>
  run.sendAndWait("employee.terminated", { graceDays });

/** Each is played by an employee of its own, in sandboxes that are warm. */
export const scenarios: readonly CallScenario[] = [
  {
    name: "onboarding: avatar, 5 tasks",
    least: { calls: 8, why: "upload, create, attach, 5 tasks" },
    run: hire,
  },
  {
    name: "onboarding: nothing but the person",
    least: { calls: 1, why: "create" },
    run: plainHire,
  },
  {
    name: "the same delivery again",
    least: { calls: 0, why: "its operation has finished" },
    before: plainHire,
    run: ({ repeatEvent }) => repeatEvent(),
  },
  {
    name: "offboarding at once",
    least: {
      calls: 8,
      why: "read, write disabled, count contents, read, delete, read, list people, read",
    },
    before: plainHire,
    run: leave(0),
  },
  {
    name: "offboarding with a grace period: disable",
    least: { calls: 3, why: "read, write disabled, count contents" },
    before: plainHire,
    run: leave(7),
  },
  {
    name: "offboarding with a grace period: delete",
    least: {
      calls: 6,
      why: "read, count contents, delete, read, list people, read",
    },
    before: async (run) => {
      await plainHire(run);
      await leave(7)(run);
    },
    run: ({ makeDue }) => makeDue(),
  },
  {
    name: "change of a title",
    least: { calls: 2, why: "read the person, write it" },
    before: plainHire,
    run: ({ sendAndWait }) =>
      sendAndWait("employee.changed", { title: "Lead" }),
  },
  {
    name: "suspension",
    least: { calls: 2, why: "read, write disabled" },
    before: plainHire,
    run: ({ sendAndWait }) => sendAndWait("employee.suspended"),
  },
  {
    name: "status",
    least: { calls: 2, why: "read the person, write it" },
    before: plainHire,
    run: status("In a meeting"),
  },
  {
    name: "status that is already shown",
    least: { calls: 1, why: "read the person" },
    before: async (run) => {
      await plainHire(run);
      await status("In a meeting")(run);
    },
    run: status("In a meeting"),
  },
  {
    name: "status that ends: the earlier one restored",
    least: { calls: 2, why: "read the person, write it" },
    before: async (run) => {
      await plainHire(run);
      await status("Away", {
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      })(run);
    },
    run: ({ makeDue }) => makeDue(),
  },
  {
    name: "a read of an operation",
    least: { calls: 0, why: "it is in our own table" },
    before: plainHire,
    run: ({ readOperation }) => readOperation(),
  },
];

const documentsOf = ({ dynamodb }: Stack) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient(localAwsOptions(dynamodb.endpoint)),
  );

/**
 * Keeps the scheduler from starting a round of notices. A round takes all notices that are due when it begins, so its
 * requests would depend on the speed of this machine.
 */
export async function holdNotices(stack: Stack): Promise<void> {
  await documentsOf(stack).send(
    new PutCommand({
      TableName: tables.store.name,
      Item: {
        id: roundLease,
        leaseBy: "held",
        leaseUntilMs: Number.MAX_SAFE_INTEGER,
      },
    }),
  );
}

/** How a new employee acts on a stack. */
export function employeeOn(stack: Stack, employeeId: string): Employee {
  const documents = documentsOf(stack);
  const username = employeeId.toLowerCase();
  let deliveries = 0;
  let last: Parameters<typeof sendAsHr> | undefined;
  let location = "";

  async function deliver(...delivery: Parameters<typeof sendAsHr>) {
    last = delivery;
    const answer = await sendAsHr(...delivery);
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`${delivery[1]} answered ${answer.status}: ${text}`);
    location = answer.headers.get("location") ?? location;
    await stack.lambda.idle();
  }

  return {
    employeeId,
    async sendAndWait(type, data = {}) {
      const person =
        type === "employee.hired"
          ? {
              name: { givenName: "Given", familyName: employeeId },
              email: `${username}@example.com`,
              username,
            }
          : {};
      const nowMs = Date.now();
      const body = JSON.stringify({
        type,
        timestamp: new Date(nowMs).toISOString(),
        data: { employeeId, ...person, ...data },
      });
      const id = `msg_${employeeId}_${++deliveries}`;
      await deliver(
        stack.origin,
        `/${eventFactsOf(type)?.url}`,
        { id, body },
        nowMs,
      );
    },
    async repeatEvent() {
      if (last) await deliver(...last);
    },
    async readOperation() {
      const answer = await fetch(stack.origin + location, {
        headers: { authorization: `Bearer ${opsToken}` },
      });
      if (!answer.ok) throw new Error(`a look was answered ${answer.status}`);
      await answer.text();
    },
    async makeDue() {
      const id = `operation#${location.split("/").at(-1)}`;
      await documents.send(
        new UpdateCommand({
          TableName: tables.store.name,
          Key: { id },
          UpdateExpression: "SET dueAtMs = :now",
          ConditionExpression: "#status = :waiting",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":now": 1, ":waiting": "waiting" },
        }),
      );
      await endGracePeriod();
      await stack.runScheduler();
      await stack.lambda.idle();
    },
  };

  /** It counts from the moment at which the person was disabled. */
  async function endGracePeriod() {
    const disabled = new UpdateCommand({
      TableName: tables.store.name,
      Key: { id: `employee#${employeeId}` },
      UpdateExpression: "SET #person.sinceMs = :long",
      ConditionExpression: "#person.#is = :disabled",
      ExpressionAttributeNames: { "#person": "person", "#is": "is" },
      ExpressionAttributeValues: { ":long": 1, ":disabled": "disabled" },
    });
    await documents.send(disabled).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
}
