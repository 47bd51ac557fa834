import {
  type HttpAnswer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { recordOfCanary } from "./canaries.ts";

const credentials = {
  clientId: "canary-source-client",
  clientSecret: "canary-source-client-secret-of-a-source",
};
const callerKey = "canary-source-key-of-32-characters--";

/** The secrets of the source and its caller, also in the encoding of HTTP Basic. */
export const sourceSecrets: readonly string[] = [
  credentials.clientSecret,
  Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString(
    "base64",
  ),
  callerKey,
];
/** The token of the source, which the table of tokens has. */
export const sourceToken = "canary-source-token-of-a-source";

/** The answers to the first reads of the record. Later reads get the record. */
const failures: readonly HttpAnswer[] = [
  { status: 401, body: JSON.stringify(recordOfCanary) },
  { status: 401, body: JSON.stringify(recordOfCanary) },
  { status: 500, body: JSON.stringify(recordOfCanary) },
  { status: 200, body: JSON.stringify(recordOfCanary).slice(0, -1) },
  jsonAnswer(429, recordOfCanary),
];

/** A system that thin events let us read. Its first answers are failures, each with the whole record. */
export async function startCanarySource() {
  const left = [...failures];
  const server = await startHttpServer(async ({ path }) => {
    if (path === "/notices") return { status: 410 };
    if (path === "/token")
      return jsonAnswer(200, {
        access_token: sourceToken,
        token_type: "Bearer",
        expires_in: 3_600,
      });
    const id = path.split("/").at(-1);
    if (id === "E-invalid")
      return jsonAnswer(200, { ...recordOfCanary, id, mail: "Canaryrecord" });
    return left.shift() ?? jsonAnswer(200, recordOfCanary);
  });
  const { endpoint } = server;
  return {
    close: server.close,
    /** How many of the failures are still to come. */
    failuresLeft: () => left.length,
    callers: {
      records: {
        scheme: "bearer",
        keys: [callerKey],
        scopes: ["onboard", "offboard", "update"],
        lookup: {
          source: "records",
          request: { url: `${endpoint}/people/{employeeId}` },
          id: "/id",
          map: {
            type: { value: "employee.hired" },
            fields: {
              "/employeeId": "/id",
              "/name/givenName": "/given",
              "/name/familyName": "/family",
              "/email": "/mail",
              "/title": "/job",
            },
          },
        },
      },
    },
    sources: {
      records: {
        hosts: [new URL(endpoint).host],
        auth: { type: "oauth2", tokenUrl: `${endpoint}/token`, ...credentials },
      },
    },
    /** A subscriber that is gone. */
    subscribers: {
      gone: { format: "slack", url: `${endpoint}/notices` },
    },
    /** A request of the caller. */
    requestOf: (body: unknown): RequestInit => ({
      method: "POST",
      headers: {
        authorization: `Bearer ${callerKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }),
  };
}
