import { expect, test } from "vitest";
import { sampleAvatar } from "../../../../infra/sample/hire.ts";
import {
  changeItem,
  deliver,
  event,
  keyOf,
  newest,
  operate,
} from "./environment.ts";

test("an operator resolves an operation, of which a notice tells later", async () => {
  const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
  const unknown = await deliver(
    "/profile",
    event("employee.changed", { employeeId: "E-unknown", avatar }),
  );
  // As after a quarter of an hour without a hire.
  const asked = { status: "needs_attention", reason: "unknown-employee" };
  await changeItem(keyOf(unknown), asked);
  const note = { note: "nobody of this number" };
  expect(await operate("POST", `${unknown}/resolve`, note)).toBe(200);
});

test.each(["status.set", "record.changed"])(
  "an operator retries an operation %s",
  async (type) => {
    const location = await newest(`type=${type}`);
    await changeItem(keyOf(location), { status: "failed" });
    expect(await operate("POST", `${location}/retry`)).toBe(202);
  },
);
