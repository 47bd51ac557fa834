import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({
  protectedUsernames: ["The.Boss"],
  callers: {
    hiring: {
      scheme: "bearer",
      keys: ["token-of-recruiting"],
      scopes: ["onboard"],
    },
  },
});

describe("adoption of an existing person", () => {
  test.each([
    ["by username in capitals", false],
    ["by id, with the username in capitals", true],
  ])(
    "an existing person becomes an employee, and does not change on the platform: %s",
    async (what, byID) => {
      const { say, platform, store, addPerson } = environment();
      const username = byID ? "a-1-id" : "a-1";
      const employeeId = `A-1-${byID}`;
      const personID = await addPerson(username);
      const before = platform.findPerson(username);
      const adopted = await say("adopted", employeeId, {
        username: username.toUpperCase(),
        email: `${username.toUpperCase()}@example.com`,
        ...(byID && { personID }),
        identities: { slack: `T1:${what}` },
      });
      expect(adopted).toMatchObject({
        status: "succeeded",
        warnings: [],
        result: { personID },
      });
      expect(platform.findPerson(username)).toEqual(before);
      expect(await store.employees.get(employeeId)).toMatchObject({
        state: "active",
        personID,
        username,
      });
      expect(await store.identities.find("slack", `T1:${what}`)).toBe(
        employeeId,
      );
    },
  );

  test("a hire of an adopted person creates no second person, and lists its differences", async () => {
    const { hire, platform, addPerson } = environment();
    await addPerson("a-3");
    const adopted = await adopt("A-3");
    const before = platform.people();
    const hired = await hire("A-3", { title: "CEO" });
    expect(hired).toMatchObject({ status: "succeeded", sameAs: adopted.id });
    expect(hired.warnings).toContainEqual({
      about: "/title",
      reason: "differs",
    });
    expect(JSON.stringify(hired)).not.toContain("CEO");
    expect(platform.people()).toEqual(before);
  });
});

describe("refused adoptions", () => {
  test("an adoption needs the scope adopt, and has only the identity of the person", async () => {
    const { send, addPerson } = environment();
    await addPerson("a-0");
    const data = { employeeId: "A-0", ...adoptionOf("A-0") };
    const hiring = { caller: "hiring", token: "token-of-recruiting" };
    for (const [more, options, status] of [
      [{}, hiring, 403],
      [{ title: "Boss" }, {}, 400],
      [{}, {}, 202],
    ] as const) {
      const answer = await send(
        "employee.adopted",
        { ...data, ...more },
        options,
      );
      expect(answer.status).toBe(status);
    }
  });

  const hire = (employeeId: string) => environment().hire(employeeId);
  const addPerson = (username: string) => environment().addPerson(username);
  /** The names of one person with the id of another one. */
  const withOtherID = async (username: string) => ({
    ...adoptionOf(username.replace("-other", "")),
    personID: await addPerson(username),
  });
  const withPerson = async (employeeId: string) => {
    await hire(employeeId);
    await addPerson("r-8-other");
    return adoptionOf("r-8-other");
  };
  const withoutPerson = async (employeeId: string, username: string) => {
    await hire(employeeId);
    await removeByHand(employeeId);
    await addPerson(username);
    return adoptionOf(username);
  };
  const renamed = async (employeeId: string) => {
    const { platformAuth, personOf } = environment();
    await hire(employeeId);
    const { id = "" } = (await personOf(employeeId)) ?? {};
    await platformAuth.service.people.update(id, (person) => ({
      ...person,
      svc: { ...person.svc, username: "r-10-by-hand" },
      emails: [{ value: "r-10-by-hand@example.com", svc_label: "Email" }],
    }));
    await addPerson(employeeId.toLowerCase());
    return adoptionOf(employeeId);
  };
  let count = 0;
  /** Resolves to the data of the adoption, beside the employee id. */
  type Prepare = (employeeId: string) => Promise<object>;
  test.each(rows<[title: string, Prepare, reason: string]>`
    no person has the username | ${() => addPerson("r-1").then(() => ({ username: "nobody" }))} | person-missing
    no person has the id | ${() => addPerson("r-2").then(() => ({ personID: "999999" }))} | person-missing
    the person has another e-mail | ${() => addPerson("r-3").then(() => ({ email: "other@example.com" }))} | person-differs
    the person is the service account | ${async () => ({ username: "service", email: "service@community.example" })} | person-protected
    the person is one of the protected usernames | ${() => addPerson("the.boss").then(() => adoptionOf("the.boss"))} | person-protected
    the person belongs to another employee | ${() => hire("A-7").then(() => adoptionOf("A-7"))} | person-belongs-to-another
    the person id has another username | ${() => withOtherID("r-7-other")} | person-differs
    the employee has another person | ${withPerson} | employee-has-person
    the person of the employee is gone, and this one has another username | ${(id) => withoutPerson(id, "r-9-other")} | employee-has-person
    the person of the employee was renamed by hand, and this one has the username now | ${renamed} | employee-has-person
  `)("an adoption links no person if %s", async (_, prepare, reason) => {
    const employeeId = `R-${++count}`;
    const { store, platform } = environment();
    const data = await prepare(employeeId);
    const people = platform.people();
    const employee = await store.employees.get(employeeId);
    const adopted = await adopt(employeeId, data);
    expect(adopted).toMatchObject({ status: "needs_attention", reason });
    expect((await store.employees.get(employeeId))?.personID).toBe(
      employee?.personID,
    );
    expect(platform.people()).toEqual(people);
  });
});

