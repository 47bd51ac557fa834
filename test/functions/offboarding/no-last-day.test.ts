import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { usePeopleSource } from "../events/people-source.ts";

const token = "token-of-the-hiring-feed-of-32-characters";
const environment = useInProcess({
  callers: {
    hiring: {
      scheme: "bearer",
      keys: [token],
      scopes: ["onboard"],
      map: {
        type: { value: "employee.terminated" },
        timestamp: "/timestamp",
        fields: {
          "/employeeId": "/data/id",
          "/lastDay": { from: "/data/end", date: "YYYY-MM-DD" },
        },
        withdrawLastDay: true,
      },
    },
  },
});

test("a last day is not withdrawn by a caller without the scope of a cancellation", async () => {
  const { hire, say, send, find } = environment();
  await hire("N-3");
  const planned = await say("terminated", "N-3", { lastDay: "2999-12-31" });
  const answer = await send(
    "employee.terminated",
    { id: "N-3", end: null },
    { caller: "hiring", token, to: "events" },
  );
  expect(answer.status).toBe(403);
  expect(await find(planned.id)).toMatchObject({ status: "waiting" });
});

const source = usePeopleSource();

/** An employee of a record that has named a last day to come. */
async function putLeaver(id: string, caller: "announced" | "keeping") {
  const { put, readThin, find } = source();
  put({ id, job: "Engineer" });
  await readThin(id, { caller });
  put({ id, job: "Engineer", status: "gone", last: "2999-12-31" });
  const planned = (await readThin(id, { caller })).sameAs ?? "";
  expect(await find(planned)).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
  return planned;
}

test("a record whose last day is none withdraws the last day that it named before", async () => {
  const { put, readThin, find, personOf } = source();
  const [id, last] = ["N-5", null];
  const caller = "announced";
  const planned = await putLeaver(id, caller);
  put({ id, status: "gone", last });
  const read = await readThin(id, { caller });
  expect(await find(read.sameAs ?? "")).toMatchObject({
    type: "employee.termination_cancelled",
    status: "succeeded",
  });
  expect(await find(planned)).toMatchObject({ status: "cancelled" });
  expect(await readThin(id, { caller })).toMatchObject({ reason: "no-event" });
  expect((await personOf(id))?.svc.enabled).not.toBe(false);
});

test("a record whose last day is none withdraws no planned one if the map says so, whatever its status", async () => {
  const { put, readThin, find } = source();
  const caller = "keeping";
  const planned = await putLeaver("N-6", caller);
  put({ id: "N-6", status: "gone", last: null });
  expect(await readThin("N-6", { caller })).toMatchObject({
    reason: "no-event",
  });
  put({ id: "N-6", job: "Architect", last: null });
  const changed = await readThin("N-6", { caller });
  expect(changed.ledTo).toBeUndefined();
  expect(await find(changed.sameAs ?? "")).toMatchObject({
    type: "employee.changed",
  });
  expect(await find(planned)).toMatchObject({ status: "waiting" });
});

test("a record that hides the last day withdraws no planned one", async () => {
  const { put, readThin, find } = source();
  const caller = "announced";
  const planned = await putLeaver("N-7", caller);
  put({ id: "N-7", job: "Architect", last: undefined });
  const changed = await readThin("N-7", { caller });
  expect(changed.ledTo).toBeUndefined();
  expect(await find(planned)).toMatchObject({ status: "waiting" });
  put({ id: "N-7", job: "Architect", last: null });
  expect((await readThin("N-7", { caller })).ledTo).toHaveLength(2);
  expect(await find(planned)).toMatchObject({ status: "cancelled" });
});
