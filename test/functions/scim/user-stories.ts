import { expect } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dayMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { keyOfEmployee } from "../../../shared/store/employee.ts";
import type { InProcess } from "../../environments/in-process.ts";
import {
  enterpriseUrn,
  entraUser,
  off,
  on,
  patchOp,
  type ScimAnswer,
  scimClient,
  usersWhere,
} from "./scim-client.ts";

/**
 * A step that is a request, such as `POST number=E title=Lead: 503 for 60 s`: its method, the attributes that it changes,
 * and another status than the usual one. `on` and `off` are a PATCH of `active`. Behind the status stands a Retry-After,
 * a scimType or the reason of the operation.
 */
const request =
  /^([A-Z]+|on|off)((?: \w+=\S*)*)(?:: (\d+) ?(?:for (\d+) s|(\S+))?)?$/;
const usualStatus: Record<string, number> = { POST: 201, DELETE: 204 };

export const tokenOf = (caller: string) => `token-of-${caller}`;
const callerWith = (name: string, scim: object) => ({
  scheme: "bearer",
  keys: [tokenOf(name)],
  scopes: ["onboard", "offboard", "update"],
  scim,
});
/** `ending`: users leave when they are not active. `okta`: the ids of its users are those of employees. */
export const storyCallers = {
  ending: callerWith("ending", { disable: "terminate" }),
  okta: callerWith("okta", { employeeId: "id" }),
};

/** The rows of a table of stories. */
export const storiesOf = (table: string): [string, string, ...string[]][] =>
  table
    .trim()
    .split("\n")
    .map((row) => row.trim().split(" | ") as [string, string, ...string[]]);

/** The operations of an employee, such as "hired and changed failed". A success is not named. */
export async function operationsOf(
  { idle, store }: InProcess,
  employee: string,
): Promise<string> {
  await idle();
  const all = await store.operations.ofEmployee(employee);
  return all
    .toSorted((one, other) => one.eventAtMs - other.eventAtMs)
    .map(({ type, status }) =>
      `${type.replace("employee.", "")} ${status}`.replace(" succeeded", ""),
    )
    .join(" and ");
}

let count = 0;

/**
 * Plays the steps of a story: what a provider and HR do with one user, and the checks in between. A step is a request,
 * a name in `acts`, a time that passes (`6 days`), an attribute of the person (`shows Lead`, `hides Lead`), or all
 * operations of the employee (`said hired and changed failed`) or some of them (`said also changed failed`).
 */
