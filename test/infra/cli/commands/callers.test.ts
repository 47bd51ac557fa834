import { expect, test } from "vitest";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { json, type SentRequest, useCli } from "../cli-for-test.ts";
import { overviewWith, shownOperation } from "../operation-for-test.ts";

const cli = useCli();

/** A deployment with these callers, one of which has sent an event: `hr`. */
const answerWith =
  (callers: Overview["callers"]) =>
  ({ path }: SentRequest) => {
    const at = "2026-11-22T12:00:00.000Z";
    if (path.startsWith("/operations")) {
      const isHr = path.includes("caller=hr&");
      return json({ at, operations: isHr ? [shownOperation("op_1")] : [] });
    }
    return json(overviewWith({ callers }));
  };

const hr = { name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] };

test("callers list shows each caller, and when it has sent its last event", async () => {
  const callers = [hr, { ...hr, name: "silent", issue: "no-key" } as const];
  const { exitCode, output } = await cli().run(
    "callers list",
    answerWith(callers),
  );
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^hr .* 2026-11-22T11:00:00.000Z/m);
  expect(output).toMatch(/^silent +standard-webhooks +onboard +no-key$/m);
});

test("callers check ends with exit code 2, and says what to do about each issue", async () => {
  const old = { ...hr, name: "old", issue: "old-key" } as const;
  const found = await cli().run("callers check", answerWith([hr, old]));
  expect(found.exitCode).toBe(2);
  expect(found.output).toMatch(/old +old-key +Make a new key/);
  expect(found.output).not.toMatch(/^hr /m);
  expect(found.output).toContain("secrets callers --file");

  const without = await cli().run("callers check", answerWith([hr]));
  expect(without.exitCode).toBe(0);
  expect(without.output).toContain("No caller of 1 has an issue");
});
