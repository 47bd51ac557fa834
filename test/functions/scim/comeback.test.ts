import { describe, expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dayMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { keyOfEmployee } from "../../../shared/store/employee.ts";
import { rows } from "../../fixtures/rows.ts";
import { useInProcess } from "../../environments/in-process.ts";
import {
  enterpriseUrn,
  entraUser,
  off,
  on,
  patchOp,
  scimClient,
} from "./scim-client.ts";

const employeeOf = (name: string) => ({
  [enterpriseUrn]: { employeeNumber: `E-${name}` },
});

const endingToken = "local-ending-token-of-32-characters";

let count = 0;
const nextName = () => `grace${++count}`;

describe("with a grace period of five days, and rehires that need a start date", () => {
  const environment = useInProcess({
    graceDays: 5,
    rehireWithoutStartDate: "report",
    callers: {
      ending: {
        scheme: "bearer",
        keys: [endingToken],
        scopes: ["onboard", "offboard", "update"],
        scim: { disable: "terminate" },
      },
    },
  });
  const send = scimClient(() => environment().apps.scim);
  const sendAsEnding = scimClient(() => environment().apps.scim, {
    caller: "ending",
    token: endingToken,
  });
  const personNamed = (name: string) =>
    environment()
      .platform.people()
      .find(({ svc }) => svc.username === `${name}@example.com`);
  const createAndDelete = async (name: string, more = {}) => {
    const { body } = await send("POST", "/Users", entraUser(name, more));
    expect((await send("DELETE", `/Users/${body.id}`)).status).toBe(204);
    return body.id;
  };
  const passGrace = async () => {
    environment().advanceTime(6 * dayMs);
    await environment().runScheduler();
    await environment().runUntilIdle();
  };

  test("a deleted user is disabled, and gets the access back at once with a POST", async () => {
    const name = nextName();
    const id = await createAndDelete(name);
    expect(personNamed(name)?.svc.enabled).toBe(false);
    const again = await send(
      "POST",
      "/Users",
      entraUser(name, { displayName: "Countess" }),
    );
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
    expect(personNamed(name)).toMatchObject({
      svc: { enabled: true },
      name: { formatted: "Countess" },
    });
    await passGrace();
    expect(personNamed(name)?.svc.enabled).toBe(true);
    expect((await send("GET", `/Users/${again.body.id}`)).status).toBe(200);
  });

  describe.each(rows<[string | undefined, string | undefined]>`
    ${"object-1"} | ${"object-2"}
    ${"object-1"} | ${undefined}
    ${undefined} | ${"object-2"}
  `)(
    "a user with the externalId %s, and a namesake with %s",
    (externalId, other) => {
      test.each(["DELETE", "PATCH"])(
        "who is not active after %s: the namesake gets no person, and the user comes back",
        async (method) => {
          const name = nextName();
          const idOf = (one?: string) => ({
            externalId: one === undefined ? undefined : `${one}-${name}`,
          });
          const user = entraUser(name, idOf(externalId));
          const { body } = await send("POST", "/Users", user);
          await send(method, `/Users/${body.id}`, patchOp(off));
          const namesake = entraUser(name, {
            ...idOf(other),
            displayName: "Adam Smith",
          });
          expect((await send("POST", "/Users", namesake)).status).toBe(409);
          await environment().idle();
          expect(personNamed(name)).toMatchObject({ svc: { enabled: false } });
          expect(personNamed(name)?.name.formatted).not.toBe("Adam Smith");
          expect((await send("POST", "/Users", user)).status).toBeLessThan(300);
          expect(personNamed(name)?.svc.enabled).toBe(true);
        },
      );
    },
  );

  test("a namesake is created when the person of the deleted user is gone", async () => {
    const name = nextName();
    await createAndDelete(name);
    await passGrace();
    const namesake = entraUser(name, { externalId: `another-${name}` });
    expect((await send("POST", "/Users", namesake)).status).toBe(201);
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  test("a deleted user whose new externalId is another user's does not come back, and is not changed", async () => {
    const [name, other] = [nextName(), nextName()];
    const externalId = `X-${other}`;
    await send("POST", "/Users", entraUser(other, { externalId }));
    await createAndDelete(name);
    await environment().idle();
    const writes = () =>
      environment().platform.journal.filter(
        ({ method, applied }) => method !== "GET" && applied,
      ).length;
    const before = writes();
    const again = entraUser(name, { externalId, title: "Boss" });
    expect((await send("POST", "/Users", again)).status).toBe(409);
    await environment().idle();
    expect(writes()).toBe(before);
  });

  test("a deleted user comes back any number of times in a day", async () => {
    const name = nextName();
    for (let round = 1; round <= 3; round++) {
      await createAndDelete(name);
      expect(personNamed(name)?.svc.enabled).toBe(false);
    }
    await send("POST", "/Users", entraUser(name));
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  describe.each([
    { active: true, wasOff: false, isNumbered: false, caller: "entra" },
    { active: true, wasOff: true, isNumbered: true, caller: "entra" },
    { active: false, wasOff: false, isNumbered: true, caller: "entra" },
    { active: true, wasOff: false, isNumbered: true, caller: "ending" },
  ])("a deleted user whose POST is refused: %j", (row) => {
    const sendAs = row.caller === "entra" ? send : sendAsEnding;
    const refuse = async () => {
      const name = nextName();
      const user = entraUser(name, row.isNumbered ? employeeOf(name) : {});
      const owner = `owner-${name}`;
      await environment().addPerson(owner);
      const { body } = await sendAs("POST", "/Users", user);
      if (row.wasOff) await sendAs("PATCH", `/Users/${body.id}`, patchOp(off));
      await sendAs("DELETE", `/Users/${body.id}`);
      const writes = () =>
        environment().platform.journal.filter(
          ({ method, applied }) => method !== "GET" && applied,
        ).length;
      const before = writes();
      const wrong = {
        ...user,
        active: row.active,
        emails: [{ value: `${owner}@example.com` }],
      };
      for (let attempt = 1; attempt <= 2; attempt++) {
        const answer = await sendAs("POST", "/Users", wrong);
        expect(answer).toMatchObject({ status: 409 });
      }
      await environment().idle();
      expect(writes()).toBe(before);
      return { name, user };
    };

    test("gets no access, not for a moment either, and is deleted in time", async () => {
      const { name } = await refuse();
      expect(personNamed(name)?.svc.enabled).toBe(false);
      await passGrace();
      expect(personNamed(name)).toBeUndefined();
    });

    test("gets the access back with a right POST", async () => {
      const { name, user } = await refuse();
      expect((await sendAs("POST", "/Users", user)).status).toBe(201);
      await passGrace();
      expect(personNamed(name)?.svc.enabled).toBe(true);
    });
  });

  const stopDeletion = (name: string) => {
    const { faults } = environment().platform;
    faults.add({ kind: "status", status: 503, method: "DELETE" });
    return createAndDelete(name, employeeOf(name)).then(passGrace);
  };

  test("a deleted user whose person is being deleted is created when that person is gone", async () => {
    const name = nextName();
    const user = entraUser(name, employeeOf(name));
    await stopDeletion(name);
    const before = await environment().storedItems();
    const refused = await send("POST", "/Users", user);
    expect(refused).toMatchObject({ status: 503, body: { status: "503" } });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await environment().storedItems()).toEqual(before);
    environment().platform.faults.clear();
    await passGrace();
    expect(personNamed(name)).toBeUndefined();
    expect((await send("POST", "/Users", user)).status).toBe(201);
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  test.each([true, false])(
    "so is one whose deletion begins while the request is at work (the person is still there: %s)",
    async (isThere) => {
      const name = nextName();
      const user = entraUser(name, employeeOf(name));
      await stopDeletion(name);
      // The request reads that the deletion has not begun.
      const table = createTable(environment().documents, tables.store.name);
      const before = { set: { state: "leaving" }, where: {} };
      await table.update(keyOfEmployee(`E-${name}`), before);
      if (!isThere) environment().platform.faults.clear();
      expect((await send("POST", "/Users", user)).status).toBe(503);
      expect(personNamed(name) !== undefined).toBe(isThere);
      environment().platform.faults.clear();
      await passGrace();
      const created = await send("POST", "/Users", user);
      expect(created.status).toBe(201);
      expect(personNamed(name)?.svc.enabled).toBe(true);
      expect((await send("GET", `/Users/${created.body.id}`)).status).toBe(200);
    },
  );

  test("a deleted user who comes back without access gets none, and can get it later", async () => {
    const name = nextName();
    await createAndDelete(name);
    const inactive = entraUser(name, { active: false });
    const { body } = await send("POST", "/Users", inactive);
    await environment().idle();
    expect(personNamed(name)?.svc.enabled).toBe(false);
    await passGrace();
    expect(personNamed(name)?.svc.enabled).toBe(false);
    await send("PATCH", `/Users/${body.id}`, patchOp(on));
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  test.each([true, false])(
    "an employee whose person is gone is hired again (active from the start: %s)",
    async (active) => {
      const name = nextName();
      const employee = employeeOf(name);
      await createAndDelete(name, employee);
      await passGrace();
      expect(personNamed(name)).toBeUndefined();
      const again = entraUser(name, { ...employee, active });
      const { status, body } = await send("POST", "/Users", again);
      expect(status).toBe(201);
      await send("PATCH", `/Users/${body.id}`, patchOp(on));
      expect(personNamed(name)?.svc.enabled).toBe(true);
      expect((await send("GET", `/Users/${body.id}`)).status).toBe(200);
    },
  );

  test.each([
    { after: "on the same day", days: 0, active: true },
    {
      after: "when the data of the old hire is erased",
      days: 20,
      active: true,
    },
    { after: "then, at first without access", days: 20, active: false },
  ])(
    "an employee whose person was never created is hired again $after",
    async ({ days, active }) => {
      const name = nextName();
      const employee = employeeOf(name);
      const { faults } = environment().platform;
      faults.add({ kind: "status", status: 503, method: "POST" });
      await createAndDelete(name, employee);
      faults.clear();
      environment().advanceTime(days * dayMs);
      await environment().runScheduler();
      await environment().runUntilIdle();
      const title = "Countess";
      const again = entraUser(name, { ...employee, active, title });
      const { body } = await send("POST", "/Users", again);
      if (!active) {
        expect(personNamed(name)).toBeUndefined();
        await send("PATCH", `/Users/${body.id}`, patchOp(on));
      }
      await environment().runUntilIdle();
      expect(personNamed(name)).toMatchObject({
        svc: {
          enabled: true,
          profile: expect.arrayContaining([
            expect.objectContaining({ svc_label: "Title", value: title }),
          ]),
        },
      });
      expect((await send("GET", `/Users/${body.id}`)).status).toBe(200);
    },
  );

  test("an employee whom HR has terminated is not hired again by a POST", async () => {
    const name = nextName();
    const employeeId = `E-${name}`;
    const user = entraUser(name, employeeOf(name));
    await send("POST", "/Users", user);
    await environment().say("terminated", employeeId, { graceDays: 5 });
    const { body } = await send("GET", "/Users?filter=displayName pr");
    const mine = body.Resources.find(({ externalId }) => externalId === name);
    await passGrace();
    expect((await send("GET", `/Users/${mine?.id}`)).status).toBe(404);
    // Six days after the end, an operator has to say what such a hire means.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const { status, body: unclear } = await send("POST", "/Users", user);
      expect(status).toBe(201);
      expect(Object.values(unclear)).toContainEqual(
        expect.objectContaining({ reason: "rehire-unclear" }),
      );
      await environment().idle();
      expect(personNamed(name)).toBeUndefined();
    }
  });

  test.each(rows<["HR" | "the provider", string, object, string, number]>`
    HR | terminates | ${{}} | DELETE, then POST | ${409}
    the provider | terminates | ${{}} | DELETE, then POST | ${409}
    HR | names a last day | ${{ lastDay: 3 }} | DELETE, then POST | ${201}
    HR | terminates | ${{}} | off, then on | ${409}
    the provider | terminates | ${{}} | off, then on | ${409}
  `)(
    "%s speaks first, HR %s %j, the provider says %s: %i, and the end of HR stays",
    async (first, _, data, how, status) => {
      const name = nextName();
      const employeeId = `E-${name}`;
      const user = entraUser(name, employeeOf(name));
      const isSwitch = how === "off, then on";
      const sendAs = isSwitch ? sendAsEnding : send;
      const { body } = await sendAs("POST", "/Users", user);
      const path = `/Users/${body.id}`;
      const sayHr = () => {
        environment().advanceTime(1000);
        const days = "lastDay" in data && environment().dateIn(3);
        const lastDay = days === false ? {} : { lastDay: days };
        return environment().say("terminated", employeeId, lastDay);
      };
      const takeAway = () =>
        isSwitch ? sendAs("PATCH", path, patchOp(off)) : sendAs("DELETE", path);
      if (first === "HR") await sayHr();
      await takeAway();
      if (first !== "HR") await sayHr();
      environment().advanceTime(1000);
      const again = isSwitch
        ? await sendAs("PATCH", path, patchOp(on))
        : await sendAs("POST", "/Users", user);
      expect(again.status).toBe(status);
      if (isSwitch) expect((await sendAs("GET", path)).body.active).toBe(false);
      await environment().runUntilIdle();
      expect(personNamed(name)?.svc.enabled).toBe(status === 201);
      await environment().passDays(4);
      expect(personNamed(name)?.svc.enabled ?? false).toBe(false);
      await environment().passDays(5);
      await environment().passDays(1);
      expect(personNamed(name)).toBeUndefined();
    },
  );

  test.each([{ first: 409 }, { first: 503 }])(
    "an employee whom HR has terminated just now is not hired again, after $first neither",
    async ({ first }) => {
      const name = nextName();
      const employeeId = `E-${name}`;
      const { hire, say, partFailures } = environment();
      const email = `${name}@example.com`;
      await hire(employeeId, { username: email, email });
      await say("terminated", employeeId, { graceDays: 5 });
      const user = entraUser(name, employeeOf(name));
      // The function dies while it takes the refused user back.
      partFailures.receiverTable = (command, id) =>
        first === 503 &&
        command.startsWith("Delete") &&
        id.startsWith("scim-alias#");
      expect((await send("POST", "/Users", user)).status).toBe(first);
      partFailures.receiverTable = undefined;
      expect((await send("POST", "/Users", user)).status).toBe(409);
      expect(personNamed(name)?.svc.enabled).toBe(false);
    },
  );
});

test("an employee whose person is gone comes back on the next day, also if a POST was refused today", async () => {
  const { startInProcess } = await import("../../environments/in-process.ts");
  const options = { graceDays: 0, rehireWithoutStartDate: "report" } as const;
  const quick = await startInProcess(options);
  const send = scimClient(() => quick.apps.scim);
  const user = entraUser("quick", employeeOf("quick"));
  const { body } = await send("POST", "/Users", user);
  await send("DELETE", `/Users/${body.id}`);
  await quick.runUntilIdle();
  expect((await send("POST", "/Users", user)).status).toBe(409);
  quick.advanceTime(dayMs);
  expect((await send("POST", "/Users", user)).status).toBe(201);
  await quick.close();
});

test("a user who is deleted and kept gets the access back with a POST", async () => {
  const { startInProcess } = await import("../../environments/in-process.ts");
  const kept = await startInProcess({ leaverDisposition: "disable" });
  const send = scimClient(() => kept.apps.scim);
  const { body } = await send("POST", "/Users", entraUser("kept"));
  await send("DELETE", `/Users/${body.id}`);
  await kept.runUntilIdle();
  const enabled = () =>
    kept.platform
      .people()
      .find(({ svc }) => svc.username === "kept@example.com")?.svc.enabled;
  expect(enabled()).toBe(false);
  expect((await send("POST", "/Users", entraUser("kept"))).status).toBe(201);
  expect(enabled()).toBe(true);
  await kept.close();
});
