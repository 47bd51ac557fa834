import { expect, test } from "vitest";
import {
  ConfigurationError,
  findConfigurationError,
} from "../../shared/configuration-error.ts";
import { rows } from "../fixtures/rows.ts";

const cause = new Error("no answer");
const error = new ConfigurationError("secret-denied", "grant it", cause);

test("a configuration error has its reason, what to correct and its cause, and may be tried again", () => {
  expect(error).toMatchObject({
    name: "ConfigurationError",
    message: "grant it",
    code: "secret-denied",
    retryable: true,
    cause,
  });
});

test.each(rows<[string, unknown, ConfigurationError | undefined]>`
  itself | ${error} | ${error}
  its cause | ${new Error("x", { cause: error })} | ${error}
  the cause of its cause | ${new Error("x", { cause: new Error("y", { cause: error }) })} | ${error}
  none without a cause | ${new Error("x")} | ${undefined}
  none with another cause | ${new Error("x", { cause })} | ${undefined}
  none if it is no error | ${{ cause: error }} | ${undefined}
  none if it is nothing | ${undefined} | ${undefined}
`)("the configuration error of an error is %s", (_, given, expected) => {
  expect(findConfigurationError(given)).toBe(expected);
});
