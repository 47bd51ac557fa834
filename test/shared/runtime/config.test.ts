import { afterEach, describe, expect, test, vi } from "vitest";
import {
  receiverSchema,
  schedulerSchema,
  offboardingWorkflowSchema,
  onboardingWorkflowSchema,
  operationsSchema,
  readConfig,
  statusRelayReceiverSchema,
  statusRelayWorkflowSchema,
} from "../../../shared/runtime/config.ts";

const workflow = {
  STORE_TABLE: "store",
  TOKENS_TABLE: "tokens",
  COMMUNITY_SECRET: "community",
  BASE_URL: "https://community.example.com",
  AUTH_URL: "https://auth.example.com",
};

const workflows = {
  ONBOARDING_WORKFLOW: "onboarding-workflow:live",
  OFFBOARDING_WORKFLOW: "offboarding-workflow:live",
  STATUS_RELAY_WORKFLOW: "status-relay-workflow:live",
};

afterEach(() => {
  vi.unstubAllEnvs();
});

function readWorkflow(changes: Record<string, string | undefined> = {}) {
  for (const [name, value] of Object.entries({ ...workflow, ...changes }))
    vi.stubEnv(name, value);
  return readConfig(onboardingWorkflowSchema);
}

test("what is optional has a default", () => {
  expect(readWorkflow()).toMatchObject({
    ...workflow,
    SERVICE_AUTH: "login",
    PERSON_AUTH: "basic",
    PROTECTED_USERNAMES: [],
    TASK_TEMPLATE: [],
    PASSWORD_LENGTH: 24,
    PASSWORD_SYMBOLS: "-_",
  });
});

test("an offboarding waits seven days and limits deletions at a twentieth, unless told otherwise", () => {
  readWorkflow();
  const defaults = {
    GRACE_DAYS: 7,
    PROTECTED_USERNAMES: [],
    DELETION_LIMIT_PERCENT: 5,
    DELETION_LIMIT_MIN: 3,
    DELETION_LIMIT_MAX: 20,
  };
  expect(readConfig(offboardingWorkflowSchema)).toMatchObject(defaults);
  vi.stubEnv("GRACE_DAYS", "0");
  vi.stubEnv("PROTECTED_USERNAMES", '["root","ceo"]');
  vi.stubEnv("DELETION_LIMIT_PERCENT", "100");
  expect(readConfig(offboardingWorkflowSchema)).toMatchObject({
    ...defaults,
    GRACE_DAYS: 0,
    PROTECTED_USERNAMES: ["root", "ceo"],
    DELETION_LIMIT_PERCENT: 100,
  });
});

test("a zone is one that the machine knows", () => {
  readWorkflow();
  for (const zone of ["UTC", "Europe/Oslo", "America/New_York"]) {
    vi.stubEnv("ZONE", zone);
    expect(readConfig(statusRelayWorkflowSchema)).toMatchObject({ ZONE: zone });
  }
  for (const zone of ["Europe/Nowhere", "+01:00", ""]) {
    vi.stubEnv("ZONE", zone);
    expect(() => readConfig(statusRelayWorkflowSchema)).toThrow(/: ZONE$/);
  }
});

test("text becomes what it means", () => {
  const task = { subject: "Complete your profile", dueInDays: 1 };
  expect(
    readWorkflow({
      TASK_TEMPLATE: JSON.stringify([task]),
      PASSWORD_LENGTH: "43",
      PASSWORD_SYMBOLS: "$%",
    }),
  ).toMatchObject({
    TASK_TEMPLATE: [task],
    PASSWORD_LENGTH: 43,
    PASSWORD_SYMBOLS: "$%",
  });
});

test.each([
  { SERVICE_AUTH: "login" },
  { SERVICE_AUTH: "basic" },
  { SERVICE_AUTH: "token" },
  { PERSON_AUTH: "basic" },
  { PERSON_AUTH: "login" },
])("%j is a way to ask the platform", (way) => {
  expect(readWorkflow(way)).toMatchObject(way);
});

