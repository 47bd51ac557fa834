import {
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { startBundledStack } from "../../environments/bundled-stack.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";
import { isThorough } from "../../resilience/effort.ts";

const { community } = localSecrets;
const [first, second] = [community.passwordMaster["1"], "2".repeat(43)];

/** The real bundles. A new sandbox stands for one in which the times of docs/secrets.md have passed. */
async function startForTest() {
  const stack = await startBundledStack();
  onTestFinished(stack.close);
  const { deliver, settled, lambda, secretsManager, dynamodb } = stack;
  return {
    ...stack,
    hire: (employeeId: string) => deliver(hireEvent(employeeId)),
    leave: async (employeeId: string) => {
      const event = {
        type: "employee.terminated",
        timestamp: new Date().toISOString(),
        data: { employeeId },
      };
      return settled(await deliver(event, { path: "/offboarding" }));
    },
    /** Stores the next version of the community secret, as `npm run --silent cli -- secrets` does. */
    store: async (passwordMaster: object) => {
      const client = new SecretsManagerClient(
        localAwsOptions(secretsManager.endpoint),
      );
      const SecretString = JSON.stringify({ ...community, passwordMaster });
      await client.send(
        new PutSecretValueCommand({ SecretId: "community", SecretString }),
      );
      client.destroy();
      await lambda.killSandboxes();
    },
    hashOf: async (employeeId: string) => {
      const items = (await scanTables(dynamodb)).store;
      const item = items.find(({ id }) => id === `employee#${employeeId}`);
      return String(item?.["emailHash"]);
    },
  };
}

describe.runIf(isThorough)("a new version of passwordMaster", () => {
  test("finishes onboardings of the previous version, and recognizes leavers of both", async () => {
    const { hire, leave, store, hashOf, settled, platform } =
      await startForTest();
    const path = "/people/{personID}/tasks";
    platform.faults.add({ kind: "status", status: 503, path });
    const begun = await hire("M-1");
    await vi.waitUntil(
      () =>
        platform.journal.some((one) => one.path === path && one.status === 503),
      { timeout: 20_000 },
    );
    await store({ "1": first, "2": second });
    platform.faults.clear();
    expect((await settled(begun)).status).toBe("succeeded");
    const personID = platform.findPerson("user.m-1")?.id ?? "";
    expect(platform.tasksOf(personID)).toHaveLength(3);
    expect(await hashOf("M-1")).toMatch(/^1\./);

    await settled(await hire("M-2"));
    expect(await hashOf("M-2")).toMatch(/^2\./);
    for (const employeeId of ["M-1", "M-2"])
      expect((await leave(employeeId)).status).toBe("succeeded");
    expect(platform.findPerson("user.m-1")).toBeUndefined();
    expect(platform.findPerson("user.m-2")).toBeUndefined();
  });

  test("that replaces an old one deletes no person whom only the old one can verify", async () => {
    const { hire, leave, store, settled, platform } = await startForTest();
    await settled(await hire("M-3"));
    await store({ "2": second });
    expect((await leave("M-3")).status).not.toBe("succeeded");
    expect(platform.findPerson("user.m-3")?.svc.enabled).toBe(true);
  });
});
