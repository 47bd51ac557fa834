import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { askCommunity } from "../../../../infra/cli/secrets/ask-community.ts";
import { confirm } from "../../../../infra/cli/secrets/ask.ts";

const canary = "canary-4f1d";
const passwordMaster = { "1": "k".repeat(32) };
const current = {
  consumerKey: "stored-key",
  consumerSecret: "stored-secret",
  username: "stored-username",
  password: "stored-password",
  passwordMaster,
};

/** A terminal with the given input; `shown` resolves to its whole output. */
function terminalWith(...keys: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  for (const key of keys) input.write(key);
  const shown = text(output);
  return {
    terminal: { input, output },
    shown: () => {
      output.end();
      return shown;
    },
  };
}

describe("askCommunity", () => {
  test("shows the questions, and neither the input nor a stored value", async () => {
    const { terminal, shown } = terminalWith(
      `${canary}-key\r`,
      `${canary}-secret\r`,
      "service\r",
      // Backspace and arrow keys show nothing either.
      `${canary}-x\x7fpassword\x1b[D\x1b[C\r`,
      "\r",
    );
    expect(await askCommunity(undefined, terminal)).toEqual({
      consumerKey: `${canary}-key`,
      consumerSecret: `${canary}-secret`,
      username: "service",
      password: `${canary}-password`,
    });
    expect(await shown()).toBe(
      [
        "Consumer key: ",
        "Consumer secret: ",
        "Username of the service account: ",
        "Its password: ",
        "Its token from the API store's console (only with serviceAuth token): ",
        "",
      ].join("\n"),
    );
  });

  test("keeps a stored value if the input is empty, and does not return the master keys", async () => {
    const typed = `\r\r\r${canary}\r\r`;
    const { terminal, shown } = terminalWith(typed);
    const { passwordMaster: _, ...stored } = current;
    expect(await askCommunity(current, terminal)).toEqual({
      ...stored,
      password: canary,
    });
    const all = await shown();
    expect(all).toContain("Its password (Enter keeps it): ");
    expect(all).not.toMatch(/stored-|canary/);
  });

  test("does not recall an earlier input with the arrow keys", async () => {
    const { terminal } = terminalWith(`${canary}\r`, "\x1b[A\r", "\r\r\r");
    expect(await askCommunity(undefined, terminal)).toMatchObject({
      consumerKey: canary,
      consumerSecret: "",
    });
  });

  test.each([
    ["Ctrl+C", "\x03"],
    ["Ctrl+D", "\x04"],
  ])("rejects when the operator presses %s", async (_, key) => {
    const { terminal } = terminalWith(`${canary}\r`, key);
    await expect(askCommunity(current, terminal)).rejects.toThrow(
      "nothing was stored",
    );
  });
});

test.each([
  ["y\r", true],
  ["Yes\r", true],
  ["\r", false],
  ["no\r", false],
  ["yesterday\r", false],
])("confirm reads the input %j as %s", async (typed, isYes) => {
  const { terminal, shown } = terminalWith(typed);
  expect(await confirm("Store it?", terminal)).toBe(isYes);
  expect(await shown()).toContain("Store it? [y/N] ");
});
