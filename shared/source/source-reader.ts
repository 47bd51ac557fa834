import { readPointer } from "../json-pointer.ts";
import { parseJson } from "../parse-json.ts";
import type { AnswerHead, Outgoing } from "../public-request.ts";
import type { ListCall, PageAnswer } from "./list-call.ts";
import { type RecordRequest, recordUrl } from "./record-request.ts";
import {
  createSourceAuthorizers,
  type SourceAuthorizerOptions,
} from "./source-authorizer.ts";
import { SourceError, failureOfAnswer, toSourceError } from "./source-error.ts";
import { isHostOf, type NamedSource } from "./sources-secret.ts";

export type SourceReaderOptions = SourceAuthorizerOptions & {
  /** For the requests of a read together. A login has its own limit. @default 15000 */
  totalTimeoutMs?: number;
  /** For a page of a list. @default 50000 */
  pageTimeoutMs?: number;
};

/** A record of a source: how it is asked for, where, and its id there. */
export type AskedRecord = {
  lookup: RecordRequest;
  source: NamedSource;
  recordId: string;
};

/** What a source says of a record. `differs`: its answer has another id than the one that was asked for. */
export type RecordReading =
  | { type: "found"; record: unknown }
  | { type: "not-found" }
  | { type: "differs" };

const maxRecordBytes = 1024 * 1024;

/** Some systems answer with all records at once. They fit into the memory of a function. */
const maxPageBytes = 48 * 1024 * 1024;

export type SourceReader = ReturnType<typeof createSourceReader>;

/** Creates the reader of all sources. Create one for each sandbox, because it keeps the tokens. */
export function createSourceReader(options: SourceReaderOptions) {
  const { request, nowMs = Date.now, totalTimeoutMs = 15_000 } = options;
  const { pageTimeoutMs = 50_000 } = options;
  const authorizerOf = createSourceAuthorizers(options);

  /** Resolves to undefined after 404 or 410. A token that the source rejects is replaced once. */
  async function send<T>(
    source: NamedSource,
    url: URL,
    outgoing: Outgoing,
    timeoutMs: number,
    receive: (head: AnswerHead, readBody: ReadBody) => Promise<T>,
  ): Promise<T | undefined> {
    if (!isHostOf(source, url))
      throw new SourceError("source-misconfigured", source.name);
    const authorizer = authorizerOf(source);
    const deadlineMs = nowMs() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const value = await authorizer.authorization();
      const headers = {
        "user-agent": "community-automation (records)",
        ...outgoing.headers,
        [authorizer.header]: value,
      };
      const limits = {
        ...outgoing.limits,
        totalTimeoutMs: Math.max(0, deadlineMs - nowMs()),
      };
      const answer = await request(
        url,
        { ...outgoing, headers, limits },
        async (head, readBody) => {
          const { status } = head;
          if (status === 404 || status === 410) return { value: undefined };
          if (status === 401 && attempt === 1 && authorizer.rejected)
            return "rejected";
          const failure = failureOfAnswer(source.name, head, nowMs);
          if (failure) throw failure;
          return { value: await receive(head, readBody) };
        },
      ).catch((error: unknown) => {
        throw toSourceError(source.name, error);
      });
      if (answer !== "rejected") return answer.value;
      await authorizer.rejected?.(value);
    }
  }

  /**
   * Asks for a record, or for a part of it such as the avatar, by a URL template of the lookup. Resolves to what
   * `receive` makes of a success, and to undefined if the source says that there is none: 404 or 410.
   *
   * @throws SourceError; the errors of `receive`
   */
  const ask = async <T>(
    asked: AskedRecord,
    template: string,
    outgoing: Outgoing,
    receive: (readBody: ReadBody) => Promise<T>,
  ): Promise<T | undefined> =>
    send(
      asked.source,
      urlOf(asked, template),
      outgoing,
      totalTimeoutMs,
      (_, readBody) => receive(readBody),
    );

  return {
    ask,

    /**
     * Reads a page of a list of records.
     *
     * @throws SourceError, also if there is no such page
     */
    async readPage(
      source: NamedSource,
      call: ListCall,
      url: string,
    ): Promise<PageAnswer> {
      const to = URL.parse(url);
      if (!to) throw new SourceError("source-misconfigured", source.name);
      const outgoing = outgoingOf(call.request, maxPageBytes);
      const answer = await send(
        source,
        to,
        outgoing,
        pageTimeoutMs,
        async ({ headers }, readBody) => ({
          document: await readJson(source, readBody),
          link: [headers["link"] ?? []].flat().join(", "),
        }),
      );
      if (answer) return answer;
      throw new SourceError("source-refused", source.name, { status: 404 });
    },

    /** @throws SourceError, whose message has no part of the URL and of the answer */
    async readRecord(asked: AskedRecord): Promise<RecordReading> {
      const { lookup, source, recordId } = asked;
      const outgoing = outgoingOf(lookup.request, maxRecordBytes);
      const answer = await ask(
        asked,
        lookup.request.url,
        outgoing,
        (readBody) => readJson(source, readBody),
      );
      const record = readPointer(answer, lookup.record);
      if (record === undefined || record === null) return { type: "not-found" };
      return isId(readPointer(record, lookup.id), recordId)
        ? { type: "found", record }
        : { type: "differs" };
    },
  };
}

type ReadBody = () => Promise<Uint8Array>;

async function readJson(
  { name }: NamedSource,
  readBody: ReadBody,
): Promise<unknown> {
  const document = parseJson(Buffer.from(await readBody()).toString());
  if (document === undefined) throw new SourceError("source-unreadable", name);
  return document;
}

function outgoingOf(
  { method, body, headers }: RecordRequest["request"],
  maxBytes: number,
): Outgoing {
  const text = method === "POST" ? JSON.stringify(body) : undefined;
  return {
    method,
    headers: {
      accept: "application/json",
      ...(text !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: text,
    limits: { maxBytes },
  };
}

function urlOf(
  { source, recordId }: Pick<AskedRecord, "source" | "recordId">,
  template: string,
): URL {
  const url = recordUrl(template, recordId);
  if (!url) throw new SourceError("record-id-refused", source.name);
  return url;
}

/** An id is a text, or a number that JSON keeps exactly. Our employee ids are in normal form (NFC). */
function isId(found: unknown, recordId: string): boolean {
  if (typeof found === "string")
    return found.normalize("NFC") === recordId.normalize("NFC");
  return Number.isSafeInteger(found) && String(found) === recordId;
}
