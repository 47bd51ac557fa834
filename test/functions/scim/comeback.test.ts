import { describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { entraUser, patchOp, scimClient } from "./scim-client.ts";

const enterpriseUrn =
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

let count = 0;
const nextName = () => `grace${++count}`;

describe("with a grace period of five days, and rehires that need a start date", () => {
  const environment = useInProcess({
    graceDays: 5,
    rehireWithoutStartDate: "report",
  });
  const send = scimClient(() => environment().apps.scim);
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

  test("a deleted user comes back any number of times in a day", async () => {
    const name = nextName();
    for (let round = 1; round <= 3; round++) {
      await createAndDelete(name);
      expect(personNamed(name)?.svc.enabled).toBe(false);
    }
    await send("POST", "/Users", entraUser(name));
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  test("a deleted user who comes back without access gets none, and can get it later", async () => {
    const name = nextName();
    await createAndDelete(name);
    const inactive = entraUser(name, { active: false });
    const { body } = await send("POST", "/Users", inactive);
    await environment().idle();
    expect(personNamed(name)?.svc.enabled).toBe(false);
    await passGrace();
    expect(personNamed(name)?.svc.enabled).toBe(false);
    const on = { op: "Replace", path: "active", value: "True" };
    await send("PATCH", `/Users/${body.id}`, patchOp(on));
    expect(personNamed(name)?.svc.enabled).toBe(true);
  });

  test.each([true, false])(
    "an employee whose person is gone is hired again (active from the start: %s)",
    async (active) => {
      const name = nextName();
      const employee = { [enterpriseUrn]: { employeeNumber: `E-${name}` } };
      await createAndDelete(name, employee);
      await passGrace();
      expect(personNamed(name)).toBeUndefined();
      const again = entraUser(name, { ...employee, active });
      const { status, body } = await send("POST", "/Users", again);
      expect(status).toBe(201);
      const on = { op: "Replace", path: "active", value: true };
      await send("PATCH", `/Users/${body.id}`, patchOp(on));
      expect(personNamed(name)?.svc.enabled).toBe(true);
      expect((await send("GET", `/Users/${body.id}`)).status).toBe(200);
    },
  );

  test("an employee whom HR has terminated is not hired again by a POST", async () => {
    const name = nextName();
    const employeeId = `E-${name}`;
    const user = entraUser(name, {
      [enterpriseUrn]: { employeeNumber: employeeId },
    });
    await send("POST", "/Users", user);
    await environment().sendAndWait("employee.terminated", {
      employeeId,
      graceDays: 5,
    });
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

  test("an employee whom HR has terminated just now is not hired again, and the POST says so", async () => {
    const name = nextName();
    const employeeId = `E-${name}`;
    const first = await environment().sendAndWait("employee.hired", {
      employeeId,
      name: { givenName: name, familyName: "Byron" },
      email: `${name}@example.com`,
    });
    expect(first.status).toBe("succeeded");
    await environment().sendAndWait("employee.terminated", {
      employeeId,
      graceDays: 5,
    });
    const user = entraUser(name, {
      [enterpriseUrn]: { employeeNumber: employeeId },
    });
    for (let attempt = 1; attempt <= 2; attempt++)
      expect((await send("POST", "/Users", user)).status).toBe(409);
  });
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
