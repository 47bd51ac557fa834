import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type OnboardingInProcess,
  startOnboarding,
} from "../../fixtures/onboarding-in-process.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

let onboarding: OnboardingInProcess;
beforeEach(async () => {
  onboarding = await startOnboarding();
});
afterEach(() => onboarding.close());

/** Fails so many requests of a kind, then no more. */
function times(
  count: number,
  isHit: (command: string, id: string, input: string) => boolean,
) {
  let left = count;
  return (command: string, id: string, input: string) =>
    isHit(command, id, input) && left-- > 0;
}

test.each([
  ["the first read of the operation", 1, "GetCommand", "operation#op_1"],
  ["the start", 3, "UpdateCommand", "operation#op_1"],
  ["the claim", 3, "PutCommand", "employee#E-1"],
  ["reading the employee", 5, "GetCommand", "employee#E-1"],
  ["reading the data", 3, "GetCommand", "data#op_1#f"],
  ["recording the person", 1, "UpdateCommand", "employee#E-1"],
  ["linking identities", 3, "PutCommand", "identity#slack#T1:E-1"],
  ["erasing the data", 3, "DeleteCommand", "data#op_1#f"],
])(
  "our table failing at %s costs time only",
  async (_what, count, command, id) => {
    const { accept, run, outage, platform } = onboarding;
    await accept("op_1", "E-1");
    outage.when = times(count, (c, i) => c === command && i === id);
    const { execution, operation } = await run("op_1");
    expect(execution).toBe("SUCCEEDED");
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expectOneOfEach(platform, "E-1", operation?.result?.personID);
  },
);

test("an ending is tried for far longer than any other step", async () => {
  const { accept, run, outage } = onboarding;
  await accept("op_1", "E-1");
  outage.when = times(
    40,
    (_command, id, input) =>
      id === "operation#op_1" && input.includes("result"),
  );
  const { operation } = await run("op_1");
  expect(operation?.status).toBe("succeeded");
});

test("identities that cannot be linked are a warning", async () => {
  const { accept, run, outage } = onboarding;
  await accept("op_1", "E-1");
  outage.when = (_command, id) => id.startsWith("identity#");
  const { operation } = await run("op_1");
  expect(operation).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "identities", reason: "unexpected" }],
  });
});

test("a person of whom we lost sight asks for attention, whatever failed last", async () => {
  const { accept, run, outage, platform } = onboarding;
  await accept("op_1", "E-1");
  platform.weather.add({
    kind: "reset-after",
    method: "POST",
    path: "/people",
    times: 1,
  });
  outage.when = times(
    9,
    (command, id) =>
      command === "GetCommand" &&
      id === "employee#E-1" &&
      platform.people().length > 1,
  );
  const { operation } = await run("op_1");
  expect(platform.findPerson("user.e-1")).toBeDefined();
  expect(operation?.status).toBe("needs_attention");
});

test("what our table says of an error stays out of the log", async () => {
  const { accept, run, outage, lines } = onboarding;
  await accept("op_1", "E-1");
  outage.when = times(5, (_command, id) => id === "employee#E-1");
  await run("op_1");
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain("canary");
});
