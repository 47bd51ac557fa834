import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { rows } from "../../fixtures/rows.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const ownToken = "the-token-of-own";
const environment = useInProcess({
  callers: {
    own: { scheme: "bearer", keys: [ownToken], scopes: ["status:own"] },
  },
});
const { hire, set, shown, storedItems } = statusHelpersOf(environment);

describe("status.set", () => {
  const identity = { kind: "slack", id: "T1:U1" };
  const longest = "🌴".repeat(140);

  test("names an employee by an identity in another system", async () => {
    await hire("E-1", { slack: identity.id });
    await environment().sendAndWait("status.set", {
      identity,
      text: "By identity",
    });
    expect(await shown("E-1")).toBe("By identity");
  });

  test.each(
    rows<[string, object, [pointer: string, detail?: string][]]>`
      for an identity that is not linked | ${{ identity: { kind: "slack", id: "T1:U2" }, text: "Who?" }} | ${[["identity", "is not linked to an employee"]]}
      for an identity that DynamoDB could not store | ${{ identity: { kind: "slack", id: "\ud800" }, text: "Who?" }} | ${[["identity/id", "must not contain control characters"]]}
      with neither employeeId nor identity | ${{ text: "x" }} | ${[["", "must have either employeeId or identity"]]}
      with both employeeId and identity | ${{ employeeId: "E-1", identity, text: "x" }} | ${[["", "must have either employeeId or identity"]]}
      with every wrong field at once | ${{ employeeId: "", identity: { kind: "", id: 5, name: "Zoe" }, text: 7, expiresAt: "tomorrow", state: "busy" }} | ${[["employeeId"], ["identity/kind"], ["identity/id"], ["identity/name", "is not a known field"], ["text"], ["expiresAt"], ["state", "is not a known field"]]}
      with a text above the limit | ${{ employeeId: "E-1", text: `${longest}.` }} | ${[["text", "must have at most 140 characters"]]}
    `,
  )("is refused %s", async (_, data, issues) => {
    const before = await storedItems();
    const answer = await environment().send("status.set", data);
    expect(answer.status).toBe(400);
    expect(await storedItems()).toBe(before);
    const { errors } = (await answer.json()) as { errors: unknown[] };
    expect(errors).toHaveLength(issues.length);
    for (const [index, [field, detail]] of issues.entries())
      expect(errors[index]).toMatchObject({
        pointer: `#/data/${field}`.replace(/\/$/, ""),
        ...(detail && { detail }),
      });
  });

  test("counts visible characters, up to the limit", async () => {
    await hire("E-2");
    await set("E-2", ` ${longest}\u202E\u0000 `);
    expect(await shown("E-2")).toBe(longest);
  });
});
