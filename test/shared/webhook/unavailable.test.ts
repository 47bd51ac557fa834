import { expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { CallerEntryError } from "../../../shared/webhook/callers.ts";
import { logUnavailable } from "../../../shared/webhook/unavailable.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { rows } from "../../fixtures/rows.ts";

const issues = ["#/keys must be an array"];
const malformed = "the secret callers does not have the documented shape";

test.each(rows<[string, unknown, object]>`
  the class of the error, and never its message | ${new TypeError("canary")} | ${{ error: "TypeError" }}
  no class, if a text was thrown | canary | ${{ error: "unknown" }}
  the caller and the issues of an invalid entry | ${new CallerEntryError("hr", issues)} | ${{ error: "CallerEntryError", caller: "hr", issues }}
  what to correct in a malformed secret | ${new ConfigurationError("secret-malformed", malformed)} | ${{ error: "ConfigurationError", reason: "secret-malformed", issues: [malformed] }}
`)("an outage of ours is logged with %s", (_, error, fields) => {
  const { log, lines } = recordLog();
  logUnavailable(log, error);
  expect(lines).toEqual([{ level: "error", message: "unavailable", fields }]);
});
