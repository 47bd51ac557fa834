import { expect, test } from "vitest";
import * as z from "zod/mini";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess();
const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };

/** A hire that failed, and waits for a retry. */
async function failHire(employeeId: string, changes: object = {}) {
  const { hire, platform } = environment();
  const post = { method: "POST", path: "/people" } as const;
  platform.faults.add({ kind: "status", status: 403, ...post });
  const failed = await hire(employeeId, changes);
  platform.faults.clear();
  expect(failed.status).toBe("failed");
  return failed;
}

const itemsOf = async ({ storedItems }: InProcess, id: string) =>
  (await storedItems()).filter((item) => String(item["id"]).includes(id));

test.each([
  ["without an avatar", "P-1", {}],
  ["with an avatar", "P-2", { avatar }],
])(
  "the payload of a failed hire %s is erased after fourteen days and not before, so a retry needs attention",
  async (_what, employeeId, changes) => {
    const { store, passDays, operate } = environment();
    const { id, fingerprint } = await failHire(employeeId, changes);
    const read = () =>
      store.payloads.readData({ id, fingerprint }, z.unknown());
    const minuteInDays = minuteMs / dayMs;
    await passDays(14 - minuteInDays);
    expect(await read()).toBeDefined();

    await passDays(minuteInDays);
    expect(await read()).toBeUndefined();
    const items = await itemsOf(environment(), id);
    expect(items.map((item) => item["id"])).toEqual([`operation#${id}`]);
    expect(JSON.stringify(items)).not.toContain("@example.com");

    await operate("POST", `/${id}/retry`);
    await environment().runUntilIdle();
    expect(await environment().find(id)).toMatchObject(
      needsAttention("data-erased"),
    );
  },
);

test("the payload of a change is kept for weeks, while an early suspension goes on, and erased after it", async () => {
  const { hire, say, dateIn, passDays, personOf, find } = environment();
  const employeeId = "P-7";
  await hire(employeeId, { startDate: dateIn(3) });
  // The suspension begins before the start date, so the change waits for a person.
  await say("suspended", employeeId);
  const location = "Oslo";
  const { id } = await say("changed", employeeId, { location });
  for (let week = 0; week < 6; week++) await passDays(7);
  await say("resumed", employeeId);
  expect(await personOf(employeeId)).toMatchObject({ location });
  await passDays(15);
  expect((await find(id)).payloadUntilMs).toBeUndefined();
});
