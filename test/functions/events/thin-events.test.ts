import { expect, test } from "vitest";
import { usePeopleSource } from "./people-source.ts";

const source = usePeopleSource();

/** The operation that a read led to. */
async function ledTo(read: { sameAs?: string | undefined }) {
  return source().find(read.sameAs ?? "none");
}

test("a thin event hires the employee of the record, and its operation names the one that does the work", async () => {
  const { put, readThin, personOf, asked } = source();
  put({ id: "T-1", job: "Engineer" });
  const read = await readThin("T-1");
  expect(read).toMatchObject({
    type: "record.changed",
    status: "succeeded",
    warnings: [],
  });
  expect(asked).toEqual(["T-1"]);
  expect(await ledTo(read)).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
    caller: "people",
    employeeId: "T-1",
  });
  expect(await personOf("T-1")).toMatchObject({
    name: { givenName: "ZoeT-1" },
  });
});

test("a whole employment by thin events: change, absence, return, leaving, and a second thought", async () => {
  const { put, readThin, store, personOf } = source();
  const state = async () => (await store.employees.get("T-2"))?.state;
  put({ id: "T-2", job: "Engineer" });
  await readThin("T-2");

  put({ id: "T-2", job: "Architect" });
  const changed = await readThin("T-2");
  expect(await ledTo(changed)).toMatchObject({
    type: "employee.changed",
    status: "succeeded",
    result: { changed: ["/title"] },
  });

  put({ id: "T-2", job: "Architect", status: "away" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.suspended",
    status: "succeeded",
  });
  expect(await state()).toBe("suspended");

  put({ id: "T-2", job: "Manager" });
  const returned = await readThin("T-2");
  expect(returned.ledTo).toHaveLength(2);
  const resumed = await source().find(returned.ledTo?.[0] ?? "");
  expect(resumed).toMatchObject({
    type: "employee.resumed",
    status: "succeeded",
  });
  expect(await ledTo(returned)).toMatchObject({
    type: "employee.changed",
    status: "succeeded",
  });
  expect(await state()).toBe("active");

  put({ id: "T-2", status: "gone", last: "2999-12-31" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.terminated",
    status: "waiting",
  });
  put({ id: "T-2", job: "Director" });
  const stays = await readThin("T-2");
  expect(stays.ledTo).toHaveLength(2);
  expect(await source().find(stays.ledTo?.[0] ?? "")).toMatchObject({
    type: "employee.termination_cancelled",
    status: "succeeded",
  });
  expect(await ledTo(stays)).toMatchObject({ type: "employee.changed" });

  put({ id: "T-2", status: "gone" });
  expect(await ledTo(await readThin("T-2"))).toMatchObject({
    type: "employee.terminated",
    status: "succeeded",
  });
  expect(await personOf("T-2")).toBeUndefined();
});
