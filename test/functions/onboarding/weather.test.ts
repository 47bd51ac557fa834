import { afterEach, describe, expect, test } from "vitest";
import type { WeatherRule } from "../../../infra/local/platform/weather.ts";
import {
  hireEvent,
  startAutomation,
  useAutomation,
} from "../../fixtures/automation.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

const calls = [
  "/login",
  "/profileImages/temporary",
  "/people",
  "/people/{personID}/images",
  "/people/{personID}/tasks",
  "/people/{personID}/streams",
];

/** Whatever comes, it passes after two requests. */
const storms: Record<string, WeatherRule> = {
  "429 with Retry-After": { kind: "status", status: 429, retryAfter: 2 },
  "500": { kind: "status", status: 500 },
  "503": { kind: "status", status: 503 },
  "a reset before the write": { kind: "reset-before" },
  "a reset after the write": { kind: "reset-after" },
};

let employees = 0;

describe("a platform that comes back", () => {
  const automation = useAutomation();
  afterEach(() => automation().platform.weather.clear());

  describe.each(calls)("POST %s", (path) => {
    test.each(Object.entries(storms))(
      "answered by %s still ends succeeded, with everything exactly once",
      async (_name, storm) => {
        const { deliver, settled, platform } = automation();
        platform.revokeTokens();
        platform.weather.add({ ...storm, method: "POST", path, times: 2 });
        const employeeId = `W-${++employees}`;
        const operation = await settled(await deliver(hireEvent(employeeId)));
        expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
        expectOneOfEach(platform, employeeId, operation.result?.personID);
      },
    );
  });
});

describe("a platform that answers too late", () => {
  // A call is given up after 200 ms and arrives after 400; the 10 s that we wait before we look take 600.
  const automation = useAutomation({
    environment: { CALL_TIMEOUT_MS: "200" },
    timeScale: 0.06,
  });
  afterEach(() => automation().platform.weather.clear());

  test.each(calls)(
    "to POST %s still ends succeeded, with everything exactly once",
    async (path) => {
      const { deliver, settled, platform } = automation();
      platform.revokeTokens();
      platform.weather.add({
        kind: "latency",
        ms: 400,
        method: "POST",
        path,
        times: 1,
      });
      const employeeId = `W-${++employees}`;
      const operation = await settled(await deliver(hireEvent(employeeId)));
      expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
      expectOneOfEach(platform, employeeId, operation.result?.personID);
    },
  );
});

describe("a platform that stays down", () => {
  const automation = useAutomation();
  afterEach(() => automation().platform.weather.clear());

  test("ends the operation failed, with the reason, when nothing can have happened", async () => {
    const { deliver, settled, platform } = automation();
    platform.weather.add({ kind: "status", status: 429, path: "/people" });
    const operation = await settled(await deliver(hireEvent("D-1")));
    expect(operation).toMatchObject({
      status: "failed",
      reason: "platform-busy",
    });
    platform.weather.clear();
    expect(platform.findPerson("user.d-1")).toBeUndefined();
  });

  test("asks for attention when the person may exist without our knowing", async () => {
    const { deliver, settled, platform } = automation();
    platform.weather.add({
      kind: "reset-after",
      path: "/people",
      method: "POST",
    });
    platform.weather.add({
      kind: "status",
      status: 503,
      path: "/people",
      method: "GET",
    });
    const operation = await settled(await deliver(hireEvent("D-2")));
    expect(operation).toMatchObject({
      status: "needs_attention",
      reason: "outcome-unknown",
    });

    // Sent again once the platform is well, it finds its own person instead of making a second.
    platform.weather.clear();
    const again = await settled(await deliver(hireEvent("D-2")));
    expect(again).toMatchObject({ status: "succeeded", warnings: [] });
    expectOneOfEach(platform, "D-2", again.result?.personID);
  });

  test("for tasks asks for attention, and the person stays", async () => {
    const { deliver, settled, platform } = automation();
    platform.weather.add({
      kind: "status",
      status: 503,
      path: "/people/{personID}/tasks",
    });
    const operation = await settled(await deliver(hireEvent("D-3")));
    expect(operation).toMatchObject({
      status: "needs_attention",
      reason: "tasks-or-streams-incomplete",
      warnings: [{ about: "tasks", reason: "platform-error-503" }],
    });
    expect(operation.result?.personID).toBe(
      platform.findPerson("user.d-3")?.id,
    );

    platform.weather.clear();
    const again = await settled(await deliver(hireEvent("D-3")));
    expect(again).toMatchObject({ status: "succeeded", warnings: [] });
    expectOneOfEach(platform, "D-3", again.result?.personID);
  });

  test.each([
    ["upload", "/profileImages/temporary"],
    ["attach", "/people/{personID}/images"],
  ])(
    "for the avatar (%s) leaves a warning, not a missing person",
    async (step, path) => {
      const { deliver, settled, platform } = automation();
      platform.weather.add({ kind: "status", status: 503, path });
      const employeeId = `D-${step}`;
      const operation = await settled(await deliver(hireEvent(employeeId)));
      expect(operation).toMatchObject({
        status: "succeeded",
        warnings: [{ about: "avatar", reason: "platform-error-503" }],
      });
      expect(platform.findPerson(`user.d-${step}`)).toBeDefined();
    },
  );
});

describe("a platform that has less to offer", () => {
  test("in an older version without tasks leaves a warning", async () => {
    const { deliver, settled, close } = await startAutomation({
      platform: { version: "3.0", customStreamLimit: 1, profileImages: false },
    });
    const operation = await settled(await deliver(hireEvent("O-1")));
    await close();
    expect(operation.status).toBe("succeeded");
    expect(operation.warnings).toEqual([
      { about: "avatar", reason: "platform-refused-404" },
      { about: "tasks", reason: "platform-refused-404" },
      { about: "streams", reason: "platform-refused-409" },
    ]);
  });

  test("an avatar that is no image leaves a warning", async () => {
    const { deliver, settled, close } = await startAutomation();
    const base64 = Buffer.from("<svg/> and more").toString("base64");
    const operation = await settled(
      await deliver(hireEvent("O-2", { avatar: { base64 } })),
    );
    const outside = await settled(
      await deliver(
        hireEvent("O-3", { avatar: { url: "https://127.0.0.1/x.png" } }),
      ),
    );
    await close();
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: "avatar-not-an-image" }],
    });
    expect(outside).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: "avatar-url-not-allowed" }],
    });
  });
});
