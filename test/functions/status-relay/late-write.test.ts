import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const environment = useInProcess();
const { hire, set, shown, published, writes } = statusHelpersOf(environment);

test.each([
  ["before the write of the newer one", 4, ["First", "First", "Newer"]],
  ["after its write", 5, ["First", "Newer", "First", "Newer"]],
])(
  "a newer status stays when a late write of an earlier one arrives %s",
  async (_when, afterRequests, expected) => {
    const employeeId = `L-${afterRequests}`;
    await hire(employeeId);
    environment().platform.faults.add({
      kind: "late-effect",
      method: "PUT",
      path: "/people/{personID}",
      times: 1,
      // Three of them are the second attempt of the earlier status: it reads, writes and reads.
      afterRequests,
    });
    for (const text of ["First", "Newer"])
      expect((await set(employeeId, text)).status).toBe("succeeded");
    expect(await shown(employeeId)).toBe("Newer");
    expect(await published(employeeId)).toEqual(expected);
  },
);

test("a profile without a status is not written when it is cleared after a write without an answer", async () => {
  await hire("L-1");
  const { faults } = environment().platform;
  const put = { method: "PUT", path: "/people/{personID}" } as const;
  faults.add({ ...put, kind: "reset-before", times: 1 });
  faults.add({ ...put, kind: "status", status: 403 });
  expect((await set("L-1", "Busy")).status).toBe("failed");
  faults.clear();
  const before = writes();
  expect((await set("L-1", "")).status).toBe("succeeded");
  expect(writes()).toBe(before);
});
