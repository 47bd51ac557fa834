import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { derivePassword } from "../../../functions/onboarding/password.ts";
import { hireEvent, startAutomation } from "../../fixtures/automation.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";

const personal = {
  name: { givenName: "Canarygiven", familyName: "Canaryfamily" },
  email: "canary.mail@example.com",
  username: "canary.username",
  biography: "Canarybiography",
  phones: [{ value: "+1 555 CANARYPHONE" }],
  address: { streetAddress: "Canarystreet 1" },
  streams: ["Canarystream"],
  tasks: [{ subject: "Canarytask", dueInDays: 1 }],
};
const personalCanaries =
  /canary(given|family|\.mail|\.username|biography|phone|street|stream|task)/i;

const { consumerSecret, password, passwordMaster } = localSecrets.community;
const secretCanaries = [
  consumerSecret,
  password,
  passwordMaster["1"],
  localSecrets.callers.hr.keys[0],
  localSecrets.callers.ops.keys[0],
];

test("through good and bad weather, no personal data and no secret reaches a log, the engine's history, or an item that stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "leaks-"));
  const automation = await startAutomation({ folder });
  const { deliver, settled, platform, logs, lambda } = automation;

  // Frozen in the middle: every step is in the history, and failures as well.
  platform.weather.add({
    kind: "status",
    status: 503,
    path: "/people/{personID}/tasks",
    times: 6,
  });
  platform.weather.add({
    kind: "reset-after",
    path: "/people",
    method: "POST",
    times: 1,
  });
  const histories: string[] = [];
  const taking = setInterval(
    () => histories.push(JSON.stringify(lambda.executions())),
    5,
  );
  const operation = await settled(
    await deliver(hireEvent("E-canary", personal)),
  );
  // One that fails, one that is malformed, one that nobody signed.
  await settled(await deliver(hireEvent("E-other", personal)));
  await deliver(
    hireEvent("E-bad", {
      ...personal,
      email: "canary.mail",
      identities: { "canary.mail@example.com": "x" },
    }),
  );
  await fetch(`${automation.origin}/onboarding/hr`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(hireEvent("E-canary", personal)),
  });
  clearInterval(taking);
  expect(operation.status).toBe("succeeded");

  const files = await readdir(join(folder, "executions"), { recursive: true });
  for (const file of files)
    histories.push(await readFile(join(folder, "executions", file), "utf8"));
  const items = await scanTables(automation.dynamodb);
  const token = /"accessToken":"([^"]+)"/.exec(
    JSON.stringify(items.tokens),
  )?.[1];
  expect(token).toBeTruthy();
  await automation.close();
  await rm(folder, { recursive: true });

  const initial = passwordOf(items.lifecycle, "E-other");
  const secrets = [...secretCanaries, initial, token ?? ""];
  expect(histories.length).toBeGreaterThan(5);
  for (const text of [...logs, ...histories]) {
    expect(text).not.toMatch(personalCanaries);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  // What stays is who they are on the platform; the event's data is erased with success, kept for the one that failed.
  const kept = items.lifecycle.filter(
    ({ id }) => !String(id).startsWith("data#"),
  );
  const readable = JSON.stringify(
    kept.map(
      ({ username: _username, refs: _refs, result: _result, ...rest }) => rest,
    ),
  );
  expect(readable).not.toMatch(personalCanaries);
  expect(JSON.stringify(items.lifecycle)).not.toContain(`data#${operation.id}`);
  for (const secret of secrets)
    expect(JSON.stringify(items.lifecycle)).not.toContain(secret);
  for (const secret of [...secretCanaries, initial])
    expect(JSON.stringify(items.tokens)).not.toContain(secret);
});

/** The initial password of an onboarding that has not ended well, and whose salt is therefore still there. */
function passwordOf(items: Record<string, unknown>[], employeeId: string) {
  const item = items.find(({ id }) => id === `employee#${employeeId}`);
  return derivePassword(passwordMaster, String(item?.["passwordSalt"]), {
    length: 24,
    symbols: "-_",
  });
}
