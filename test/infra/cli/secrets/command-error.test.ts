import { describe, expect, test } from "vitest";
import { jsonAnswer } from "../../../../infra/pages/http-server.ts";
import { effort } from "../../../resilience/effort.ts";
import { serveAws } from "../cli-for-test.ts";
import { useCommand } from "./command.ts";
import { rows } from "../../../fixtures/rows.ts";

const canary = "canary-4f1d-of-the-bot";
const bot = { scheme: "bearer", keys: [canary], scopes: ["status:any"] };

const command = useCommand({
  callers: { bot },
  community: {},
  empty: undefined,
});

describe("secrets command", () => {
  const store = async (
    words: string[],
    environment: NodeJS.ProcessEnv = {},
  ) => {
    const { run, file } = command();
    const path = await file({ bot: { ...bot, scopes: [] } });
    const all = ["callers", "--file", path, "--yes", ...words];
    const { code, output } = await run(all, { environment });
    expect(code).toBe(1);
    expect(output).not.toContain(canary);
    expect(output).not.toContain("Stored");
    expect(output).not.toMatch(/^ +(added|changed|removed) /m);
    expect(output).not.toContain("    at ");
    return output;
  };

  test("names the options to change if the secret does not exist", async () => {
    const output = await store(["--secret-id", "elsewhere/callers"]);
    expect(output).toContain("There is no secret elsewhere/callers here");
    expect(output).toContain("deploy the stack first");
  });

  test("looks for the secret before it asks for a value", async () => {
    const { run } = command();
    const words = ["community", "--secret-id", "elsewhere/community"];
    const { code, output } = await run(words);
    expect(code).toBe(1);
    expect(output).toContain("There is no secret elsewhere/community here");
  });

  test("stores the first value of a secret that the stack has created without one", async () => {
    const { run, file } = command();
    const Name = "community-automation/empty";
    const path = await file({ bot });
    const words = ["callers", "--file", path, "--yes", "--secret-id", Name];
    expect(await run(words)).toEqual({
      code: 0,
      output: `${Name}: Stored.\n  added    bot\n`,
    });
  });

  const failures = rows<[string, string, string]>`
    GetSecretValue | AccessDeniedException | ask for secretsmanager:GetSecretValue
    PutSecretValue | AccessDeniedException | ask for secretsmanager:PutSecretValue
    GetSecretValue | ExpiredTokenException | There are no valid AWS credentials: sign in
    PutSecretValue | InvalidRequestException | does not accept PutSecretValue now: check in the console of Secrets Manager whether it is scheduled for deletion
    PutSecretValue | EncryptionFailure | secretsmanager:PutSecretValue of community-automation/callers failed (EncryptionFailure)
  `;

  test.each(effort(failures.slice(1, 3), failures))(
    "says what to check if %s fails with %s, and does not repeat a value of the secret",
    async (action, name, words) => {
      await serveAws(["SECRETS_MANAGER"], async ({ headers }) =>
        headers.get("x-amz-target")?.[0]?.includes(action)
          ? jsonAnswer(400, { __type: name, Message: canary })
          : jsonAnswer(200, { SecretString: JSON.stringify({ bot }) }),
      );
      expect(await store([])).toContain(words);
    },
  );

  test("reports missing credentials", async () => {
    const output = await store([], {
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
    });
    expect(output).toContain("There are no valid AWS credentials");
  });

  test("reports a missing region, which --region sets", async () => {
    expect(await store([], { AWS_REGION: undefined })).toContain(
      "add --region",
    );
    const { run, file } = command();
    const path = await file({ bot: { ...bot, scopes: [] } });
    const words = ["callers", "--file", path, "--yes"];
    const ran = await run([...words, "--region", "eu-central-1"], {
      environment: { AWS_REGION: undefined },
    });
    expect(ran.code).toBe(0);
  });
});

test("community without a file fails if there is no terminal", async () => {
  const { code, output } = await command().run(["community"], {
    input: `${canary}\n`,
  });
  expect(code).toBe(1);
  expect(output).toContain("no terminal to ask for the values: add --file");
  expect(output).not.toContain(canary);
});
