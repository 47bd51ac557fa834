import { unmarshall } from "@aws-sdk/util-dynamodb";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { dayMs } from "../../../shared/durations.ts";
import { type Employee, personalMark } from "../company/employee.ts";
import {
  type Output,
  simulatedCallers,
  type System,
} from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { InvariantBroken } from "./broken.ts";
import { attributesOf } from "./stored.ts";

/** How long after its time data may still be there. Our table can be away for an hour. */
const erasingMs = dayMs;

const readFields = [
  "payload",
  "note",
  "payloadUntilMs",
  "passwordSalt",
  "saltUntilMs",
  "status",
  "expiresAtSeconds",
];
type Stored = { payloadUntilMs?: number; saltUntilMs?: number } & StoredItem;
type StoredItem = Record<string, unknown>;

/**
 * Requires that personal data is erased when its time is over, and that what we keep of people who are gone has none.
 *
 * @throws InvariantBroken
 */
export function checkPersonalData(
  { memory, platform }: System,
  watch: PlatformWatch,
  employees: readonly Employee[],
): void {
  const nowMs = clock.nowMs();
  const fail = (id: string, what: string) => {
    throw new InvariantBroken(
      "personal data is gone when its time is over",
      `item ${id} ${what}`,
    );
  };
  /** The employees for whom we keep the user of an identity provider. */
  const withUser = new Set<string | undefined>();
  for (const [id, item] of memory.store.items()) {
    if (id.startsWith("scim-user#") && item["resource"])
      withUser.add(item["employeeId"]?.S);
    const stored: Stored = attributesOf(item, readFields);
    const { payload, note, passwordSalt, status, expiresAtSeconds } = stored;
    const { payloadUntilMs = Infinity, saltUntilMs = Infinity } = stored;
    if ((payload ?? note) !== undefined && payloadUntilMs < nowMs - erasingMs)
      fail(
        id,
        `keeps data that it needed until ${new Date(payloadUntilMs).toISOString()}`,
      );
    if (passwordSalt !== undefined && saltUntilMs < nowMs - erasingMs)
      fail(
        id,
        `keeps a salt that it needed until ${new Date(saltUntilMs).toISOString()}`,
      );
    const isFinal = status === "succeeded" || status === "cancelled";
    if (isFinal && expiresAtSeconds === undefined) fail(id, "is kept for ever");
  }
  for (const employee of employees) checkGone(employee);

  /** If the person was deleted and nothing is to come, we must keep no personal value of the employee. */
  function checkGone(one: Employee): void {
    const { id, usernames, said, inFlight, user } = one;
    const deletedAtMs = watch.deletedAtMs(id) ?? Infinity;
    if (inFlight > 0 || deletedAtMs > nowMs - erasingMs) return;
    if (usernames.some((name) => platform.findPerson(name))) return;
    const employee = itemOf(`employee#${id}`);
    // The system may have begun to create the person of a later hire, and wait for the end of an outage.
    if ((employee?.["unfinished"] as unknown[] | undefined)?.length) return;
    const operations = said
      .filter(({ arrivedAtMs = nowMs }) => arrivedAtMs < deletedAtMs)
      .map(({ operation }) => itemOf(`operation#${operation}`))
      .filter((item) => item !== undefined);
    if (employee?.["state"] !== "left" || operations.some(isOpen)) return;
    if (user?.wants === "gone" && withUser.has(id))
      fail(id, "has what an identity provider said of a deleted person");
    // The data of a hire is kept for 14 days after a termination overtook the hire.
    const past = operations.filter(
      ({ updatedAtMs, reason }) =>
        Number(updatedAtMs) < deletedAtMs && reason !== "terminated-since",
    );
    for (const item of [employee, ...past])
      if (JSON.stringify(item).includes(personalMark))
        fail(String(item["id"]), "has data of a person who was deleted");
  }

  function itemOf(id: string): StoredItem | undefined {
    const item = memory.store.items().get(id);
    return item && unmarshall(item);
  }
}

function isOpen({ open }: StoredItem): boolean {
  return open !== undefined;
}

const { consumerSecret, password, passwordMaster } = localSecrets.community;
const secrets = [
  consumerSecret,
  password,
  ...Object.values(passwordMaster),
  ...Object.values(simulatedCallers).flatMap(({ keys }) => keys),
];

/** @throws InvariantBroken if what leaves our code has a secret or a personal value in it */
export function checkOutput(where: Output, text: string): void {
  if (text.toLowerCase().includes(personalMark))
    throw new InvariantBroken(`no personal value in a ${where}`, text);
  if (secrets.some((secret) => text.includes(secret)))
    throw new InvariantBroken(
      `no secret in a ${where}`,
      "its text is not shown",
    );
}
