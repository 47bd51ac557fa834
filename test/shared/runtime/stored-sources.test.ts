import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  startSecretsManager,
  type SecretFault,
} from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { createStoredSources } from "../../../shared/runtime/stored-sources.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

const hibob = {
  hosts: ["api.example.com"],
  auth: { type: "bearer", token: "canary-of-the-token" },
};

let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
let fault: SecretFault | undefined;
let nowMs: number;

async function start(content: unknown) {
  fault = undefined;
  nowMs = 0;
  secrets = await startSecretsManager({
    fault: () => fault,
    secrets: { sources: content },
  });
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint);
  const { log, lines } = recordLog();
  return { find: createStoredSources("sources", log, () => nowMs), lines };
}

beforeEach(() => {
  stubAws();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await secrets.close();
});

test("a source has its name, and a name without an entry has no source", async () => {
  const { find } = await start({ hibob });
  expect(await find("hibob")).toEqual({ ...hibob, name: "hibob" });
  for (const name of ["personio", "constructor", "__proto__"])
    expect(await find(name)).toBeUndefined();
});

test("during an outage of Secrets Manager a source has its last good credentials", async () => {
  const { find, lines } = await start({ hibob });
  await find("hibob");
  fault = "internal-error";
  nowMs = minuteMs;
  expect(await find("hibob")).toMatchObject(hibob);
  expect(lines.map(({ message }) => message)).toEqual(["secret kept"]);
});

test("a malformed entry stops its own source only, and its error names the field and has no value", async () => {
  const { find } = await start({
    hibob: { ...hibob, auth: { type: "bearer", token: "canary\n" } },
    personio: hibob,
  });
  expect(await find("personio")).toMatchObject(hibob);
  const error: unknown = await find("hibob").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "secret-malformed" });
  expect(String(error)).toContain("/hibob/auth/token");
  expect(String(error)).not.toContain("canary");
});
