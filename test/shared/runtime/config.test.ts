import { afterEach, describe, expect, test, vi } from "vitest";
import { employmentWorkflowConfig } from "../../../functions/employment/config.ts";
import { statusRelayReceiverConfig } from "../../../functions/status-relay/config.ts";
import { usualPresets } from "../../../functions/status-relay/status-presets.ts";
import { readConfig, receiverConfig } from "../../../shared/runtime/config.ts";
import { rows } from "../../fixtures/rows.ts";
import { workflowVariables } from "./workflow-variables.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function readWorkflow(changes: Record<string, string | undefined> = {}) {
  for (const [name, value] of Object.entries({
    ...workflowVariables,
    ...changes,
  }))
    vi.stubEnv(name, value);
  return readConfig(employmentWorkflowConfig);
}

test("the text of a variable is read as a value of its type", () => {
  const template = {
    name: "everybody",
    tasks: [{ subject: "Complete your profile", dueInDays: 1 }],
  };
  expect(
    readWorkflow({
      TEMPLATES: JSON.stringify([template]),
      PASSWORD_LENGTH: "43",
      PASSWORD_SYMBOLS: "$%",
      PROTECTED_USERNAMES: '["root","ceo"]',
      DELETION_LIMIT_PERCENT: "100",
      ZONE: "America/New_York",
      SERVICE_AUTH: "token",
      PERSON_AUTH: "login",
    }),
  ).toMatchObject({
    protectedUsernames: ["root", "ceo"],
    deletionLimit: { percent: 100, min: 3, max: 20 },
    templates: [template],
    passwordLength: 43,
    passwordSymbols: "$%",
    zone: "America/New_York",
    serviceAuth: "token",
    personAuth: "login",
  });
});

test("a settings file that is missing or no JSON stops the function", () => {
  for (const file of ["missing.json", import.meta.filename])
    expect(() => readWorkflow({ SETTINGS_FILE: file })).toThrow(
      /: SETTINGS_FILE$/,
    );
});

test("a Lambda sees the variables of its own schema and no others", () => {
  vi.stubEnv("STORE_TABLE", "store");
  vi.stubEnv("CALLERS_SECRET", "callers");
  vi.stubEnv("WORKFLOW_FUNCTION", "workflow:live");
  vi.stubEnv("COMMUNITY_SECRET", "community");
  const receiver = {
    storeTable: "store",
    callersSecret: "callers",
    workflowFunction: "workflow:live",
    zone: "UTC",
    docsUrl: "",
    loopbackHttp: false,
  };
  expect(readConfig(receiverConfig)).toEqual(receiver);
  expect(readConfig(statusRelayReceiverConfig)).toEqual({
    ...receiver,
    statusMaxLength: 140,
    statusPresets: usualPresets,
  });
});

describe("a missing or wrong variable", () => {
  test("is named together with all others", () => {
    const missing = {
      BASE_URL: undefined,
      TOKENS_TABLE: undefined,
      COMMUNITY_SECRET: "",
    };
    expect(() => readWorkflow(missing)).toThrow(
      "set these environment variables as docs/configuration.md describes them: BASE_URL, COMMUNITY_SECRET, TOKENS_TABLE",
    );
  });

  const canary = "canary-4f1d";
  test.each(rows`
    BASE_URL | ${canary}
    ZONE | Europe/Nowhere
    ZONE | +01:00
    ZONE | ${""}
    SERVICE_AUTH | ${canary}
    TEMPLATES | ${`{"${canary}":1}`}
    TEMPLATES | ${`[{"name":"one","${canary}":1}]`}
    TEMPLATES | [{"name":"one","tasks":[{"subject":"s","dueInDays":3651}]}]
    PASSWORD_LENGTH | ${canary}
    PASSWORD_LENGTH | 11
    PASSWORD_LENGTH | 44
    PASSWORD_SYMBOLS | ${canary}
    PASSWORD_SYMBOLS | -
    PASSWORD_SYMBOLS | a1
    PASSWORD_SYMBOLS | a-_
    PASSWORD_SYMBOLS | -_a
    PASSWORD_SYMBOLS | --
    PASSWORD_SYMBOLS | ${"- "}
    PROTECTED_USERNAMES | ${`{"${canary}":1}`}
    PROTECTED_USERNAMES | [""]
    CALL_TIMEOUT_MS | 0
    PLATFORM_CALLS_PER_SECOND | -1
    LOGIN_LEASE_MS | 30001
    GRACE_DAYS | 366
    DELETION_LIMIT_PERCENT | 101
    DELETION_LIMIT_MIN | -1
    DELETION_LIMIT_MAX | 1001
  `)("%s=%j is named, its value is not", (name, value) => {
    const read = () => readWorkflow({ [name]: value });
    expect(read).toThrow(
      new RegExp(
        `^set these environment variables as \\S+ describes them: ${name}$`,
      ),
    );
  });
});
