import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../../infra/pages/http-server.ts";
import { mergePatch } from "../../../../shared/webhook/presets/merge-patch.ts";
import {
  type InProcess,
  startInProcess,
} from "../../../environments/in-process.ts";
import { deliveryOf, recordOf } from "../../../fixtures/sources/samples.ts";
import { vendors } from "../../../shared/webhook/presets/vendors.ts";

/** The presets whose records are read back, and the id of the record in the sample. */
const recordIds = {
  bamboohr: "318",
  deel: "7d1a4c52-0000-4000-8000-000000000318",
  hibob: "3000000000000000318",
  okta: "00u00000000000000318",
  personio: "5318",
};
type ThinPreset = keyof typeof recordIds;
type PresetName = ThinPreset | "greenhouse" | "bamboohr-fields";
const thinPresets = Object.keys(recordIds) as ThinPreset[];

let environment: InProcess;
let server: HttpServer;
/** The answer of the server to each read. */
let record: unknown;
beforeAll(async () => {
  server = await startHttpServer({
    port: 0,
    maxBodyBytes: 1_000,
    tooLarge: { status: 413 },
    answer: async () => jsonAnswer(200, record),
  });
  const entryOf = (preset: PresetName, lookup?: object) => ({
    preset,
    scopes: ["onboard", "offboard", "update"],
    ...vendors[preset]!.entry,
    ...(lookup && { lookup }),
  });
  const ofThin = <T>(valueOf: (preset: ThinPreset) => T) =>
    Object.fromEntries(
      thinPresets.map((preset) => [preset, valueOf(preset)] as const),
    );
  environment = await startInProcess({
    callers: {
      ...ofThin((preset) =>
        entryOf(preset, {
          request: { url: `${server.endpoint}/{employeeId}` },
          avatar: null,
        }),
      ),
      greenhouse: entryOf("greenhouse"),
      "bamboohr-fields": entryOf("bamboohr-fields"),
      "no-leavers": {
        ...entryOf("bamboohr-fields"),
        map: {
          type: {
            values: {
              Updated: { values: { Inactive: null }, otherwise: null },
            },
          },
        },
      },
      "no-leavers-read": entryOf("deel", {
        source: "deel",
        request: { url: `${server.endpoint}/{employeeId}` },
        map: { type: { values: { terminated: null } } },
      }),
    },
    sources: ofThin(() => ({
      hosts: [new URL(server.endpoint).host],
      auth: { type: "bearer", token: "token-of-the-source" },
    })),
  });
});
afterAll(async () => {
  await environment.close();
  await server.close();
});

/** Sends the sample delivery of a preset, with a change, as the vendor signs it. */
async function deliver(
  preset: PresetName,
  change: unknown = {},
  caller: string = preset,
) {
  const { apps, nowMs, idle } = environment;
  const body = JSON.stringify(mergePatch(deliveryOf(preset), change));
  const answer = await apps.events.request(`/events/${caller}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...vendors[preset]!.sign(body, nowMs()),
    },
    body,
  });
  expect(answer.status).toBe(202);
  await idle();
  return answer;
}

async function expectZoe(employeeId: string): Promise<void> {
  expect(await environment.personOf(employeeId)).toMatchObject({
    name: { familyName: "Quist" },
    emails: [{ value: "zoe.quist@example.com" }],
  });
}

test("the sample of BambooHR with fields hires a person, and a deleted record is a leaver", async () => {
  await deliver("bamboohr-fields");
  await expectZoe("319");
  await deliver("bamboohr-fields", vendors["bamboohr-fields"]!.later[0]);
  expect(await environment.personOf("319")).toBeUndefined();
});

test.each(thinPresets)(
  "the sample of %s hires a person whose record is read back, and the person leaves with the record",
  async (preset) => {
    record = recordOf(preset);
    await deliver(preset);
    await expectZoe(recordIds[preset]);
    // Without a last day, because those of the samples are before the start.
    const [left] =
      vendors[preset]?.states?.left.find(([, lastDay]) => !lastDay) ?? [];
    record = mergePatch(record, left);
    await deliver(preset, vendors[preset]!.later[0]);
    expect(await environment.personOf(recordIds[preset])).toBeUndefined();
  },
);

test("the sample of Greenhouse hires the candidate", async () => {
  await deliver("greenhouse");
  const { id } = (
    deliveryOf("greenhouse") as {
      payload: { application: { candidate: { id: number } } };
    }
  ).payload.application.candidate;
  await expectZoe(String(id));
});

test.each(["Inactive", "Retired"])(
  "an override of a preset with null in its table ignores the value: status %s",
  async (Status) => {
    const employee = {
      id: "319",
      action: "Updated",
      timestamp: "2026-01-31T18:44:00+0000",
      fields: { Status },
    };
    const answer = await deliver(
      "bamboohr-fields",
      { employees: [employee] },
      "no-leavers",
    );
    expect(await answer.json()).toEqual({ operations: [] });
  },
);

test("an override of a preset with null in the table of its lookup ignores the record", async () => {
  const [left] = vendors["deel"]?.states?.left.at(0) ?? [];
  record = mergePatch(recordOf("deel"), left);
  const answer = await deliver("deel", {}, "no-leavers-read");
  expect(await environment.operation(answer)).toMatchObject({
    status: "cancelled",
    reason: "no-event",
  });
});

test("an ended contract that stands first in Deel does not end the employment of an employee with another contract", async () => {
  const employments = [
    { hiring_status: "terminated", job_title: "Trainee" },
    { hiring_status: "active", job_title: "Lead" },
  ];
  const id = "7d1a4c52-0000-4000-8000-000000000319";
  const change = (more: object) =>
    mergePatch(recordOf("deel"), {
      data: {
        id,
        emails: [{ type: "work", value: "zoe.deel@example.com" }],
        hiring_status: null,
        job_title: null,
        ...more,
      },
    });
  const tell = (tracking_id: string) =>
    deliver("deel", { data: { meta: { tracking_id }, resource: { id } } });
  const { personOf } = environment;
  record = change({ employments: employments.toReversed() });
  await tell("first");
  record = change({ employments });
  await tell("second");
  const person = await personOf(id);
  expect(person?.svc).toMatchObject({
    enabled: true,
    profile: expect.arrayContaining([
      expect.objectContaining({ value: "Lead" }),
    ]),
  });
  record = change({ employments: employments.slice(0, 1) });
  await tell("third");
  expect(await personOf(id)).toBeUndefined();
});
