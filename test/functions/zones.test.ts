import { describe, expect, test } from "vitest";
import { useInProcess } from "../environments/in-process.ts";
import { hireOf } from "../fixtures/hire.ts";
import { usePeopleSource } from "./events/people-source.ts";

describe("the zone of an event, in a company in Zurich", () => {
  const environment = useInProcess({ zone: "Europe/Zurich" });

  test("a zone that does not exist, or an offset in place of a zone, is refused with its field", async () => {
    const { send } = environment();
    for (const zone of ["Europe/Nowhere", "+01:00", "", 1])
      for (const [type, data] of [
        ["employee.hired", hireOf("Z-7", { zone })],
        ["employee.terminated", { employeeId: "Z-7", zone }],
      ] as const) {
        const answer = await send(type, data);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          errors: [{ pointer: "#/data/zone" }],
        });
      }
  });
});

describe("the zone of a field map, in a company in Zurich", () => {
  const token = "token-of-the-feed-with-32-characters";
  const environment = useInProcess({
    zone: "Europe/Zurich",
    callers: {
      feed: {
        scheme: "bearer",
        keys: [token],
        scopes: ["onboard", "offboard"],
        map: {
          zone: "Asia/Tokyo",
          type: {
            from: "/type",
            values: {
              "employee.hired": "employee.hired",
              "employee.terminated": {
                from: "/data/end",
                date: "instant",
                values: { past: null },
                otherwise: "employee.terminated",
              },
            },
          },
          timestamp: "/timestamp",
          fields: {
            "/employeeId": "/data/id",
            "/email": "/data/mail",
            "/name/familyName": "/data/name",
            "/startDate": { from: "/data/start", date: "YYYY-MM-DD" },
            "/lastDay": { from: "/data/end", date: "instant" },
            "/zone": "/data/zone",
          },
        },
      },
    },
  });
  const asFeed = { caller: "feed", token };
  const dueOf = async (type: string, data: object) => {
    const sent = await environment().sendAndWait(type, data, asFeed);
    return new Date(sent.dueAtMs ?? 0).toISOString();
  };
  const hire = (id: string) => ({
    id,
    mail: `${id}@example.com`,
    name: "Quist",
    start: "2030-07-01",
  });

  test("is that of the dates of each event that names none itself", async () => {
    expect(await dueOf("employee.hired", hire("Z-11"))).toBe(
      "2030-06-30T15:00:00.000Z",
    );
    const data = { id: "Z-11", end: "2031-06-30T14:00:00Z" };
    expect(await dueOf("employee.terminated", data)).toBe(
      "2031-06-30T15:00:00.000Z",
    );
  });

  test("does not count for an event that names a zone, in which its dates are also read and compared", async () => {
    const zone = "America/New_York";
    expect(await dueOf("employee.hired", { ...hire("Z-12"), zone })).toBe(
      "2030-07-01T04:00:00.000Z",
    );
    // It is 1 July in Tokyo.
    const data = { id: "Z-12", end: "2031-06-30T20:00:00Z", zone };
    expect(await dueOf("employee.terminated", data)).toBe(
      "2031-07-01T04:00:00.000Z",
    );
  });
});

describe("the zone of the map of a record, in a company at UTC", () => {
  const source = usePeopleSource();

  test("is the one in which a last day ends that the map has compared", async () => {
    const { put, readThin, find, advanceTime, nowMs } = source();
    const caller = "dated";
    const last = "2031-12-31";
    put({ id: "Z-13" });
    await readThin("Z-13", { caller });
    put({ id: "Z-13", last });
    const read = await readThin("Z-13", { caller });
    const planned = read.sameAs ?? "";
    expect((await find(planned)).dueAtMs).toBe(
      Date.parse("2031-12-31T15:00:00Z"),
    );
    // The day is over in Tokyo, and not at UTC.
    advanceTime(Date.parse("2031-12-31T16:00:00Z") - nowMs());
    expect(await readThin("Z-13", { caller })).toMatchObject({
      reason: "no-event",
    });
    expect((await find(planned)).status).not.toBe("cancelled");
  });
});
