import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { requireConfirmation } from "../../../../infra/cli/ask.ts";
import { askCommunity } from "../../../../infra/cli/secrets/run-secrets.ts";

const canary = "canary-4f1d";
const passwordMaster = { "1": "k".repeat(32) };
const current = {
  consumerKey: "stored-key",
  consumerSecret: "stored-secret",
  username: "stored-username",
  password: "stored-password",
  passwordMaster,
};

const labels = [
  "Consumer key",
  "Consumer secret",
  "Username of the service account",
  "Its password",
  "Its token from the API store's console (only with serviceAuth token)",
];

/** A terminal on which the operator types an answer when a question appears. */
function terminalWith(answers: Record<string, string>) {
  const [input, errors] = [new PassThrough(), new PassThrough()];
  Object.assign(input, { isTTY: true, setRawMode: () => input });
  const open = new Map(Object.entries(answers));
  let shown = "";
  errors.on("data", (chunk) => {
    shown += String(chunk);
    for (const [question, answer] of open)
      if (shown.includes(question)) {
        open.delete(question);
        setImmediate(() => input.write(answer));
      }
  });
  return { terminal: { input, errors }, shown: () => shown };
}

const answering = (...answers: string[]) =>
  terminalWith(
    Object.fromEntries(
      labels.map((label, index) => [label, answers[index] ?? "\r"]),
    ),
  );

describe("askCommunity", () => {
  test("shows the questions, and neither the input nor a stored value", async () => {
    const { terminal, shown } = answering(
      `${canary}-key\r`,
      `${canary}-secret\r`,
      "typed-name\r",
      // Backspace and arrow keys show nothing either.
      `${canary}-x\x7fpassword\x1b[D\x1b[C\r`,
    );
    expect(await askCommunity(undefined, terminal)).toEqual({
      consumerKey: `${canary}-key`,
      consumerSecret: `${canary}-secret`,
      username: "typed-name",
      password: `${canary}-password`,
    });
    for (const label of labels) expect(shown()).toContain(label);
    expect(shown()).not.toMatch(/canary|typed/);
  });

  test("keeps a stored value if the input is empty, and does not return the master keys", async () => {
    const { terminal, shown } = answering("\r", "\r", "\r", `${canary}\r`);
    const { passwordMaster: _, ...stored } = current;
    expect(await askCommunity(current, terminal)).toEqual({
      ...stored,
      password: canary,
    });
    expect(shown()).toContain("Its password (Enter keeps it)");
    expect(shown()).not.toMatch(/stored-|canary/);
  });

  test("does not recall an earlier input with the arrow keys", async () => {
    const { terminal } = answering(`${canary}\r`, "\x1b[A\r");
    expect(await askCommunity(undefined, terminal)).toMatchObject({
      consumerKey: canary,
      consumerSecret: "",
    });
  });

  test.each([
    ["Ctrl+C", "\x03"],
    ["Ctrl+D", "\x04"],
  ])("rejects when the operator presses %s", async (_, key) => {
    const { terminal } = answering(`${canary}\r`, key);
    await expect(askCommunity(current, terminal)).rejects.toThrow(
      "nothing was stored",
    );
  });
});

describe("a confirmation", () => {
  test.each(["y", "Y"])("is the input %j", async (typed) => {
    const { terminal } = terminalWith({ "Store it?": typed });
    await expect(
      requireConfirmation("Store it?", undefined, terminal),
    ).resolves.toBeUndefined();
  });

  test.each(["\r", "n", "\x03", "\x1b", "\x04"])(
    "is not the input %j",
    async (typed) => {
      const { terminal } = terminalWith({ "Store it?": typed });
      await expect(
        requireConfirmation("Store it?", undefined, terminal),
      ).rejects.toThrow("Nothing was changed");
    },
  );

  test("needs no terminal if --yes gives it", async () => {
    const terminal = { input: new PassThrough(), errors: new PassThrough() };
    await requireConfirmation("Store it?", true, terminal);
    await expect(
      requireConfirmation("Store it?", undefined, terminal),
    ).rejects.toThrow("add --yes");
  });
});
