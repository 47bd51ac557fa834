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

/** A terminal on which somebody has typed; `shown` is all that it shows in the end. */
function typing(...keys: string[]) {
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

describe("asking for the community secret", () => {
  test("shows the questions, and neither what is typed nor what is stored", async () => {
    const { terminal, shown } = typing(
      `${canary}-key\r`,
      `${canary}-secret\r`,
      "service\r",
      // Taking back and moving about shows nothing either.
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
        "Its token from the API store's console, if that is how it asks: ",
        "",
      ].join("\n"),
    );
  });

  test("keeps what is stored where nothing is typed, and leaves the master keys to others", async () => {
    const typed = `\r\r\r${canary}\r\r`;
    const { terminal, shown } = typing(typed);
    const { passwordMaster: _, ...stored } = current;
    expect(await askCommunity(current, terminal)).toEqual({
      ...stored,
      password: canary,
    });
    const all = await shown();
    expect(all).toContain("Its password (Enter keeps it): ");
    expect(all).not.toMatch(/stored-|canary/);
  });

  test("does not bring a password back by the arrow keys", async () => {
    const { terminal } = typing(`${canary}\r`, "\x1b[A\r", "\r\r\r");
    expect(await askCommunity(undefined, terminal)).toMatchObject({
      consumerKey: canary,
      consumerSecret: "",
    });
  });

  test.each([
    ["Ctrl+C", "\x03"],
    ["Ctrl+D", "\x04"],
  ])("is ended by %s", async (_, key) => {
    const { terminal } = typing(`${canary}\r`, key);
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
])("%j to a question is %s", async (typed, isYes) => {
  const { terminal, shown } = typing(typed);
  expect(await confirm("Store it?", terminal)).toBe(isYes);
  expect(await shown()).toContain("Store it? [y/N] ");
});