test("a Lambda sees the variables of its own schema and no others", () => {
  vi.stubEnv("STORE_TABLE", "store");
  vi.stubEnv("CALLERS_SECRET", "callers");
  vi.stubEnv("WORKFLOW_FUNCTION", "workflow:live");
  vi.stubEnv("COMMUNITY_SECRET", "community");
  for (const [name, value] of Object.entries(workflows))
    vi.stubEnv(name, value);
  const receiver = {
    STORE_TABLE: "store",
    CALLERS_SECRET: "callers",
    WORKFLOW_FUNCTION: "workflow:live",
    ZONE: "UTC",
  };
  expect(readConfig(receiverSchema)).toEqual(receiver);
  expect(readConfig(statusRelayReceiverSchema)).toEqual({
    ...receiver,
    STATUS_MAX_LENGTH: 140,
  });
  expect(readConfig(operationsSchema)).toEqual({
    STORE_TABLE: "store",
    CALLERS_SECRET: "callers",
    ...workflows,
  });
  expect(readConfig(schedulerSchema)).toEqual({
    STORE_TABLE: "store",
    ...workflows,
  });
});

describe("what is missing or wrong", () => {
  test("is named, all of it at once", () => {
    const missing = {
      BASE_URL: undefined,
      TOKENS_TABLE: undefined,
      COMMUNITY_SECRET: "",
    };
    expect(() => readWorkflow(missing)).toThrow(
      "set these environment variables as shared/runtime/config.ts describes them: BASE_URL, COMMUNITY_SECRET, TOKENS_TABLE",
    );
  });

  const canary = "canary-4f1d";
  test.each([
    ["BASE_URL", canary],
    ["AUTH_URL", canary],
    ["SERVICE_AUTH", canary],
    ["PERSON_AUTH", canary],
    ["TASK_TEMPLATE", canary],
    ["TASK_TEMPLATE", `{"${canary}":1}`],
    ["TASK_TEMPLATE", `[{"subject":"${canary}"}]`],
    ["TASK_TEMPLATE", `[{"subject":"s","dueInDays":1,"${canary}":1}]`],
    ["PASSWORD_LENGTH", canary],
    ["PASSWORD_LENGTH", "11"],
    ["PASSWORD_LENGTH", "44"],
    ["PASSWORD_LENGTH", "24.5"],
    ["PASSWORD_LENGTH", ""],
    ["PASSWORD_SYMBOLS", canary],
    ["PASSWORD_SYMBOLS", "-"],
    ["PASSWORD_SYMBOLS", "a1"],
    ["PASSWORD_SYMBOLS", "a-_"],
    ["PASSWORD_SYMBOLS", "-_a"],
    ["PASSWORD_SYMBOLS", "--"],
    ["PASSWORD_SYMBOLS", "- "],
    ["PROTECTED_USERNAMES", canary],
    ["PROTECTED_USERNAMES", `{"${canary}":1}`],
    ["PROTECTED_USERNAMES", '[""]'],
    ["CALL_TIMEOUT_MS", "0"],
    ["PLATFORM_CALLS_PER_SECOND", "-1"],
    ["LOGIN_LEASE_MS", "30001"],
  ])("%s=%j is named, its value is not", (name, value) => {
    const read = () => readWorkflow({ [name]: value });
    expect(read).toThrow(new RegExp(`: ${name}$`));
    expect(read).not.toThrow(canary);
  });

  test.each([
    ["GRACE_DAYS", "366"],
    ["GRACE_DAYS", "-1"],
    ["GRACE_DAYS", "1.5"],
    ["GRACE_DAYS", canary],
    ["DELETION_LIMIT_PERCENT", "101"],
    ["DELETION_LIMIT_MIN", "-1"],
    ["DELETION_LIMIT_MAX", "1001"],
  ])("of an offboarding, %s=%j is named", (name, value) => {
    readWorkflow();
    vi.stubEnv(name, value);
    const read = () => readConfig(offboardingWorkflowSchema);
    expect(read).toThrow(new RegExp(`: ${name}$`));
    expect(read).not.toThrow(canary);
  });
});
