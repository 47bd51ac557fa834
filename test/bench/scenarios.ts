import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { opsToken } from "../../infra/local/credentials.ts";
import { sendAsHr } from "../environments/send-as-hr.ts";
import { sampleHire } from "../../infra/sample/hire.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { eventFactsOf } from "../../shared/event-types.ts";
import { roundLease } from "../../shared/store/outbox.ts";
import { avatarOf, hireOf, tasksOf } from "../fixtures/hire.ts";
import { rows } from "../fixtures/rows.ts";
import type { Environment } from "./environment.ts";

export type Employee = ReturnType<typeof employeeOn>;
type Act = (employee: Employee) => Promise<void>;

const avatar = { base64: Buffer.from(avatarOf(200 * 1024)).toString("base64") };
/** An instant that lies before all others. */
const longAgoMs = 1;

const send =
  (type: string, data: object = {}): Act =>
  (employee) =>
    employee.send(type, data);

/** A hire of nothing but the person. Without `tasks`, it would have those of the templates. */
const hire = send("employee.hired", { tasks: [] });

const wholeHire = send("employee.hired", { avatar, tasks: tasksOf(5) });
const leave = (graceDays: number) => send("employee.terminated", { graceDays });
const setStatus = send("status.set", { text: "In a meeting" });
const setStatusForAnHour: Act = (employee) =>
  employee.send("status.set", {
    text: "Away",
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
const sendAgain: Act = (employee) => employee.sendAgain();
const readOperation: Act = (employee) => employee.readOperation();
const makeDue: Act = (employee) => employee.makeDue();

export type Scenario = {
  name: string;
  /** The fewest calls to the platform that are safe according to docs/interface.md, and the reason. */
  least: readonly [calls: number, why: string];
  /** What happens before the measurement. */
  before: readonly Act[];
  run: Act;
};

/** Name | fewest calls | why | acts before the measurement | run. Each scenario is played with a new employee. */
export const scenarios = rows<[string, number, string, Act[], Act]>`
  onboarding: avatar, 5 tasks | ${8} | upload, create, attach, 5 tasks | ${[]} | ${wholeHire}
  onboarding: nothing but the person | ${1} | create | ${[]} | ${hire}
  the same delivery again | ${0} | its operation has finished | ${[hire]} | ${sendAgain}
  offboarding at once | ${8} | read, write disabled, count contents, read, delete, read, list people, read | ${[hire]} | ${leave(0)}
  offboarding with a grace period: disable | ${3} | read, write disabled, count contents | ${[hire]} | ${leave(7)}
  offboarding with a grace period: delete | ${6} | read, count contents, delete, read, list people, read | ${[hire, leave(7)]} | ${makeDue}
  change of a title | ${2} | read the person, write it | ${[hire]} | ${send("employee.changed", { title: "Lead" })}
  suspension | ${2} | read, write disabled | ${[hire]} | ${send("employee.suspended")}
  status | ${2} | read the person, write it | ${[hire]} | ${setStatus}
  status that is already shown | ${1} | read the person | ${[hire, setStatus]} | ${setStatus}
  status that ends: the earlier one restored | ${2} | read the person, write it | ${[hire, setStatusForAnHour]} | ${makeDue}
  a read of an operation | ${0} | it is in our own table | ${[hire]} | ${readOperation}
`.map(([name, calls, why, before, run]): Scenario => ({
  name,
  least: [calls, why],
  before,
  run,
}));

/** The fields of the sample hire that fit every employee, with five tasks. */
export function sampleFields(): object {
  const { data } = sampleHire(Date.now());
  const { employeeId, name, email, username, identities, avatar, ...fields } =
    data;
  return { ...fields, tasks: tasksOf(5) };
}

/**
 * Keeps the scheduler from starting a round of notices. A round takes all notices that are due when it begins, so its
 * requests would depend on the speed of this machine.
 */
export async function holdNotices({ documents }: Environment): Promise<void> {
  const Item = {
    id: roundLease,
    leaseBy: "held",
    leaseUntilMs: Number.MAX_SAFE_INTEGER,
  };
  await documents.send(new PutCommand({ TableName: tables.store.name, Item }));
}

/** The acts of a new employee. Each ends when no execution runs any more. */
export function employeeOn(environment: Environment, employeeId: string) {
  const { origin, documents, executions } = environment;
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
    await executions.idle();
  }

  return {
    async send(type: string, data: object = {}): Promise<void> {
      const person = type === "employee.hired" ? hireOf(employeeId) : {};
      const nowMs = Date.now();
      const body = JSON.stringify({
        type,
        timestamp: new Date(nowMs).toISOString(),
        data: { employeeId, ...person, ...data },
      });
      const id = `msg_${employeeId}_${++deliveries}`;
      const path = `/${eventFactsOf(type)?.url}`;
      await deliver(origin, path, { id, body }, nowMs);
    },

    /** Sends the last event again, as it was. */
    async sendAgain(): Promise<void> {
      if (last) await deliver(...last);
    },

    /** Reads the operation, as an operator does. */
    async readOperation(): Promise<void> {
      const answer = await fetch(origin + location, {
        headers: { authorization: `Bearer ${opsToken}` },
      });
      if (!answer.ok) throw new Error(`GET ${location}: ${answer.status}`);
      await answer.text();
    },

    /** Makes the waiting operation due, and runs the scheduler. */
    async makeDue(): Promise<void> {
      await documents.send(
        new UpdateCommand({
          TableName: tables.store.name,
          Key: { id: `operation#${location.split("/").at(-1)}` },
          UpdateExpression: "SET dueAtMs = :long",
          ConditionExpression: "#status = :waiting",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: {
            ":long": longAgoMs,
            ":waiting": "waiting",
          },
        }),
      );
      // A grace period counts from when the person was disabled. A person who is not disabled has none: the write fails.
      await documents
        .send(
          new UpdateCommand({
            TableName: tables.store.name,
            Key: { id: `employee#${employeeId}` },
            UpdateExpression: "SET #person.sinceMs = :long",
            ConditionExpression: "#person.#is = :disabled",
            ExpressionAttributeNames: { "#person": "person", "#is": "is" },
            ExpressionAttributeValues: {
              ":long": longAgoMs,
              ":disabled": "disabled",
            },
          }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        });
      await environment.runScheduler();
    },
  };
}
