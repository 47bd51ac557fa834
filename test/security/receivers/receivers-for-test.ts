import { afterAll, beforeAll } from "vitest";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import { allEvents, useCaseEvents } from "../../../functions/events/event.ts";
import { offboarding } from "../../../functions/offboarding/event.ts";
import { onboarding } from "../../../functions/onboarding/event.ts";
import { createOperationsApp } from "../../../functions/operations/api.ts";
import { createStatusWebhook } from "../../environments/parts/receivers.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  createReceiverHandler,
  createHttpHandler,
} from "../../../shared/runtime/http-handler.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createStore } from "../../../shared/store/store.ts";
import type { Log } from "../../../shared/log.ts";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  createEventReceiver,
  RefusedEventError,
} from "../../../shared/webhook/event-receiver.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import { readTokenKeys, signToken } from "../../fixtures/signed-token.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";
import { googleChatEntry } from "../../functions/status-relay/chat-requests.ts";
import { toGatewayEvent, type WireRequest } from "./wire.ts";

export type AttackedReceiver =
  "onboarding" | "offboarding" | "status" | "events" | "operations";

export type Answer = {
  status: number;
  headers: Record<string, string | number | boolean>;
  body: string;
};

/** The time of all recordings and of the receivers' clock. */
export const recordedAtMs = Date.UTC(2026, 0, 31, 18, 42);
export const recordedSeconds = recordedAtMs / 1000;

const scopes = ["onboard", "adopt", "offboard", "status:own", "status:any"];
const bambooKey = "the-key-of-bamboohr";
/** Of a caller with a field map, which sends forms and CloudEvents, and a GET to test the URL. */
export const oktaToken = "the-shared-secret-of-okta";

/** A caller of each scheme by configuration, with what signs for it. */
export const configured = {
  hmac: {
    scheme: "hmac",
    header: "X-Vendor-Signature",
    prefix: "sha512=",
    hash: "sha512",
    encoding: "base64",
    keyEncoding: "utf8",
    template: "{id}.{timestamp}.{body}",
    idHeader: "X-Vendor-Id",
    timestampHeader: "X-Vendor-Time",
    keys: ["the-key-of-the-vendor"],
    scopes,
  },
  ed25519: {
    scheme: "ed25519",
    header: "X-Signature-Ed25519",
    prefix: "",
    encoding: "hex",
    template: "{timestamp}{body}",
    timestampHeader: "X-Signature-Timestamp",
    // The key of RFC 8032, §7.1, TEST 1.
    keys: ["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"],
    scopes,
  },
  header: {
    scheme: "header",
    header: "X-Vendor-Token",
    keys: ["the-token-of-the-vendor"],
    scopes,
  },
  basic: { scheme: "basic", keys: ["vendor:the-password-of-it"], scopes },
  jwt: {
    scheme: "jwt",
    issuer: "https://accounts.example.com",
    audience: "https://api.example.com",
    jwksUrl: "https://keys.example.com",
    claims: { sub: "1234" },
    scopes,
  },
} as const;
export const privateKeyOfVendor = `whsk_${Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex").toString("base64")}`;
export const tokenOfVendor = signToken({
  iss: configured.jwt.issuer,
  aud: configured.jwt.audience,
  exp: recordedSeconds + 3_600,
  ...configured.jwt.claims,
});

/** The callers of the local stack, and one for each scheme that they lack. */
export const callersForTest = {
  ...localSecrets.callers,
  bamboo: { preset: "bamboohr-fields", keys: [bambooKey], scopes },
  "google-chat": googleChatEntry,
  okta: {
    scheme: "header",
    header: "authorization",
    keys: [oktaToken],
    scopes,
    handshake: "okta",
    map: {
      type: { value: "employee.terminated" },
      timestamp: ["/time", "/at"],
      fields: { "/employeeId": ["/data/id", "/id"], "/reason": "/why" },
    },
  },
  ...configured,
  // The token of this caller has no scopes.
  idle: { scheme: "bearer", keys: ["the-token-of-idle"], scopes: [] },
};