test("two adoptions of one employee at once link one person, and the other person stays free", async () => {
  const { addPerson, send, idle, operation, store } = environment();
  const employeeId = "A-9";
  const adoptions = ["a-9-one", "a-9-two"].map(async (username) => {
    const personID = await addPerson(username);
    const data = { employeeId, ...adoptionOf(username), personID };
    return { personID, answer: await send("employee.adopted", data) };
  });
  const sent = await Promise.all(adoptions);
  await idle();
  const ended = sent.map(async ({ personID, answer }) => [
    (await operation(answer)).reason,
    await store.persons.find(personID),
  ]);
  expect(new Set(await Promise.all(ended))).toEqual(
    new Set([
      [undefined, employeeId],
      ["employee-has-person", undefined],
    ]),
  );
});

describe("an adoption while the answer to a creation is lost", () => {
  /** Hires an employee. Resolves to the id of the person whom our store does not know. */
  async function losePerson(employeeId: string) {
    const { hire, platform } = environment();
    const path = "/people";
    platform.faults.add({ kind: "reset-after", method: "POST", path });
    platform.faults.add({ kind: "status", status: 503, method: "GET", path });
    await hire(employeeId);
    platform.faults.clear();
    return platform.findPerson(employeeId.toLowerCase())?.id;
  }

  test("an adoption of another person waits until the creation is known, and is refused", async () => {
    const { addPerson, find, personOf, passTime } = environment();
    const created = await losePerson("A-11");
    const personID = await addPerson("a-11-other");
    const other = { ...adoptionOf("a-11-other"), personID };
    const { id, status, reason } = await adopt("A-11", other);
    expect([status, reason]).toEqual(["waiting", "outcome-unknown"]);
    for (let round = 0; round < 3; round++) await passTime(2 * minuteMs);
    expect((await personOf("A-11"))?.id).toBe(created);
    expect((await find(id)).reason).toBe("employee-has-person");
  });

  test("an adoption of the person whom the creation made succeeds", async () => {
    const personID = await losePerson("A-12");
    const { status, result } = await adopt("A-12", { personID });
    expect([status, result?.personID]).toEqual(["succeeded", personID]);
  });
});

