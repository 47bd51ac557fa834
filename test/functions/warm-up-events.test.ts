import { describe, expect, test } from "vitest";
import { allEvents } from "../../functions/events/event.ts";
import { offboarding } from "../../functions/offboarding/event.ts";
import { onboarding } from "../../functions/onboarding/event.ts";
import { profileUpdate } from "../../functions/profile-update/event.ts";
import { statusEvents } from "../../functions/status-relay/event.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { createWarmUpTable } from "../../shared/dynamodb/warm-up-table.ts";
import { warmUpReceiver } from "../../shared/runtime/warm-up.ts";
import { createWarmUpEvent } from "../../shared/runtime/warm-up-event.ts";
import { createIntakeStore } from "../../shared/store/intake-store.ts";
import { createCallers } from "../../shared/webhook/callers.ts";
import { callersSchema } from "../../shared/webhook/callers-secret.ts";
import {
  createReceiver,
  type ReceiverOptions,
} from "../../shared/webhook/receiver.ts";
import { recordLog } from "../fixtures/recorded-log.ts";
import { useStore } from "../shared/store/store-for-test.ts";

const store = useStore();

const statusMaxLength = 140;
const receivers: ReceiverOptions[] = [
  onboarding,
  offboarding,
  profileUpdate,
  { path: "/status", events: statusEvents(statusMaxLength) },
  allEvents(statusMaxLength),
];

/**
 * The dependencies of a receiver and of its warm-up, and what they did. In a dry run, Lambda only checks that a workflow
 * could start.
 */
function createParts() {
  const { documents, clock } = store();
  const nowMs = () => clock.nowMs;
  const { log, lines } = recordLog();
  const started: string[] = [];
  let dryRuns = 0;
  const dependencies = {
    callers: createCallers({
      read: async () => callersSchema.parse(localSecrets.callers),
      nowMs,
    }),
    store: store(),
    startWorkflow: async ({ id }: { id: string }) => void started.push(id),
    sleepMs: async () => undefined,
    zone: "Europe/Oslo",
    nowMs,
    log,
  };
  return {
    dependencies,
    warmUp: {
      store: createIntakeStore(
        createWarmUpTable(documents, tables.store.name),
        nowMs,
      ),
      startWorkflow: async () => void dryRuns++,
    },
    lines,
    started,
    dryRuns: () => dryRuns,
  };
}

describe.each(receivers)("the warm-up of the receiver at $path", (receiver) => {
  test("the event is accepted, and nothing is stored, started or logged", async () => {
    const { dependencies, warmUp, ...seen } = createParts();
    const handle = createWarmUpEvent(receiver, dependencies, warmUp);
    expect(await handle()).toBe(202);
    expect(seen.dryRuns()).toBe(1);
    expect(seen.started).toEqual([]);
    expect(seen.lines).toEqual([]);
    expect(await store().ids()).toEqual([]);
  });

  test("the receiver itself refuses the warm-up request, which has a new signature each time", async () => {
    const { dependencies, warmUp, started } = createParts();
    const requests: Request[] = [];
    /** Takes each signed request before the receiver reads its body. */
    const messages: ReceiverOptions["messages"] = {
      isUrlTest: () => false,
      receive: (c) => {
        requests.push(c.req.raw.clone());
        return Promise.resolve(c.body(null, 200));
      },
    };
    for (let count = 0; count < 2; count++)
      await createWarmUpEvent(
        { ...receiver, messages },
        dependencies,
        warmUp,
      )();
    const signatures = requests.map((one) =>
      one.headers.get("webhook-signature"),
    );
    expect(new Set(signatures).size).toBe(2);
    const [request] = requests;
    expect(new URL(request?.url ?? "").pathname).toBe(
      `${receiver.path}/warm-up`,
    );
    const app = createReceiver(receiver, dependencies);
    expect((await app.request(request!)).status).toBe(401);
    expect(started).toEqual([]);
    expect(await store().ids()).toEqual([]);
  });
});

test("the start of a receiver sends one dry run, and the warm-up event waits for it and sends none", async () => {
  const { dependencies, warmUp, dryRuns } = createParts();
  const handler = async () => undefined;
  await warmUpReceiver(handler, onboarding, { ...dependencies, warmUp });
  expect(dryRuns()).toBe(1);
});