export type AttackedReceivers = Awaited<ReturnType<typeof startReceivers>>;

/** The receivers of all tests of a file. */
export function useReceivers(): () => AttackedReceivers {
  let receivers: AttackedReceivers | undefined;
  beforeAll(async () => {
    receivers = await startReceivers();
  });
  afterAll(async () => {
    await receivers?.close();
  });
  return () => {
    if (receivers) return receivers;
    throw new Error("the receivers are not open yet");
  };
}

/**
 * The Lambda handlers of all receivers in this process, with a real table. The clock advances only with pauses. Every
 * effect is counted: writes and started workflows.
 */
async function startReceivers() {
  const local = await startTables();
  const effects = { writes: 0, starts: 0 };
  local.documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        if (!/^(?:Get|BatchGet|Query|Scan)/.test(commandName)) effects.writes++;
        return next(args);
      },
    { step: "initialize" },
  );

  const clock = { nowMs: recordedAtMs };
  const nowMs = () => clock.nowMs;
  let failure: string | undefined;
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (message, { error, reason }) => {
      failure = `${message}: ${error ?? reason ?? ""}`;
    },
  };
  const entries = callersSchema.parse(callersForTest);
  const callers = createCallers({
    read: async () => entries,
    nowMs,
    sleepMs: async () => {},
    readKeys: readTokenKeys,
  });
  const noLimit = { percent: 100, min: 1_000, max: 1_000 };
  const dependencies = {
    callers,
    store: createStore(createTable(local.documents, tables.store.name), nowMs),
    lists: createOperatorLists(
      createTable(local.documents, tables.store.name),
      nowMs,
    ),
    limits: {
      "disable-limit": noLimit,
      "deletion-limit": noLimit,
      "rename-limit": noLimit,
    },
    startWorkflow: async () => {
      effects.starts++;
    },
    zone: "Europe/Oslo",
    nowMs,
    sleepMs: async (durationMs: number) => {
      clock.nowMs += durationMs;
    },
    log,
    statusMaxLength: 140,
    statusPresets: {},
  };
  const handlers = {
    onboarding: createHttpHandler(createReceiver(onboarding, dependencies)),
    offboarding: createHttpHandler(createReceiver(offboarding, dependencies)),
    status: createHttpHandler(createStatusWebhook(dependencies)),
    events: createReceiverHandler(
      createReceiver(allEvents(dependencies.statusMaxLength), dependencies),
      createEventReceiver(
        useCaseEvents(dependencies.statusMaxLength),
        dependencies,
      ),
    ),
    operations: createHttpHandler(
      createOperationsApp({ ...dependencies, rules: settingsForTest }),
    ),
  };

  return {
    effects,
    handlers,
    store: dependencies.store,

    /** Sends a request through API Gateway. */
    send: async (
      receiver: AttackedReceiver,
      request: WireRequest,
    ): Promise<Answer> => {
      clock.nowMs = recordedAtMs;
      failure = undefined;
      const result = await handlers[receiver](toGatewayEvent(request));
      if (!result) throw new Error("a request was taken for an event");
      const { statusCode = 0, headers = {}, body = "" } = result;
      return {
        status: statusCode,
        headers,
        body: statusCode >= 500 ? `${body} (${failure})` : body,
      };
    },

    /**
     * Sends an event of EventBridge. Resolves to the reason of a refusal, or to undefined. Any other failure is
     * thrown.
     */
    deliver: async (event: unknown): Promise<string | undefined> => {
      clock.nowMs = recordedAtMs;
      try {
        await handlers.events(event as never);
        return undefined;
      } catch (error) {
        if (error instanceof RefusedEventError) return error.message;
        throw error;
      }
    },

    close: local.close,
  };
}