export async function expectStory(
  environment: InProcess,
  steps: string,
  caller = "entra",
): Promise<void> {
  const { platform, partFailures, advanceTime, idle, runUntilIdle, passTime } =
    environment;
  const send = scimClient(
    () => environment.apps.scim,
    caller === "entra" ? {} : { caller, token: tokenOf(caller) },
  );
  const name = `grace${++count}`;
  const email = `${name}@example.com`;
  /** The employee number of HR, or the id of a user without a number. */
  let employeeId = `E-${name}`;
  let id = "";
  const ids: string[] = [];
  let items: unknown;
  let personID: string | undefined;

  const person = () =>
    platform
      .people()
      .find(({ svc }) => svc.username === email || svc.username === name);
  const access = () => person()?.svc.enabled;
  const writes = () =>
    platform.journal.filter(
      ({ method, applied }) => method !== "GET" && applied,
    ).length;
  const fail = (method: "POST" | "DELETE") =>
    platform.faults.add({ kind: "status", status: 503, method });
  const say = (kind: string, data: object = {}) => {
    advanceTime(1_000);
    return environment.say(kind, employeeId, data);
  };
  const passDays = async (days: number) => {
    await passTime(days * dayMs);
    await runUntilIdle();
  };

  /** Reads the attributes of a request, such as `title=Lead`. A value that no two users may share contains the name. */
  function changesOf(attributes: string) {
    const changes: Record<string, unknown> = {};
    for (const one of attributes.trim().split(" ").filter(Boolean)) {
      const [key = "", value = ""] = one.split("=");
      if (key === "number")
        changes[enterpriseUrn] = { employeeNumber: `${value}-${name}` };
      else if (key === "email")
        changes["emails"] = [{ value: `${value}-${email}` }];
      else if (value === "") changes[key] = undefined;
      else if (key === "active") changes[key] = value === "true";
      else if (key === "externalId") changes[key] = `${value}-${name}`;
      else if (value === "short") changes[key] = name;
      else changes[key] = value;
    }
    return changes;
  }

  function ask(method: string, changes: object): Promise<ScimAnswer> {
    const path = `/Users/${id}`;
    const user = { ...entraUser(name), ...changes };
    switch (method) {
      case "POST":
        return send(method, "/Users", user);
      case "PUT":
        return send(method, path, user);
      case "PATCH":
        return send(method, path, patchOp({ op: "replace", value: changes }));
      case "on":
      case "off":
        return send("PATCH", path, patchOp(method === "on" ? on : off));
      default:
        return send(method, path);
    }
  }

  async function playRequest(step: string, parts: RegExpExecArray) {
    const [, method = "", attributes = "", status, seconds, reason] = parts;
    const expected = Number(status ?? usualStatus[method] ?? 200);
    advanceTime(1_000);
    // A refused request must write nothing on the platform, so the work before it has to end first.
    if (expected === 409) await idle();
    const before = writes();
    const changes = changesOf(attributes);
    const { body, headers, ...answer } = await ask(method, changes);
    expect([step, answer.status]).toEqual([step, expected]);
    if (expected < 300 && method === "POST") {
      ids.push((id = body.id));
      employeeId = changes[enterpriseUrn] ? employeeId : id;
    }
    if (expected === 503) expect(body).toMatchObject({ status: "503" });
    if (seconds) expect(headers.get("retry-after")).toBe(seconds);
    // An error has a scimType; a user has the reason in the extension of its operation.
    if (reason)
      expect([body["scimType"], ...Object.values(body)]).toContainEqual(
        expected > 299 ? reason : expect.objectContaining({ reason }),
      );
    if (expected !== 409) return;
    await idle();
    expect([step, writes()]).toEqual([step, before]);
  }

  const shown = async () => (await ask("GET", {})).body;
  const acts: Record<string, () => unknown> = {
    enabled: () => expect(access()).toBe(true),
    disabled: () => expect(access()).toBe(false),
    "without access": () => expect(access() ?? false).toBe(false),
    gone: () => expect(person()).toBeUndefined(),
    exists: () => expect(person()).toBeDefined(),
    inactive: async () => expect((await shown()).active).toBe(false),
    active: async () => expect((await shown()).active).toBe(true),
    "of one id": () => expect(new Set(ids).size).toBe(1),
    "of another id": () => expect(ids.at(-1)).not.toBe(ids.at(-2)),
    "the short name has a person": async () => {
      personID = await environment.addPerson(name);
    },
    "that person": () => expect(person()?.id).toBe(personID),
    "not found": async () => {
      const filter = `userName eq "${email}" or userName eq "${name}"`;
      const { body } = await send("GET", usersWhere(filter));
      expect(body.totalResults).toBe(0);
    },
    "HR hires": () => say("hired", { ...hireOf(name), username: email, email }),
    "HR suspends": () => say("suspended"),
    "HR terminates": () => say("terminated"),
    "HR terminates in 3 days": () =>
      say("terminated", { lastDay: environment.dateIn(3) }),
    "the address has an owner": () => environment.addPerson(`owner-${name}`),
    "another user has the externalId": () => {
      const other = { ...entraUser(`other-${name}`), externalId: `X-${name}` };
      return send("POST", "/Users", other);
    },
    "creations fail": () => fail("POST"),
    "deletions fail": () => fail("DELETE"),
    // The function dies while it deletes the user that the platform has refused.
    "a request dies": () =>
      void (partFailures.receiverTable = (command, item) =>
        command.startsWith("Delete") && item.startsWith("scim-alias#")),
    "all works": () => {
      platform.faults.clear();
      partFailures.receiverTable = undefined;
    },
    // As if the request had read the employee before the deletion began.
    "the deletion is not read": () =>
      createTable(environment.documents, tables.store.name).update(
        keyOfEmployee(employeeId),
        { set: { state: "leaving" }, where: {} },
      ),
    "nothing of N": async () =>
      expect(await operationsOf(environment, `N-${name}`)).toBe(""),
    remember: async () => void (items = await environment.storedItems()),
    "as remembered": async () =>
      expect(await environment.storedItems()).toEqual(items),
    settled: runUntilIdle,
  };

  for (const step of steps.split(", ")) {
    const parts = request.exec(step);
    const [, days] = /^(\d+) days?$/.exec(step) ?? [];
    const [, shows, value] = /^(shows|hides) (\w+)$/.exec(step) ?? [];
    const [, also, said] = /^said (also )?(.+)$/.exec(step) ?? [];
    if (parts) await playRequest(step, parts);
    else if (days) await passDays(Number(days));
    else if (value) {
      const { name: names, svc } = person() ?? {};
      const isShown = JSON.stringify([names, svc]).includes(`"${value}"`);
      expect([step, isShown]).toEqual([step, shows === "shows"]);
    } else if (said) {
      const all = await operationsOf(environment, employeeId);
      if (also) expect(all).toContain(said);
      else expect(all).toBe(said === "nothing" ? "" : said);
    } else if (acts[step]) await acts[step]();
    else throw new Error(`what is "${step}"?`);
  }
}

const hireOf = (name: string) => ({
  name: { givenName: name, familyName: "Byron" },
});
