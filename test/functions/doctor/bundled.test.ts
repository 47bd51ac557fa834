import { describe, expect, test } from "vitest";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import { useBundledStack } from "../../environments/bundled-stack.ts";
import { useCli } from "../../infra/cli/cli-for-test.ts";

const stack = useBundledStack({
  // On a busy machine a login takes long.
  environment: { LOGIN_LEASE_MS: "30000", CALL_TIMEOUT_MS: "20000" },
  platform: {
    renames: false,
    update: "replace",
    basicAuth: false,
    version: "3.0",
    rateLimit: 1_000,
    rateLimitHeaders: true,
  },
});
const cli = useCli();

describe("the command, the local Lambda and the bundle together", () => {
  test("name the differences of the platform, recommend settings, and leave no person behind", async () => {
    const { lambda, secretsManager, origin, platform } = stack();
    writeRunningStack(cli().folder, {
      origin,
      key: "key",
      callers: {},
      endpoints: {
        lambda: lambda.endpoint,
        secretsManager: secretsManager.endpoint,
      },
    });
    const before = platform.people();
    const { documents, exitCode, errors } = await cli().run(
      "doctor --profile local --json --yes --write ops@example.org".split(" "),
      { answer: ({ path }) => fetch(new URL(path, origin)) },
    );
    expect(errors).not.toContain("failed");
    expect(exitCode).toBe(2);
    const found = documents() as { name?: string; verdict?: string }[];
    const named = found
      .filter(({ verdict }) => verdict === "warning" || verdict === "failed")
      .map(({ name, verdict }) => `${verdict}: ${name}`);
    expect(named).toEqual([
      "warning: version and tasks",
      "failed: sign-in of a new person",
      "warning: tasks of a new person",
      "warning: PUT merges or replaces",
      "warning: rename",
      "warning: rate limit",
    ]);
    expect(found.at(-1)).toEqual({
      recommended: { personAuth: "login", platformCallsPerSecond: 900 },
    });
    expect(platform.people()).toEqual(before);
  });
});
