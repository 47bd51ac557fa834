import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { requireConfirmation } from "../../../../infra/cli/ask.ts";
import { askCommunity } from "../../../../infra/cli/secrets/run-secrets.ts";
import { rows } from "../../../fixtures/rows.ts";

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

const key = `${canary}-key`;
const secret = `${canary}-secret`;
const { passwordMaster: _, ...stored } = current;
const typed = { consumerKey: key, consumerSecret: secret };
const notTyped = { consumerKey: "", consumerSecret: "" };

test.each(rows<[string, string[], object | undefined, object]>`
  answers that were typed, without Backspace and arrow keys | ${[key, secret, "typed-name", `${canary}-x\x7fpassword\x1b[D\x1b[C`]} | ${undefined} | ${{ ...typed, username: "typed-name", password: `${canary}-password` }}
  the stored values for empty answers, and no master keys   | ${["", "", "", canary]}     | ${current}   | ${{ ...stored, password: canary }}
  no earlier answer that an arrow key recalls               | ${[canary, "\x1b[A"]}       | ${undefined} | ${{ ...notTyped, consumerKey: canary }}
`)(
  "askCommunity gives %s, and shows neither an answer nor a stored value",
  async (...row) => {
    const [, answers, before, expected] = row;
    const { terminal, shown } = terminalWith(
      Object.fromEntries(
        labels.map((label, nth) => [label, `${answers[nth] ?? ""}\r`]),
      ),
    );
    expect(await askCommunity(before, terminal)).toMatchObject(expected);
    for (const label of labels) expect(shown()).toContain(label);
    expect(shown().includes("Its password (Enter keeps it)")).toBe(
      before !== undefined,
    );
    expect(shown()).not.toMatch(/stored-|canary|typed|kkkk/);
  },
);

test.each(["\x03", "\x04"])("askCommunity ends by %j", async (cancel) => {
  const { terminal } = terminalWith({ "Consumer key": cancel });
  await expect(askCommunity(current, terminal)).rejects.toThrow(
    "nothing was stored",
  );
});

const confirms = async (answer: string) => {
  const { terminal } = terminalWith({ "Store it?": answer });
  await requireConfirmation("Store it?", undefined, terminal);
};

test.each(["y", "Y"])("a confirmation is the input %j", async (answer) => {
  await expect(confirms(answer)).resolves.toBeUndefined();
});

test.each(["\r", "n", "\x03", "\x1b", "\x04"])(
  "a confirmation is not the input %j",
  async (answer) => {
    await expect(confirms(answer)).rejects.toThrow("Nothing was changed");
  },
);
