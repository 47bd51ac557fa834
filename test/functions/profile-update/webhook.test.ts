import { describe, expect, test } from "vitest";
import { profileUpdate } from "../../../functions/profile-update/event.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess();

const [{ schema }] = profileUpdate.events;

/** The validation issues of a change, by pointer. */
function pointers(fields: object): string[] {
  const data = { employeeId: "E-1", ...fields };
  const parsed = schema.safeParse(data, validationMessages);
  if (parsed.success) return [];
  return validationIssuesOf(parsed.error.issues).map(({ pointer }) => pointer);
}

describe("the data of a change", () => {
  const { tasks: _, streams: __, ...fields } = sampleHire(0).data;
  const ofHires = { tasks: [], streams: [] };

  test.each(rows<[title: string, data: object, pointers: string[]]>`
    can set every field of a person | ${{ ...fields, manager: "E-2" }} | ${[]}
    name at least one field | ${{}} | ${["#"]}
    name at least one field beside their date | ${{ effectiveDate: "2030-01-01" }} | ${["#"]}
    have no tasks and streams, which belong to a hire | ${{ title: "Boss", ...ofHires }} | ${["#/tasks", "#/streams"]}
  `)("%s", (_what, data, expected) => {
    expect(pointers(data)).toEqual(expected);
  });
});

test("a change ends with what it changed and what it could not, and no value in its operation or the log", async () => {
  const { hire, say, personOf, lines } = environment();
  await hire("W-2", { title: "Engineer" });
  const changed = await say("changed", "W-2", {
    title: "Canary of a title",
    name: { familyName: "Canary" },
    location: "Canary Islands",
    manager: "Canary",
  });
  expect(changed).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/manager", reason: "not-supported-by-platform" }],
  });
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
