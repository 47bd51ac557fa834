import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";

/** A recruiting system, which may hire and adopt. It may not let people leave. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard", "adopt"],
    },
  },
});

test("a hire without the scope offboard enables nobody until an operator cancels the termination", async () => {
  const { hire, say, act, find, stateOf } = environment();
  await hire("B-2");
  const left = await say("terminated", "B-2");
  const refused = { status: "needs_attention", reason: "scope-missing" };
  const hired = await hire("B-2", {}, recruiting);
  expect(hired).toMatchObject(refused);
  expect(await stateOf("B-2")).toEqual(["leaving", false]);
  await act("cancel", left.id);
  expect(await find(hired.id)).toMatchObject(refused);
  expect(await stateOf("B-2")).toEqual(["active", true]);
});
