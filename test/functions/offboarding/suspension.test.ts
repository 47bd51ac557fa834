import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess({ graceDays: 7, zone: "Europe/Zurich" });

describe("a suspension", () => {
  test("a suspension that waits for a decision goes on when the operation that asks for it is resolved", async () => {
    const { hire, say, act, stateOf, find, passDays, dateIn } = environment();
    await hire("S-6", { startDate: dateIn(0) });
    await passDays(5);
    const { id } = await say("suspended", "S-6", { until: dateIn(2) });
    const asked = await say("terminated", "S-6", { lastDay: dateIn(-10) });
    await passDays(4);
    expect((await find(id)).reason).toBe("waits-for-decision");
    await act("resolve", asked.id, { note: "Of an earlier employment" });
    await passDays(1);
    expect((await find(id)).status).toBe("succeeded");
    expect(await stateOf("S-6")).toBe("active, enabled");
  });

  test.each([
    ["S-7", "alone"],
    ["S-8", "beside a change that needs attention"],
  ])(
    "a suspension that an operator resolves still ends on its day: %s, %s",
    async (employeeId, beside) => {
      const { hire, say, act, stateOf, find, passDays, dateIn, platform } =
        environment();
      const owner = `owner-of-${employeeId.toLowerCase()}`;
      await environment().addPerson(owner);
      await hire(employeeId);
      const taken = { email: `${owner}@example.com` };
      if (beside !== "alone") await say("changed", employeeId, taken);
      platform.faults.add({ kind: "status", status: 403, method: "PUT" });
      const until = dateIn(2);
      const { id } = await say("suspended", employeeId, { until });
      expect((await find(id)).reason).toBe("platform-refused-403");
      platform.faults.clear();
      await act("resolve", id, { note: "Disabled by hand" });
      expect(await find(id)).toMatchObject({ status: "waiting" });
      expect(await stateOf(employeeId)).toBe("suspended, enabled");
      await passDays(4);
      expect((await find(id)).status).toBe("succeeded");
      expect(await stateOf(employeeId)).toBe("active, enabled");
    },
  );

  test.each([
    ["2027-03-02", "2027-03-01"],
    ["2027-03-02T10:00:00Z", "2027-03-02T10:00:00Z"],
    ["2027-03-02", "2027-02-28T23:00:00Z"],
  ])(
    "a suspension whose end is not after its start is refused at its end: %s, %s",
    async (from, until) => {
      const data = { employeeId: "S-10", from, until };
      const answer = await environment().send("employee.suspended", data);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: [{ pointer: "#/data/until", detail: "must be after from" }],
      });
    },
  );
});
