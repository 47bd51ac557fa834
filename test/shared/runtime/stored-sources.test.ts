import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { createStoredSources } from "../../../shared/runtime/stored-sources.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { useSecretsManager } from "../../fixtures/secrets-manager.ts";

const hibob = {
  hosts: ["api.example.com"],
  auth: { type: "bearer", token: "canary-of-the-token" },
};

const broken = { ...hibob, auth: { type: "bearer", token: "canary\n" } };
const secrets = useSecretsManager({ sources: { hibob, broken } });

function start() {
  const clock = { nowMs: 0 };
  const { log, lines } = recordLog();
  const find = createStoredSources("sources", log, () => clock.nowMs);
  return { find, lines, clock };
}

test("a source has its name, and a name without an entry has no source", async () => {
  const { find } = start();
  expect(await find("hibob")).toEqual({ ...hibob, name: "hibob" });
  for (const name of ["personio", "constructor", "__proto__"])
    expect(await find(name)).toBeUndefined();
});

test("during an outage of Secrets Manager a source has its last good credentials", async () => {
  const { find, lines, clock } = start();
  await find("hibob");
  secrets.fault = "internal-error";
  clock.nowMs = minuteMs;
  expect(await find("hibob")).toMatchObject(hibob);
  expect(lines.map(({ message }) => message)).toEqual(["secret kept"]);
});

test("a malformed entry stops its own source only, and its error names the field and has no value", async () => {
  const { find } = start();
  expect(await find("hibob")).toMatchObject(hibob);
  const error: unknown = await find("broken").catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "secret-malformed" });
  expect(String(error)).toContain("/broken/auth/token");
  expect(String(error)).not.toContain("canary");
});
