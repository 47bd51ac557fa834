import { expect, test } from "vitest";
import {
  bambooHrCredentials,
  createBambooHr,
} from "../../../../infra/local/sources/bamboohr.ts";
import {
  createHiBob,
  hiBobCredentials,
} from "../../../../infra/local/sources/hibob.ts";
import {
  createPersonio,
  personioCredentials,
} from "../../../../infra/local/sources/personio.ts";
import { ada, basicAuth, sourceForTest } from "./source-for-test.ts";

/** The vectors of the receivers' tests: 139 bytes of UTF-8. */
const vectorBody =
  '{"type":"employee.created","timestamp":"2026-01-31T18:42:00+0000","data":{"companyId":"12345","employeeId":"67890","name":"Zoë 雪 🚀"}}';

test("HiBob's stand-in signs the published vector", () => {
  const vendor = createHiBob({
    ...hiBobCredentials,
    webhookSecret: "bob-test-key",
  });
  expect(vendor.signWebhook(vectorBody, 0)).toEqual({
    "Bob-Signature":
      "wHeu7FSYKZh1hj0IlCKfdIOVXJFqZlffpmP3DNCTD1hFMI3MGI82jFGwCwzMdjuUvYAztst8Dwa4H7EsGzOL7A==",
  });
});

test("BambooHR's stand-in signs the published vector", () => {
  const vendor = createBambooHr({
    ...bambooHrCredentials,
    privateKey: "bamboo-test-key",
  });
  expect(vendor.signWebhook(vectorBody, 1_769_884_920_000)).toEqual({
    "X-BambooHR-Timestamp": "1769884920",
    "X-BambooHR-Signature":
      "199837820165c913babb48b0ab06a9e7a50272d56fe8eaf40d37c4041a86fdae",
  });
});

test("Personio's stand-in sends its token as it is", () => {
  expect(createPersonio().signWebhook("{}", 0)).toEqual({
    authorization: personioCredentials.webhookToken,
  });
});

test("BambooHR's stand-in answers JSON only to a reader that asks for JSON", async () => {
  const { source } = await sourceForTest(createBambooHr());
  const { id } = source.hire(ada);
  const headers = basicAuth(bambooHrCredentials.apiKey, "x");
  const url = `${source.origin}/api/v1/employees/${id}?fields=status,terminationDate,salary`;
  const xml = await fetch(url, { headers });
  expect(await xml.text()).toBe("<employee/>");
  const json = await fetch(url, {
    headers: { ...headers, accept: "application/json" },
  });
  expect(await json.json()).toEqual({
    id,
    status: "Active",
    terminationDate: "0000-00-00",
  });
  expect((await fetch(url)).status).toBe(401);
});

test("BambooHR's stand-in has a photo in each size, and only the original size is too large", async () => {
  const { source } = await sourceForTest(createBambooHr());
  const { id } = source.hire({ ...ada, photo: "huge" });
  const none = source.hire({ ...ada, photo: "none" });
  const bytesOf = async (employeeId: string, size: string) => {
    const answer = await fetch(
      `${source.origin}/api/v1/employees/${employeeId}/photo/${size}`,
      { headers: basicAuth(bambooHrCredentials.apiKey, "x") },
    );
    return answer.ok ? (await answer.arrayBuffer()).byteLength : answer.status;
  };
  expect(await bytesOf(id, "original")).toBeGreaterThan(5 * 1024 * 1024);
  expect(await bytesOf(id, "large")).toBeLessThan(50_000);
  expect(await bytesOf(none.id, "large")).toBe(404);
});

test("a hire, an absence and a termination in BambooHR's stand-in are the events that BambooHR documents", async () => {
  const { source, received } = await sourceForTest(createBambooHr());
  const { id } = source.hire(ada);
  source.change(id, { state: "left", lastDay: "2026-05-31" });
  await source.idle();
  const data = { companyId: "12345", employeeId: id };
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      type: "employee.created",
      timestamp: expect.stringMatching(/\+0000$/),
      data,
    },
    {
      type: "employee.updated",
      timestamp: expect.any(String),
      data: {
        ...data,
        changedFields: expect.arrayContaining(["firstName", "workEmail"]),
      },
    },
    {
      type: "employee.updated",
      timestamp: expect.any(String),
      data: {
        ...data,
        changedFields: ["status", "employmentHistoryStatus", "terminationDate"],
      },
    },
  ]);
});

test("the lifecycle of an employee in HiBob's and Personio's stand-ins is the events that they document", async () => {
  const typesOf = async (vendor: Parameters<typeof sourceForTest>[0]) => {
    const { source } = await sourceForTest(vendor);
    const { id } = source.hire(ada);
    source.change(id, { title: "Lead analyst" });
    source.change(id, { state: "on leave" });
    source.change(id, { state: "employed" });
    source.change(id, { state: "left" });
    source.remove(id);
    return source.sent.map(({ type }) => type);
  };
  expect(await typesOf(createHiBob())).toEqual([
    "employee.created",
    "employee.joined",
    "employee.updated",
    "employee.inactivated",
    "employee.temporaryLeave",
    "employee.activated",
    "employee.inactivated",
    "employee.left",
    "employee.deleted",
  ]);
  expect(await typesOf(createPersonio())).toEqual([
    "person.created",
    "employment.created",
    "employment.started",
    "employment.updated",
    "employment.updated",
    "employment.updated",
    "employment.updated",
    "employment.terminated",
    "employment.deleted",
    "person.deleted",
  ]);
});
