import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  createPublicRequest,
  type PublicRequestOptions,
} from "../../../shared/public-request.ts";
import {
  type RecordRequest,
  recordRequestFields,
} from "../../../shared/source/record-request.ts";
import {
  type AskedRecord,
  createSourceReader,
  type SourceReader,
} from "../../../shared/source/source-reader.ts";
import {
  type NamedSource,
  sourceSchema,
} from "../../../shared/source/sources-secret.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import * as z from "zod/mini";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import {
  type Loopback,
  optionsFor,
  startAvatarHost,
} from "../person/avatar/loopback.ts";

/** The host that the certificate of these tests is for. */
export const host = "avatars.example.test";
const recordId = "4711";
const startMs = Date.UTC(2026, 10, 22, 20);

export type Got = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
};
type Answer = (response: ServerResponse, got: Got) => unknown;

/** A system with real TLS, whose answers a test decides, and a reader that reaches it. */
export type SourceForTest = {
  loopback: Loopback;
  /** What the system was asked, in order. */
  got: Got[];
  /** Answers by path. A path without one is answered 404. */
  answers: Record<string, Answer>;
  clock: { nowMs: number };
  /** A reader in a new sandbox. All of them share one table of tokens. */
  createReader: (options?: Partial<PublicRequestOptions>) => SourceReader;
};

/** Call this once in a test file. The returned function starts a system, which is closed after the running test. */
export function useSource(): () => Promise<SourceForTest> {
  let local: TablesForTest;
  const started: Loopback[] = [];
  beforeAll(async () => {
    local = await startTables();
  });
  afterEach(async () => {
    for (const one of started.splice(0)) await one[Symbol.asyncDispose]();
  });
  afterAll(() => local.close());

  return async () => {
    const got: Got[] = [];
    const answers: Record<string, Answer> = {};
    const clock = { nowMs: startMs };
    const loopback = await startAvatarHost((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, url, headers } = request;
        const body = Buffer.concat(chunks).toString();
        const one = { method, url, headers, body };
        got.push(one);
        const answer = answers[url?.split("?")[0] ?? ""];
        if (answer) answer(response, one);
        else response.writeHead(404).end();
      });
    });
    started.push(loopback);
    return {
      loopback,
      got,
      answers,
      clock,
      createReader: (options) =>
        createSourceReader({
          store: createTokenStore(
            createTable(local.documents, tables.tokens.name),
          ),
          request: createPublicRequest({ ...optionsFor(loopback), ...options }),
          ...(options?.totalTimeoutMs !== undefined && {
            totalTimeoutMs: options.totalTimeoutMs,
          }),
          nowMs: () => clock.nowMs,
          sleepMs: async (durationMs) => void (clock.nowMs += durationMs),
          random: () => 0.5,
        }),
    };
  };
}

let sources = 0;

/** A source with a name of its own, so that no test meets the token of another one. */
export function sourceWith(auth: unknown, more: object = {}): NamedSource {
  sources += 1;
  const source = sourceSchema.parse({ hosts: [host], auth, ...more });
  return { ...source, name: `hr-${process.pid}-${sources}` };
}

export const bearer = { type: "bearer", token: "the-token-of-the-source" };

/** What a test asks for: `GET /people/4711`, whose record has its id at `/id`. */
export function asked(
  more: {
    lookup?: Partial<RecordRequest> | object;
    source?: NamedSource;
    recordId?: string;
  } = {},
): AskedRecord {
  return {
    lookup: z.object(recordRequestFields).parse({
      request: { url: `https://${host}/people/{employeeId}` },
      id: "/id",
      ...more.lookup,
    }),
    source: more.source ?? sourceWith(bearer),
    recordId: more.recordId ?? recordId,
  };
}

/** An answer with a JSON document. */
export function json(
  document: unknown,
  status = 200,
): (response: ServerResponse) => unknown {
  return (response) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(document));
}
