import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { useCommand } from "./command.ts";

const canary = "canary-4f1d-of-the-bot";
const bot = { scheme: "bearer", keys: [canary], scopes: ["status:any"] };

const command = useCommand({ callers: { bot } });

describe("what goes wrong with Secrets Manager is told with what to do, and without a value", () => {
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
    expect(output).not.toContain("    at ");
    return output;
  };

  test("a secret that is not there", async () => {
    const output = await store(["--secret-id", "elsewhere/callers"]);
    expect(output).toContain("there is no secret elsewhere/callers here");
    expect(output).toContain("deploy first");
  });

  test.each([
    ["GetSecretValue", "AccessDeniedException", "you may not secretsmanager"],
    ["PutSecretValue", "AccessDeniedException", "you may not secretsmanager"],
    ["PutSecretValue", "InvalidRequestException", "about to be deleted"],
    ["PutSecretValue", "EncryptionFailure", "failed (EncryptionFailure)"],
  ])("%s that is answered %s", async (action, name, words) => {
    const server = createServer((request, response) => {
      const isRefused = request.headers["x-amz-target"]?.includes(action);
      response.writeHead(isRefused ? 400 : 200, {
        "x-amzn-errortype": name,
        "content-type": "application/x-amz-json-1.1",
      });
      response.end(
        JSON.stringify(
          isRefused
            ? { __type: name, Message: canary }
            : { SecretString: JSON.stringify({ bot }) },
        ),
      );
    });
    await new Promise<void>((listening) =>
      server.listen(0, "127.0.0.1", listening),
    );
    const { port } = server.address() as AddressInfo;
    const output = await store([], {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    });
    server.closeAllConnections();
    server.close();
    expect(output).toContain(words);
    expect(output).toContain(action);
  });

  test("no credentials", async () => {
    const output = await store([], {
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
    });
    expect(output).toContain("there are no AWS credentials");
  });

  test("no region, which the command line can bring", async () => {
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

describe("a command line that cannot be understood is answered with the usage, and never repeated", () => {
  test.each([
    ["no secret", []],
    ["an unknown secret", [canary]],
    ["two secrets", ["community", "callers"]],
    ["an unknown option", ["community", `--password=${canary}`]],
    ["an option without its value", ["callers", "--file"]],
    ["callers without a file", ["callers"]],
    ["a check without a file", ["community", "--check"]],
    ["a fresh key without a file", ["callers", "--generate-key", "bot"]],
    [
      "a fresh key in the standard input",
      ["callers", "--file", "-", "--generate-key", "bot"],
    ],
    ["a master key for callers", ["callers", "--new-master-version"]],
    ["a revocation of the community", ["community", "--revoke"]],
  ])("%s", async (_, words) => {
    const { code, output } = await command().run(words);
    expect(code).toBe(1);
    expect(output).toContain("npm run secrets -- community");
    expect(output).not.toContain(canary);
  });
});

test("a file that cannot be read is named", async () => {
  const words = ["callers", "--file", "nowhere.json", "--check"];
  const { code, output } = await command().run(words);
  expect({ code, output }).toEqual({
    code: 1,
    output: "nowhere.json cannot be read: check its path and its rights\n",
  });
});

test("without a file and without a terminal there is nothing to ask on", async () => {
  const { code, output } = await command().run(["community"], {
    input: `${canary}\n`,
  });
  expect(code).toBe(1);
  expect(output).toContain("there is no terminal to ask on: add --file");
  expect(output).not.toContain(canary);
});
