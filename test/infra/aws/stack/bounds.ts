import { afterEach, describe, expect, test, vi } from "vitest";
import { bounds, findExceededBounds } from "../../../../infra/aws/bounds.ts";
import type { FunctionName } from "../../../../infra/aws/deployment/functions.ts";
import { functionConfigs } from "../../../../infra/aws/deployment/functions.ts";
import {
  maxSchedules,
  schedulesSchema,
} from "../../../../infra/aws/deployment/schedules.ts";
import { readConfig } from "../../../../shared/runtime/config.ts";
import { allOptions } from "../all-options.ts";
import { templateWith } from "../template.ts";

type Lambda = { Environment: { Variables: Record<string, string> } };

const protectedUsernames = Array.from(
  { length: 300 },
  (_, index) => `firstname.lastname-${index}@example.com`,
);
const templates = Array.from({ length: 40 }, (_, index) => ({
  name: `Department ${index}`,
  when: { department: [`Department ${index}`] },
  tasks: [
    {
      subject: `Read chapter ${index} of the handbook for new colleagues`,
      dueInDays: index,
    },
  ],
}));

const statusPresets = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `preset-${String.fromCharCode(97 + index)}`,
    { text: "x".repeat(200) },
  ]),
);

const large = templateWith({ protectedUsernames, templates, statusPresets });
const tooLarge = templateWith({
  baseUrl: `https://community.example.com/${"path/".repeat(800)}`,
  eventSources: Array.from(
    { length: 60 },
    (_, index) => `com.example.department-${index}.${"hr".repeat(80)}`,
  ),
  schedules: schedulesSchema.parse(
    ["first", "second", "third", "fourth"].map((name) => ({
      name,
      expression: "rate(1 day)",
      zone: "UTC",
      event: { type: "status.set", data: { text: "x".repeat(300_000) } },
    })),
  ),
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Reads the configuration as the function would read it where it is deployed. */
function readDeployed(name: FunctionName): unknown {
  const lambda = large.functionOf<Lambda>(name);
  for (const [variable, value] of Object.entries(large.variablesOf(lambda)))
    vi.stubEnv(variable, value);
  return readConfig(functionConfigs[name]);
}

test("a deployment with all options and the most schedules has at most 500 resources, and exceeds no bound", () => {
  const schedules = schedulesSchema.parse(
    Array.from({ length: maxSchedules }, (_, index) => ({
      name: `schedule-${index}`,
      expression: "rate(1 day)",
      zone: "UTC",
      pull: `subsidiary-number-${index}`,
    })),
  );
  const { json } = templateWith({
    ...allOptions,
    lists: true,
    scim: true,
    schedules,
  });
  expect(Object.keys(json.Resources).length).toBeLessThanOrEqual(500);
  expect(findExceededBounds(json)).toEqual([]);
});

describe("300 protected usernames, 40 templates and 20 long presets", () => {
  test("exceed no bound of AWS", () => {
    expect(findExceededBounds(large.json)).toEqual([]);
  });

  test("reach the functions in a file beside the bundle", () => {
    expect(readDeployed("employment-workflow")).toMatchObject({
      protectedUsernames,
      templates,
    });
    expect(readDeployed("status-relay-receiver")).toMatchObject({
      statusPresets,
    });
  });
});

describe("the bounds of AWS", () => {
  test("are reported with the settings to change, the size, the bound and its source", () => {
    const exceeded = findExceededBounds(tooLarge.json);
    const [first] = exceeded.filter((one) => one.includes("environment"));
    expect(first).toMatch(
      /^baseUrl, authUrl: FunctionsemploymentworkflowFunction\w+ is too large: its environment variables together has \d{4} bytes, and AWS accepts 4096 \(Lambda Developer Guide, Lambda quotas: Function environment variables\)$/,
    );
  });

  test("are each exceeded by a value of cdk.json", () => {
    const exceeded = findExceededBounds(tooLarge.json).join("\n");
    for (const { source } of bounds) expect(exceeded).toContain(source);
    expect(exceeded).toContain("schedules: the template has ");
  });
});
