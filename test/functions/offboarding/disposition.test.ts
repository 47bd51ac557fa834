import { expect, test } from "vitest";
import * as z from "zod/mini";
import { opsToken } from "../../../infra/local/credentials.ts";
import { useInProcess } from "../../environments/in-process.ts";

const guardToken = "token-of-the-guard";
const environment = useInProcess({
  graceDays: 7,
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["offboard"] },
  },
});

test("a termination with the disposition disable ends at once, and the person stays disabled and known", async () => {
  const { hire, say, stateOf, sendAndWait, passDays, store, deletions } =
    environment();
  await hire("D-1");
  const left = await say("terminated", "D-1", { disposition: "disable" });
  expect(left).toMatchObject({ status: "succeeded", warnings: [] });
  expect(await store.payloads.readData(left, z.unknown())).toBeUndefined();
  const deleted = deletions();
  await passDays(400);
  expect(deletions()).toBe(deleted);
  expect(await stateOf("D-1")).toBe("kept, disabled");
  const status = { employeeId: "D-1", text: "Here" };
  expect(await sendAndWait("status.set", status)).toMatchObject({
    status: "cancelled",
    reason: "not-active",
  });
});

test("only another operator than the sender can end the grace period and delete the person", async () => {
  const { hire, say, act, operate, find, platform } = environment();
  await hire("D-2");
  const { id } = await say("terminated", "D-2");
  const deleteNow = (token?: string) => act("delete-now", id, undefined, token);
  const mine = await deleteNow(opsToken);
  expect(mine.status).toBe(409);
  expect(await mine.json()).toMatchObject({
    type: expect.stringMatching(/#sent-by-yourself$/),
  });
  expect((await deleteNow(guardToken)).status).toBe(404);
  expect((await operate("GET", `/${id}/delete-now`)).status).toBe(405);
  expect((await deleteNow()).status).toBe(202);
  expect((await find(id)).status).toBe("succeeded");
  expect(platform.findPerson("d-2")).toBeUndefined();
  expect((await deleteNow()).status).toBe(409);
});
