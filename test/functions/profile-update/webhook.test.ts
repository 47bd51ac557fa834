import { describe, expect, test } from "vitest";
import { profileUpdate } from "../../../functions/profile-update/event.ts";
import { sampleAvatar, sampleHire } from "../../../infra/sample/hire.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

const [{ schema }] = profileUpdate.events;

/** The validation issues of a change, by pointer. */
function pointers(fields: Record<string, unknown>): string[] {
  const data = { employeeId: "E-1", ...fields };
  const parsed = schema.safeParse(data, validationMessages);
  if (parsed.success) return [];
  return validationIssuesOf(parsed.error.issues).map(({ pointer }) => pointer);
}

describe("the data of a change", () => {
  test("every field of a person can be set", () => {
    const { tasks: _, streams: __, ...fields } = sampleHire(0).data;
    expect(pointers({ ...fields, manager: "E-2" })).toEqual([]);
  });

  test("a change names at least one field beside its employee and its date", () => {
    expect(pointers({})).toEqual(["#"]);
    expect(pointers({ effectiveDate: "2030-01-01" })).toEqual(["#"]);
  });

  test("tasks and streams belong to a hire alone", () => {
    expect(pointers({ title: "Boss", tasks: [], streams: [] })).toEqual([
      "#/tasks",
      "#/streams",
    ]);
  });

  test("the bytes of an avatar are separated from the other data", () => {
    const base64 = Buffer.from(sampleAvatar).toString("base64");
    const content = schema.parse({ employeeId: "E-1", avatar: { base64 } });
    expect(content.data).toEqual({
      employeeId: "E-1",
      avatar: { id: content.avatar?.id, key: expect.any(String) as string },
    });
  });
});

test("a change ends with the pointers of what it changed, and no value in its operation or the log", async () => {
  const { hire, say, personOf, lines } = environment();
  await hire("W-2", { title: "Engineer" });
  const changed = await say("changed", "W-2", {
    title: "Canary of a title",
    name: { familyName: "Canary" },
    location: "Canary Islands",
  });
  expect(changed).toMatchObject({ status: "succeeded", warnings: [] });
  expect(changed.result?.changed?.toSorted()).toEqual([
    "/location",
    "/name/familyName",
    "/name/formatted",
    "/title",
  ]);
  expect(await personOf("W-2")).toMatchObject({
    location: "Canary Islands",
    name: { familyName: "Canary" },
  });
  expect(JSON.stringify([changed, lines])).not.toContain("Canary");
});

test("a manager is answered with a warning, because the platform's interface has no write for it", async () => {
  const { hire, say } = environment();
  await hire("W-3");
  const changed = await say("changed", "W-3", { manager: "E-9" });
  expect(changed).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/manager", reason: "not-supported-by-platform" }],
    result: { changed: [] },
  });
});
