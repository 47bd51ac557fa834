import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import { tables } from "../../../infra/tables.ts";
import type { Client } from "../../../shared/community/client.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { requireKnown } from "../../../shared/person/known-person.ts";
import { namesOf } from "../../../shared/store/known-names.ts";
import { lateWriteMs } from "../../../shared/store/leases.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { effort } from "../../resilience/effort.ts";
import { useStore } from "../store/store-for-test.ts";
import {
  addEmployee,
  applyOnce,
  keyring,
  startChange,
} from "./change-for-test.ts";

const store = useStore();
let platform: Platform;
let service: Client;

beforeAll(async () => {
  platform = await startPlatform({
    serviceAccount: { username: "service", password: "service-password" },
  });
  service = clientFor(platform);
});
afterAll(() => platform.close());
beforeEach(() => platform.faults.clear());

type Moment = "before" | "after";

/** A process that dies at its nth request, before or after the request takes effect. After that, no request succeeds. */
function processThatDies(
  nth: number,
  moment: Moment,
): { store: Store; client: Client; isDead: () => boolean } {
  let requests = 0;
  const send = async <T>(request: () => Promise<T>): Promise<T> => {
    requests++;
    if (requests > nth || (requests === nth && moment === "before"))
      throw new Error("the process is dead");
    const answer = await request();
    if (requests >= nth) throw new Error("the process is dead");
    return answer;
  };
  const { documents, clock } = store();
  const dying = {
    send: (command: never) => send(() => documents.send(command)),
  } as unknown as DynamoDBDocumentClient;
  const http = createHttp();
  return {
    store: createStore(
      createTable(dying, tables.store.name),
      () => clock.nowMs,
    ),
    client: clientFor(platform, "service", {
      http: (request) => send(() => http(request)),
    }),
    isDead: () => requests >= nth,
  };
}

/** Whether a termination would take the person for the employee. */
async function isRecognised(
  employeeId: string,
  personID: string,
): Promise<boolean> {
  const platformAuth = {
    keyring: async () => keyring,
    serviceUsername: async () => "service",
  };
  const employee = await store().employees.get(employeeId);
  const person = await service.people.get(personID);
  return requireKnown(
    { platformAuth, protectedUsernames: [] },
    person,
    namesOf(employee ?? {}),
  ).then(
    () => true,
    () => false,
  );
}

/** Renames an employee in a process that dies. Resolves to false when the process did not come to that request. */
async function renameAndDie(nth: number, moment: Moment): Promise<boolean> {
  const { employeeId, personID, username } = await addEmployee(
    platform,
    store(),
  );
  const change = {
    username: `${username}.new`,
    email: `${username}.new@community.example`,
    title: "Boss",
  };
  const operation = await startChange(store(), employeeId);
  const first = processThatDies(nth, moment);
  await applyOnce(first.store, first.client, operation, change).catch(
    (error: unknown) => error,
  );
  const where = `${moment} request ${nth}`;
  const end = async () => ({
    where,
    isRecognised: await isRecognised(employeeId, personID),
    employee: await store().employees.get(employeeId),
  });
  expect(await end()).toMatchObject({ where, isRecognised: true });
  if (!first.isDead()) return false;

  const { clock } = store();
  const wait = () => (clock.nowMs += lateWriteMs + 1);
  const { changed } = await applyOnce(
    store(),
    service,
    operation,
    change,
    { wait },
    true,
  );
  const { employee, ...ended } = await end();
  expect({
    ...ended,
    changed: changed.toSorted(),
    username: employee?.username,
    person: await service.people.get(personID),
  }).toMatchObject({
    where,
    isRecognised: true,
    changed: ["/email", "/title", "/username"],
    username: change.username,
    person: {
      emails: [{ value: change.email }],
      svc: { username: change.username, profile: [{ value: "Boss" }] },
    },
  });
  const item = await store().item(`employee#${employeeId}`);
  const left = ["otherUsernames", "otherEmailHashes", "leaseBy"];
  expect(left.filter((name) => name in item!)).toEqual([]);
  return true;
}

test("a rename whose process dies at any request leaves a person whom a termination recognises, and the next attempt ends it", async () => {
  for (const moment of effort<Moment[]>(["after"], ["before", "after"])) {
    let nth = 1;
    while (await renameAndDie(nth, moment)) nth++;
    // Lease, read, two notes, write, names of the answer and release, at least.
    expect(nth).toBeGreaterThan(7);
  }
});

test("a person whom another sender renamed to another name is not recognised after a rename that broke off", async () => {
  const { employeeId, personID, username } = await addEmployee(
    platform,
    store(),
  );
  const operation = await startChange(store(), employeeId);
  const dying = processThatDies(6, "after");
  await applyOnce(dying.store, dying.client, operation, {
    username: `${username}.new`,
  }).catch(() => undefined);
  await service.people.update(personID, (person) => ({
    ...person,
    svc: { ...person.svc, username: `${username}.stranger` },
  }));
  expect(await isRecognised(employeeId, personID)).toBe(false);
});
