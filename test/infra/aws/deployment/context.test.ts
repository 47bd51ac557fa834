import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  readContext,
  refuseOtherContext,
} from "../../../../infra/aws/deployment/context.ts";
import { newFolder } from "../../../fixtures/new-folder.ts";
import { rows } from "../../../fixtures/rows.ts";

let file: string;
beforeEach(() => {
  file = join(newFolder(), "cdk.json");
});

const shipped = readContext();

async function readWith(changes: Record<string, unknown>) {
  const context = { ...shipped, ...changes };
  await writeFile(file, JSON.stringify({ app: "any", context }));
  return readContext(file);
}

test("the settings file may have the CDK's own settings, which are ignored", async () => {
  const flags = {
    "@aws-cdk/core:flag": true,
    "aws:cdk:bundling-stacks": [],
    "cli-telemetry": false,
  };
  expect(await readWith(flags)).toEqual(shipped);
});

test.each([
  ...rows<[Record<string, unknown>, string]>`
  ${{ graceDays: 1.5 }} | context.graceDays: must be a whole number from 0 to 365
  ${{ zone: "Berlin" }} | context.zone: must be the IANA name of a time zone, such as Europe/Zurich
  ${{ disableLimit: { percent: 10, min: 9, max: 3 } }} | context.disableLimit: must have a min that is at most max
  ${{ deletionLimit: { percent: 5, min: 3 } }} | context.deletionLimit.max: must be a whole number from 0 to 1000
  ${{ deletionLimit: { percent: 5, min: 3, max: 20, most: 1 } }} | context.deletionLimit: Unrecognized key: "most"
  ${{ statusPresets: { clear: { text: "Away" } } }} | context.statusPresets: must have lower-case words as names, and none of set, clear, show, help
  ${{ statusPresets: { lunch: { text: "Lunch", for: "45 minutes" } } }} | context.statusPresets.lunch.for: must be up to 999 minutes or hours or 99 days: 45m, 2h, 3d
  ${{ statusPresets: { lunch: { text: "Lunch", emoji: "<!here>" } } }} | context.statusPresets.lunch.emoji: must be an emoji or its short code, such as :palm_tree:
  ${{ eventSources: ["aws.events"] }} | context.eventSources.0: must be a source of EventBridge events
  ${{ eventSources: ["community-automation"] }} | context.eventSources.0: must not be the source of our own notices
  ${{ protectedUsernames: [""] }} | ${"context.protectedUsernames.0: "}
  ${{ schedules: [{ name: "daily", expression: "daily", zone: "UTC", event: { type: "status.set", data: {} } }] }} | context.schedules.0.expression: must be cron(...), rate(...) or at(...)
  ${{ schedules: [{ name: "hr", expression: "rate(1 day)", zone: "UTC", pull: "hibob" }] }} | context.schedules: must have events only, because "lists" is false
  ${{ reservedConcurrency: { "lists-workflow": 2 } }} | context.reservedConcurrency: must not name the functions of "lists"
  ${{ lists: true, reservedConcurrency: { "scim-receiver": 20 } }} | context.reservedConcurrency: must not name the functions of "lists" or "scim"
  ${{ statusMaxLength: 17, statusPresets: { remote: { text: "Working remotely", emoji: ":house:" } } }} | context.statusPresets: must have texts, with their emoji, of at most "statusMaxLength"
  ${{ passwordSymbols: "--" }} | context.passwordSymbols: must be two different symbols of ASCII, such as -_
  ${{ logRetentionDays: 8 }} | context.logRetentionDays: must be one of 1, 3, 5, 7,
  ${{ alarmEmail: "it" }} | context.alarmEmail: must be an e-mail address, or empty
  ${{ graceDay: 7 }} | context: Unrecognized key: "graceDay"
  ${{ zone: undefined }} | ${"context.zone: "}
  ${{ templates: [{ name: "all" }, { name: "<b>" }] }} | context.templates.1.name: must be 1 to 60 letters
`,
  ...[
    "http://community.example.com",
    "community.example.com",
    "https://name:password@community.example.com",
    "https://community.example.com?tenant=1",
  ].map((baseUrl): [Record<string, unknown>, string] => [
    { baseUrl },
    "context.baseUrl: must be an https address without credentials, query and fragment",
  ]),
])("rejects %o and says what to change", async (changes, sentence) => {
  const refusal = await readWith(changes).catch(String);
  expect(refusal).toContain(`Change ${file}:`);
  expect(refusal).toContain(sentence);
});

test("executions can be reserved for the functions of lists and of scim", async () => {
  const reservedConcurrency = { "scim-receiver": 20, "lists-workflow": 2 };
  const changes = { lists: true, scim: true, reservedConcurrency };
  expect(await readWith(changes)).toMatchObject(changes);
});

test("reports all issues at once", async () => {
  const refusal = await readWith({ graceDays: "7", zone: 1 }).catch(String);
  expect(refusal).toContain("context.graceDays: ");
  expect(refusal).toContain("context.zone: ");
});

test.each(["", "{}", "[]"])("rejects a file that contains %o", async (text) => {
  await writeFile(file, text);
  expect(() => readContext(file)).toThrow(`Change ${file}:`);
});

describe("the context of the command line", () => {
  const ofTheCdk = { "aws:cdk:enable-path-metadata": true };

  test("is accepted if it has the values of cdk.json and settings of the CDK", () => {
    expect(() => {
      refuseOtherContext({ ...shipped, ...ofTheCdk });
    }).not.toThrow();
  });

  test.each([
    ["changes a setting", { graceDays: "3" }, "no setting: graceDays. Change"],
    ["misspells a setting", { gracDays: "3" }, "no setting: gracDays. Change"],
  ])("is refused if it %s, because no part would read it", (_, more, words) => {
    expect(() => {
      refuseOtherContext({ ...shipped, ...ofTheCdk, ...more }, file);
    }).toThrow(words);
  });
});
