import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const ownToken = "the-token-of-own";
const environment = useInProcess({
  callers: {
    own: { scheme: "bearer", keys: [ownToken], scopes: ["status:own"] },
  },
});
const { hire, set, shown, storedItems } = statusHelpersOf(environment);

/** The issues of a refused `status.set`. */
async function validationIssuesOf(data: unknown): Promise<unknown> {
  const before = await storedItems();
  const answer = await environment().send("status.set", data);
  expect(answer.status).toBe(400);
  expect(await storedItems()).toBe(before);
  return ((await answer.json()) as { errors: unknown }).errors;
}

describe("status.set", () => {
  const identity = { kind: "slack", id: "T1:U1" };

  test("names an employee by an identity in another system", async () => {
    await hire("E-1", { slack: identity.id });
    await environment().sendAndWait("status.set", {
      identity,
      text: "By identity",
    });
    expect(await shown("E-1")).toBe("By identity");
  });

  test("is refused for an identity that is not linked", async () => {
    const stranger = { kind: "slack", id: "T1:U2" };
    expect(
      await validationIssuesOf({ identity: stranger, text: "Who?" }),
    ).toEqual([
      { pointer: "#/data/identity", detail: "is not linked to an employee" },
    ]);
  });

  test("is refused for an identity that DynamoDB could not store", async () => {
    const half = { kind: "slack", id: "\ud800" };
    expect(await validationIssuesOf({ identity: half, text: "Who?" })).toEqual([
      {
        pointer: "#/data/identity/id",
        detail: "must not contain control characters",
      },
    ]);
  });

  test("is refused with both employeeId and identity, or with neither", async () => {
    const expected = [
      { pointer: "#/data", detail: "must have either employeeId or identity" },
    ];
    expect(await validationIssuesOf({ text: "x" })).toEqual(expected);
    expect(
      await validationIssuesOf({ employeeId: "E-1", identity, text: "x" }),
    ).toEqual(expected);
  });

  test("gets every wrong field at once", async () => {
    const data = {
      employeeId: "",
      identity: { kind: "", id: 5, name: "Zoe" },
      text: 7,
      expiresAt: "tomorrow",
      state: "busy",
    };
    expect(await validationIssuesOf(data)).toMatchObject([
      { pointer: "#/data/employeeId" },
      { pointer: "#/data/identity/kind" },
      { pointer: "#/data/identity/id" },
      { pointer: "#/data/identity/name", detail: "is not a known field" },
      { pointer: "#/data/text" },
      { pointer: "#/data/expiresAt" },
      { pointer: "#/data/state", detail: "is not a known field" },
    ]);
  });

  test("counts visible characters, up to the limit", async () => {
    await hire("E-2");
    const longest = "🌴".repeat(140);
    await set("E-2", ` ${longest}\u202E\u0000 `);
    expect(await shown("E-2")).toBe(longest);
    expect(
      await validationIssuesOf({ employeeId: "E-2", text: `${longest}.` }),
    ).toEqual([
      { pointer: "#/data/text", detail: "must have at most 140 characters" },
    ]);
  });
});

describe("the status relay webhook", () => {
  test.each(["/status", "/status/", "/status/ops/x", "/other"])(
    "answers %s with a 404 problem",
    async (path) => {
      const answer = await environment().apps.status.request(path, {
        method: "POST",
      });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe(
        "application/problem+json",
      );
    },
  );

  test.each(["nobody", "toString", "bus"])(
    "refuses a caller named %s like a wrong token",
    async (caller) => {
      const answer = await environment().apps.status.request(
        `/status/${caller}`,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        },
      );
      expect(answer.status).toBe(401);
    },
  );
});
