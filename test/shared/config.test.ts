import { afterEach, describe, expect, test, vi } from "vitest";
import {
  onboardingDoorSchema,
  onboardingWorkflowSchema,
  operationsSchema,
  readConfig,
} from "../../shared/config.ts";

const workflow = {
  LIFECYCLE_TABLE: "lifecycle",
  TOKENS_TABLE: "tokens",
  COMMUNITY_SECRET: "community",
  BASE_URL: "https://community.example.com",
  AUTH_URL: "https://auth.example.com",
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
    TASK_TEMPLATE: [],
    PASSWORD_LENGTH: 24,
    PASSWORD_SYMBOLS: "-_",
  });
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

test("a Lambda sees the variables of its own schema and no others", () => {
  vi.stubEnv("LIFECYCLE_TABLE", "lifecycle");
  vi.stubEnv("CALLERS_SECRET", "callers");
  vi.stubEnv("WORKFLOW_FUNCTION", "workflow:live");
  vi.stubEnv("COMMUNITY_SECRET", "community");
  expect(readConfig(onboardingDoorSchema)).toEqual({
    LIFECYCLE_TABLE: "lifecycle",
    CALLERS_SECRET: "callers",
    WORKFLOW_FUNCTION: "workflow:live",
  });
  expect(readConfig(operationsSchema)).toEqual({
    LIFECYCLE_TABLE: "lifecycle",
    CALLERS_SECRET: "callers",
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
      "set these environment variables as shared/config.ts describes them: BASE_URL, COMMUNITY_SECRET, TOKENS_TABLE",
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
    ["PASSWORD_SYMBOLS", "- "],
  ])("%s=%j is named, its value is not", (name, value) => {
    const read = () => readWorkflow({ [name]: value });
    expect(read).toThrow(new RegExp(`: ${name}$`));
    expect(read).not.toThrow(canary);
  });
});
