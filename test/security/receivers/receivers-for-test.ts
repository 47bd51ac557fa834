import fc from "fast-check";
import { useCaseEvents } from "../../../functions/events/event.ts";
import { createOperationsApp } from "../../../functions/operations/api.ts";
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
import {
  createEventReceiver,
  RefusedEventError,
} from "../../../shared/webhook/event-receiver.ts";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import {
  createLocalCallers,
  createReceivers,
  statusMaxLength,
} from "../../environments/parts/receivers.ts";
import { signToken } from "../../fixtures/signed-token.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";
import { useStarted } from "../../fixtures/use-started.ts";
import { googleChatEntry } from "../../functions/status-relay/chat-requests.ts";
import { effort } from "../../resilience/effort.ts";
import { toGatewayEvent, type WireRequest } from "./wire.ts";

/** `/events` takes each type of event. The receivers of one use case are the same code with fewer types. */
export type AttackedReceiver = "events" | "status" | "operations";

type Answer = {
  status: number;
  headers: Record<string, string | number | boolean>;
  body: string;
};

/** The time of all recordings and of the receivers' clock. */
export const recordedAtMs = Date.UTC(2026, 0, 31, 18, 42);
export const recordedSeconds = recordedAtMs / 1000;

const scopes = ["onboard", "adopt", "offboard", "status:own", "status:any"];
const bambooKey = "the-key-of-bamboohr";
/** The token of a caller with a field map, which sends forms and CloudEvents, and a GET to test the URL. */
export const oktaToken = "the-shared-secret-of-okta";

/** A caller of each scheme whose details are in its entry. */
const configured = {
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

/** The callers of the local stack, and a caller for each scheme that they do not use. */
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

const seed = Number(process.env["SEED"] ?? 20260131);

/** The number of runs for a property: this share of a hundred thousand, or of two hundred in `npm test`. */
export const runsOf = <T>(percent: number): fc.Parameters<T> => ({
  seed,
  numRuns: effort(2, 1_000) * percent,
  // A failure prints the seed and the smallest request only.
  verbose: fc.VerbosityLevel.None,
});

/**
 * Requires what holds for every answer. Plain comparisons: for so many answers, `expect` would take longer than the
 * receivers.
 */
export function checkAnswer(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (status < 200 || status >= 500)
    throw new Error(`answered ${status}: ${body}`);
  const type = headers["content-type"];
  if (body !== "" && status >= 400 && type !== "application/problem+json")
    throw new Error(`answered ${status} as ${type}`);
  return answer;
}

/** The receivers of all tests of a file, with these callers in addition. */
export const useReceivers = (more: Record<string, unknown> = {}) =>
  useStarted(() => startReceivers({ ...callersForTest, ...more }));

/**
 * The Lambda handlers of the receivers in this process, with a real table. Every effect is counted: writes and started
 * workflows. Nothing but a wait for a result advances the clock: without that, the wait would not end.
 */
async function startReceivers(callers: Record<string, unknown>) {
  const { documents, close } = await startTables();
  const effects = { writes: 0, starts: 0 };
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        if (!/^(?:Get|BatchGet|Query|Scan)/.test(commandName)) effects.writes++;
        return next(args);
      },
    { step: "initialize" },
  );

  let currentMs = recordedAtMs;
  const nowMs = () => currentMs;
  let failure: string | undefined;
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (message, { error, reason }) => {
      failure = `${message}: ${error ?? reason ?? ""}`;
    },
  };
  const table = createTable(documents, tables.store.name);
  const store = createStore(table, nowMs);
  const parts = {
    callers: createLocalCallers(nowMs, callers),
    startWorkflow: async () => {
      effects.starts++;
    },
    zone: "Europe/Oslo",
    nowMs,
    sleepMs: async () => {},
  };
  const apps = createReceivers({
    ...parts,
    chatSleepMs: async (durationMs) => {
      currentMs += durationMs;
    },
    storeOf: () => store,
    logOf: () => log,
  });
  const operations = createOperationsApp({
    ...parts,
    store,
    log,
    lists: createOperatorLists(table, nowMs),
    limits: settingsForTest,
  });
  const takeEvent = createEventReceiver(useCaseEvents(statusMaxLength), {
    ...parts,
    store,
    log,
  });
  const handlers = {
    status: createHttpHandler(apps.status),
    events: createReceiverHandler(apps.events, takeEvent),
    operations: createHttpHandler(operations),
  };

  return {
    effects,

    /** Sends a request through API Gateway. */
    send: async (
      receiver: AttackedReceiver,
      request: WireRequest,
    ): Promise<Answer> => {
      currentMs = recordedAtMs;
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
      currentMs = recordedAtMs;
      try {
        await handlers.events(event as never);
        return undefined;
      } catch (error) {
        if (error instanceof RefusedEventError) return error.message;
        throw error;
      }
    },

    close,
  };
}
