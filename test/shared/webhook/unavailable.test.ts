import { expect, test } from "vitest";
import { CallerEntryError } from "../../../shared/webhook/callers.ts";
import { logUnavailable } from "../../../shared/webhook/unavailable.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";

function loggedOf(error: unknown) {
  const { log, lines } = recordLog();
  logUnavailable(log, error);
  return lines;
}

test("outage is logged by its class, never by its message", () => {
  expect(loggedOf(new TypeError("canary"))).toEqual([
    { level: "error", message: "unavailable", fields: { error: "TypeError" } },
  ]);
  expect(loggedOf("canary")).toEqual([
    { level: "error", message: "unavailable", fields: { error: "unknown" } },
  ]);
});

test("of an entry of ours that is wrong the log says whose and what", () => {
  const issues = ["#/keys must be an array"];
  expect(loggedOf(new CallerEntryError("hr", issues))).toMatchObject([
    { fields: { error: "CallerEntryError", caller: "hr", issues } },
  ]);
});
