import { expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { CallerEntryError } from "../../../shared/webhook/callers.ts";
import { logUnavailable } from "../../../shared/webhook/unavailable.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";

function loggedOf(error: unknown) {
  const { log, lines } = recordLog();
  logUnavailable(log, error);
  return lines;
}

test("logs an outage with the class of its error, never with its message", () => {
  expect(loggedOf(new TypeError("canary"))).toEqual([
    { level: "error", message: "unavailable", fields: { error: "TypeError" } },
  ]);
  expect(loggedOf("canary")).toEqual([
    { level: "error", message: "unavailable", fields: { error: "unknown" } },
  ]);
});

test("logs the caller and the issues of an invalid entry of the callers secret", () => {
  const issues = ["#/keys must be an array"];
  expect(loggedOf(new CallerEntryError("hr", issues))).toMatchObject([
    { fields: { error: "CallerEntryError", caller: "hr", issues } },
  ]);
});

test("logs what to correct in a secret that does not have its shape", () => {
  const issue = "the secret callers does not have the documented shape";
  const error = new ConfigurationError("secret-malformed", issue);
  expect(loggedOf(error)).toMatchObject([
    { fields: { reason: "secret-malformed", issues: [issue] } },
  ]);
});