describe("adoption of a known employee", () => {
  test("an account that was deleted and made anew by hand becomes the person of its employee", async () => {
    const { hire, say, store, stateOf, addPerson } = environment();
    const employeeId = "A-13";
    await hire(employeeId);
    const before = await removeByHand(employeeId);
    const personID = await addPerson("a-13");
    const adopted = await adopt(employeeId);
    expect(adopted).toMatchObject({
      status: "succeeded",
      result: { personID },
    });
    const fact = { is: "onboarded", by: adopted.id };
    const item = await store.employees.get(employeeId);
    expect(item).toMatchObject({ personID, fact });
    expect(await store.persons.find(before)).toBeUndefined();
    expect(await store.persons.find(personID)).toBe(employeeId);
    await say("suspended", employeeId);
    expect(await stateOf(employeeId)).toBe("suspended, disabled");
  });

  test("the grace period of an account that was made anew, disabled, begins at its adoption", async () => {
    const { hire, say, store, addPerson, platformAuth } = environment();
    const { passDays, nowMs } = environment();
    const employeeId = "A-in-grace";
    await hire(employeeId);
    await say("terminated", employeeId, { graceDays: 30 });
    await passDays(28);
    await removeByHand(employeeId);
    const personID = await addPerson(employeeId.toLowerCase());
    await platformAuth.service.people.update(personID, (person) => ({
      ...person,
      svc: { ...person.svc, enabled: false },
    }));
    const seenMs = nowMs();
    await adopt(employeeId);
    const { person } = (await store.employees.get(employeeId)) ?? {};
    if (person?.is !== "disabled") throw new Error("the person has access");
    expect(person.sinceMs).toBeGreaterThanOrEqual(seenMs);
  });

  test("the open hire of an account that was made anew ends, with a warning about its tasks", async () => {
    const { hire, find, addPerson, passTime, platform } = environment();
    const employeeId = "A-without-tasks";
    const path = "/people/{personID}/tasks";
    platform.faults.add({ kind: "status", status: 503, path });
    const tasks = [{ subject: "Meet your team", dueInDays: 1 }];
    const hired = await hire(employeeId, { tasks });
    expect(hired.status).toBe("needs_attention");
    platform.faults.clear();
    await removeByHand(employeeId);
    await addPerson(employeeId.toLowerCase());
    await adopt(employeeId);
    await passTime(3 * minuteMs);
    const { status, warnings } = await find(hired.id);
    expect(status).toBe("succeeded");
    expect(warnings).toContainEqual({
      about: "tasks",
      reason: "tasks-not-seeded",
    });
  });

  test("an account that was made anew while the deletion goes on is not linked", async () => {
    const { hire, say, store, addPerson } = environment();
    const employeeId = "A-14";
    await hire(employeeId);
    await say("suspended", employeeId);
    await removeByHand(employeeId);
    const personID = await addPerson("a-14");
    await store.leases.withLease(employeeId, "op", { where: {} }, (lease) =>
      lease.note({ set: { person: { is: "being-deleted" } } }),
    );
    expect((await adopt(employeeId)).reason).toBe("employee-has-person");
    expect(await store.persons.find(personID)).toBeUndefined();
  });

  test("an adoption of a known employee adds new identities", async () => {
    const { hire, store } = environment();
    await hire("A-10", { identities: { slack: "T1:A-10" } });
    const adopted = await adopt("A-10", {
      identities: { slack: "T1:A-10", teams: "A-10" },
    });
    expect(adopted).toMatchObject({ status: "succeeded", warnings: [] });
    const find = store.identities.find;
    expect(await find("slack", "T1:A-10")).toBe("A-10");
    expect(await find("teams", "A-10")).toBe("A-10");
  });

  test("an adoption of a suspended employee links identities, and the person stays disabled", async () => {
    const { hire, say, store, personOf, advanceTime } = environment();
    const employeeId = "A-suspended";
    await hire(employeeId);
    advanceTime(1_000);
    await say("suspended", employeeId);
    advanceTime(1_000);
    const adopted = await adopt(employeeId, {
      identities: { slack: "T1:suspended" },
    });
    expect(adopted).toMatchObject({ status: "succeeded", warnings: [] });
    expect(await store.identities.find("slack", "T1:suspended")).toBe(
      employeeId,
    );
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
  });

  test("an adoption that names the person again forgets the names of a rename that broke off", async () => {
    const { hire, store } = environment();
    await hire("A-16");
    const names = {
      otherUsernames: ["a-16.new"],
      otherEmailHashes: ["of-a-16.new"],
    };
    const anywhere = { where: {} };
    await store.leases.withLease("A-16", "op_rename", anywhere, (lease) =>
      lease.note({ set: names }),
    );
    expect((await adopt("A-16")).status).toBe("succeeded");
    expect(await store.employees.get("A-16")).toMatchObject({
      otherUsernames: [],
      otherEmailHashes: [],
    });
  });
});

test("a failed search for the person does not count as absence", async () => {
  const { find, addPerson, platform, passTime } = environment();
  await addPerson("a-15");
  const path = "/people";
  platform.faults.add({ kind: "status", status: 503, method: "GET", path });
  const adopted = await adopt("A-15");
  expect(adopted).toMatchObject({
    status: "waiting",
    reason: "platform-error-503",
  });
  platform.faults.clear();
  await passTime(61_000);
  expect((await find(adopted.id)).status).toBe("succeeded");
});

/** Deletes the person of an employee, as an administrator of the platform. Resolves to the id of the person. */
async function removeByHand(employeeId: string): Promise<string> {
  const { platformAuth, personOf } = environment();
  const { id = "" } = (await personOf(employeeId)) ?? {};
  await platformAuth.service.people.remove(id);
  return id;
}

/** The names of the person whose username is this employee id. */
function adoptionOf(employeeId: string) {
  const username = employeeId.toLowerCase();
  return { username, email: `${username}@example.com` };
}

const adopt = (employeeId: string, data: object = {}) =>
  environment().say("adopted", employeeId, {
    ...adoptionOf(employeeId),
    ...data,
  });
