import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { LocalDurableTestRunner } from "@aws/durable-execution-sdk-js-testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hireSchema } from "../../../functions/onboarding/hire.ts";
import { createOnboarding } from "../../../functions/onboarding/workflow.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import { sampleAvatar } from "../../../infra/local/sample/hire.ts";
import { tables } from "../../../infra/tables.ts";
import { createAccess } from "../../../shared/access/access.ts";
import { createLifecycle } from "../../../shared/lifecycle/lifecycle.ts";
import { hireEvent } from "../../fixtures/automation.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

let platform: Platform;
let store: TablesForTest;
beforeAll(async () => {
  // In real time: to skip it, the runner would move the clock of the stand-in as well.
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  platform = await startPlatform();
  store = await startTables();
});
afterEach(() => platform.weather.clear());
afterAll(async () => {
  await LocalDurableTestRunner.teardownTestEnvironment();
  await platform.close();
  await store.close();
});

test.each([
  ["in good weather", undefined],
  [
    "when every task is refused at first",
    {
      kind: "status",
      status: 429,
      path: "/people/{personID}/tasks",
      // Three tasks, each tried twice before the step is tried again.
      times: 6,
    },
  ],
] as const)(
  "the workflow comes to the same end on the official runner %s",
  async (weather, rule) => {
    if (rule) platform.weather.add(rule);
    const employeeId = `R-${weather.length}`;
    const lifecycle = createLifecycle(
      store.documents,
      tables.lifecycle.name,
      Date.now,
    );
    const operationId = `op_${employeeId}`;
    const { data } = hireEvent(employeeId, { avatar: { inline: true } });
    await lifecycle.payloads.put(
      { id: operationId, fingerprint: "" },
      hireSchema.parse(data),
      sampleAvatar,
    );
    await lifecycle.operations.accept({
      id: operationId,
      type: "employee.hired",
      caller: "hr",
      employeeId,
      fingerprint: "",
      eventAtMs: Date.now(),
    });

    const onboard = createOnboarding({
      lifecycle,
      access: createAccess({
        baseUrl: platform.baseUrl,
        authUrl: platform.authUrl,
        serviceAuth: "login",
        personAuth: "basic",
        secret: {
          get: async () => localSecrets.community,
          refresh: async () => localSecrets.community,
        },
        documents: store.documents,
        tokensTable: tables.tokens.name,
        callTimeoutMs: 5_000,
      }),
      taskTemplate: [],
      passwordPolicy: { length: 24, symbols: "-_" },
      nowMs: Date.now,
      random: Math.random,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    const runner = new LocalDurableTestRunner({
      handlerFunction: withDurableExecution(onboard),
    });
    const execution = await runner.run({ payload: { operationId } });

    expect(execution.getStatus()).toBe("SUCCEEDED");
    const operation = await lifecycle.operations.get(operationId);
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expect(operation?.steps["seed tasks"]?.attempts).toBe(rule ? 2 : 1);
    expectOneOfEach(platform, employeeId, operation?.result?.personID);
  },
);
