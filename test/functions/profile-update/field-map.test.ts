import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const token = "token-of-the-feed-with-32-characters";

const environment = useInProcess({
  callers: {
    feed: {
      scheme: "bearer",
      keys: [token],
      scopes: ["onboard", "update"],
      map: {
        type: {
          from: "/type",
          values: {
            "employee.hired": "employee.hired",
            "employee.changed": "employee.changed",
          },
        },
        timestamp: "/timestamp",
        fields: {
          "/employeeId": "/data/id",
          "/email": { from: "/data/mail", nullClears: true },
          "/name/givenName": { from: "/data/first", nullClears: true },
          "/name/familyName": { from: "/data/last", nullClears: true },
          "/title": [
            "/data/newJob",
            { from: "/data/job", nullClears: true },
            "/data/oldJob",
          ],
          "/department": "/data/unit",
          "/location": { from: "/data/site", nullClears: true },
          "/phones/0/value": { from: "/data/phone", nullClears: true },
        },
      },
    },
  },
});

const asFeed = { caller: "feed", token };

test("null in a mapped payload clears the fields of a change for which the map says so, and no others", async () => {
  const { sendAndWait, advanceTime, personOf } = environment();
  const hire = { title: "Engineer", department: "Platform", location: "Bern" };
  await sendAndWait("employee.hired", hireOf("F-1", hire));
  advanceTime(1_000);
  const changed = await sendAndWait(
    "employee.changed",
    {
      id: "F-1",
      first: null,
      job: null,
      oldJob: "Engineer",
      unit: null,
      phone: null,
    },
    asFeed,
  );
  expect(changed).toMatchObject({ status: "succeeded", warnings: [] });
  expect(changed.result?.changed?.toSorted()).toEqual([
    "/name/formatted",
    "/name/givenName",
    "/title",
  ]);
  expect((await personOf("F-1"))?.location).toBe("Bern");
});

test("null in a mapped payload leaves the field out of a hire", async () => {
  const { sendAndWait, personOf } = environment();
  const payload = { id: "f-2", mail: "f2@example.com", last: "Lind" };
  const hired = await sendAndWait(
    "employee.hired",
    { ...payload, first: null, job: null },
    asFeed,
  );
  expect(hired).toMatchObject({ status: "succeeded", warnings: [] });
  expect((await personOf("f-2"))?.name).toMatchObject({ familyName: "Lind" });
});

test("null for a field that cannot be cleared is refused with its place in the mapped payload", async () => {
  const { send } = environment();
  const change = { id: "F-1", mail: null };
  const answer = await send("employee.changed", change, asFeed);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ pointer: "#/data/mail" }],
  });
});
