import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type OnboardingInProcess,
  startOnboarding,
} from "../../fixtures/onboarding-in-process.ts";

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
  platform.faults.add({
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
