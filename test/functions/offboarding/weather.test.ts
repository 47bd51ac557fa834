import { afterEach, describe, expect, test } from "vitest";
import type { WeatherRule } from "../../../infra/local/platform/weather.ts";
import { dayMs, hireOf, useCompany } from "../../fixtures/company.ts";

const company = useCompany({ graceDays: 7 });
let employees = 0;

/** Whatever comes, it passes after some requests. */
const storms: [string, WeatherRule][] = [
  ["429 with Retry-After", { kind: "status", status: 429, retryAfter: 2 }],
  ["503", { kind: "status", status: 503 }],
  ["a reset before it took effect", { kind: "reset-before" }],
  ["a reset after it took effect", { kind: "reset-after" }],
  ["half an answer", { kind: "truncated-body" }],
];

describe("a platform that comes back", () => {
  describe.each([
    ["the check", "GET", "now"],
    ["the deletion", "DELETE", "now"],
    ["the disabling", "PUT", "grace"],
    ["the enabling", "PUT", "cancel"],
  ] as const)("meets %s (%s)", (_what, method, story) => {
    test.each(storms)("with %s, and all ends right", async (_name, storm) => {
      const { tell, platform, deletions } = company();
      const employeeId = `S-${++employees}`;
      await tell("employee.hired", hireOf(employeeId));
      const deleted = deletions();
      const rule = {
        ...storm,
        method,
        path: "/people/{personID}",
        times: 3,
      };
      await tellStory(story, employeeId, () => platform.weather.add(rule));
      expect(deletions() - deleted).toBe(story === "now" ? 1 : 0);
    });
  });

  afterEach(() => company().platform.revokeTokens());
});

/** Has somebody leave in one of three ways, the storm before the last request; and expects what must be true then. */
async function tellStory(
  story: "now" | "grace" | "cancel",
  employeeId: string,
  storm: () => void,
): Promise<void> {
  const { tell, operate, rest, find, personOf, lifecycle, platform } =
    company();
  const employee = () => lifecycle.employees.get(employeeId);
  const graceDays = story === "now" ? 0 : 7;
  if (story !== "cancel") storm();
  const left = await tell("employee.terminated", { employeeId, graceDays });
  switch (story) {
    case "now":
      expect(left.status).toBe("succeeded");
      expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
      return expect((await employee())?.state).toBe("left");
    case "grace":
      expect(left.phase).toBe("grace");
      expect((await personOf(employeeId))?.svc.enabled).toBe(false);
      return expect((await employee())?.state).toBe("leaving");
    case "cancel":
      storm();
      await operate("DELETE", `/${left.id}`);
      await rest();
      expect((await find(left.id)).status).toBe("cancelled");
      expect((await personOf(employeeId))?.svc).toMatchObject({
        enabled: true,
        visible: true,
      });
      return expect((await employee())?.state).toBe("active");
  }
}

describe("a platform that stays down", () => {
  test("before anything has happened ends the operation failed, and a retry does all of it", async () => {
    const { tell, operate, rest, find, platform, lifecycle } = company();
    await tell("employee.hired", hireOf("X-1"));
    platform.weather.add({ kind: "status", status: 503, method: "GET" });
    const left = await tell("employee.terminated", {
      employeeId: "X-1",
      graceDays: 0,
    });
    expect(left).toMatchObject({
      status: "failed",
      reason: "platform-error-503",
    });
    expect((await lifecycle.employees.get("X-1"))?.state).toBe("active");
    platform.weather.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("x-1")).toBeUndefined();
  });

  test("once the deletion has begun asks for attention, and a retry ends it", async () => {
    const { tell, operate, rest, find, platform, lifecycle } = company();
    await tell("employee.hired", hireOf("X-2"));
    platform.weather.add({ kind: "status", status: 503, method: "DELETE" });
    const left = await tell("employee.terminated", {
      employeeId: "X-2",
      graceDays: 0,
    });
    expect(left).toMatchObject({
      status: "needs_attention",
      reason: "platform-error-503",
    });
    expect((await lifecycle.employees.get("X-2"))?.state).toBe("deleting");
    platform.weather.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("x-2")).toBeUndefined();
  });

  test("after the person was deleted is not taken for an end, and a retry finds them gone", async () => {
    const { tell, operate, rest, find, platform, deletions } = company();
    await tell("employee.hired", hireOf("X-3"));
    const deleted = deletions();
    platform.weather.add({
      kind: "status",
      status: 503,
      method: "GET",
      skip: 1,
      path: "/people/{personID}",
    });
    const left = await tell("employee.terminated", {
      employeeId: "X-3",
      graceDays: 0,
    });
    expect(left.status).toBe("needs_attention");
    expect(platform.findPerson("x-3")).toBeUndefined();
    platform.weather.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(deletions()).toBe(deleted + 1);
  });

  test("when somebody is to come back leaves them as they are, and a retry enables them", async () => {
    const { tell, operate, rest, find, personOf, platform } = company();
    await tell("employee.hired", hireOf("X-4"));
    const left = await tell("employee.terminated", { employeeId: "X-4" });
    platform.weather.add({ kind: "status", status: 503, method: "PUT" });
    await operate("DELETE", `/${left.id}`);
    await rest();
    expect((await find(left.id)).status).toBe("failed");
    platform.weather.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    expect((await find(left.id)).status).toBe("cancelled");
    expect((await personOf("X-4"))?.svc.enabled).toBe(true);
  });

  test("at the end of a grace changes nothing: the person stays disabled until a retry", async () => {
    const { tell, operate, rest, due, pass, find, personOf, platform } =
      company();
    await tell("employee.hired", hireOf("X-5"));
    const left = await tell("employee.terminated", { employeeId: "X-5" });
    pass(8 * dayMs);
    platform.weather.add({ kind: "status", status: 503, method: "GET" });
    await due();
    expect((await find(left.id)).status).toBe("failed");
    expect((await personOf("X-5"))?.svc.enabled).toBe(false);
    platform.weather.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    // The grace was over, and is not begun anew.
    expect((await find(left.id)).status).toBe("succeeded");
  });
});
