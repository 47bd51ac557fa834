import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { allEvents } from "../../functions/events/event.ts";
import { offboarding } from "../../functions/offboarding/event.ts";
import { onboarding } from "../../functions/onboarding/event.ts";
import { profileUpdate } from "../../functions/profile-update/event.ts";
import { warmUpEvent as leave } from "../../functions/offboarding/warm-up-event.ts";
import { warmUpEvent as hire } from "../../functions/onboarding/warm-up-event.ts";
import { warmUpEvent as change } from "../../functions/profile-update/warm-up-event.ts";
import type { ChatDependencies } from "../../functions/status-relay/command-handler.ts";
import { warmUpEvent as status } from "../../functions/status-relay/warm-up-event.ts";
import { createStatusWebhook } from "../../functions/status-relay/webhook.ts";
import { localSecrets } from "../../infra/local/credentials.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { createWarmUpTable } from "../../shared/dynamodb/warm-up-table.ts";
import {
  createWarmUpEvent,
  type WarmUpEvent,
} from "../../shared/runtime/warm-up-event.ts";
import { createIntakeStore } from "../../shared/store/intake-store.ts";
import { createCallers } from "../../shared/webhook/callers.ts";
import { callersSchema } from "../../shared/webhook/callers-secret.ts";
import { createReceiver } from "../../shared/webhook/receiver.ts";
import { recordLog } from "../fixtures/recorded-log.ts";
import { useStore } from "../shared/store/store-for-test.ts";

const store = useStore();

type CreateApp = (dependencies: ChatDependencies) => Hono;
const receivers: [path: string, CreateApp, WarmUpEvent][] = [
  ["/onboarding", (parts) => createReceiver(onboarding, parts), hire],
  ["/offboarding", (parts) => createReceiver(offboarding, parts), leave],
  ["/profile", (parts) => createReceiver(profileUpdate, parts), change],
  ["/status", createStatusWebhook, status],
  ["/events", (parts) => createReceiver(allEvents(140), parts), hire],
];

/** The dependencies of a receiver and of its warm-up, and what they did. */
function createParts() {
  const { documents, clock } = store();
  const nowMs = () => clock.nowMs;
  const { log, lines } = recordLog();
  const started: string[] = [];
  let dryRuns = 0;
  const dependencies: ChatDependencies = {
    callers: createCallers({
      read: async () => callersSchema.parse(localSecrets.callers),
      nowMs,
    }),
    store: store(),
    startWorkflow: async ({ id }) => void started.push(id),
    sleepMs: async () => undefined,
    zone: "Europe/Oslo",
    statusMaxLength: 140,
    statusPresets: {},
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

describe.each(receivers)(
  "the warm-up of the receiver at %s",
  (path, create, event) => {
    test("the event is accepted, and nothing is stored, started or logged", async () => {
      const { dependencies, warmUp, ...seen } = createParts();
      const handle = createWarmUpEvent(
        create,
        dependencies,
        warmUp,
        path,
        event,
      );
      expect(await handle()).toBe(202);
      expect(seen.dryRuns()).toBe(1);
      expect(seen.started).toEqual([]);
      expect(seen.lines).toEqual([]);
      expect(await store().ids()).toEqual([]);
    });

    test("the receiver itself refuses the request of its warm-up", async () => {
      const { dependencies, warmUp, started } = createParts();
      const requests: Request[] = [];
      const catchRequest = () =>
        new Hono().all("*", (c) => {
          requests.push(c.req.raw.clone());
          return c.body(null, 200);
        });
      await createWarmUpEvent(
        catchRequest,
        dependencies,
        warmUp,
        path,
        event,
      )();
      const [request] = requests;
      expect(new URL(request?.url ?? "").pathname).toBe(`${path}/warm-up`);
      const answer = await create(dependencies).request(request!);
      expect(answer.status).toBe(401);
      expect(started).toEqual([]);
      expect(await store().ids()).toEqual([]);
    });
  },
);

test("each warm-up has a key of its own", async () => {
  const { dependencies, warmUp } = createParts();
  const signatures: (string | undefined)[] = [];
  const catchSignature = () =>
    new Hono().all("*", (c) => {
      signatures.push(c.req.header("webhook-signature"));
      return c.body(null, 200);
    });
  for (let count = 0; count < 2; count++)
    await createWarmUpEvent(
      catchSignature,
      dependencies,
      warmUp,
      "/onboarding",
      hire,
    )();
  expect(new Set(signatures).size).toBe(2);
});
