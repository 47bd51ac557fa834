import { readPointer } from "../json-pointer.ts";
import { parseJson } from "../parse-json.ts";
import type { Outgoing } from "../public-request.ts";
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
};

/** A record of a source: how it is asked for, where, and its id there. */
export type AskedRecord = {
  lookup: RecordRequest;
  source: NamedSource;
  recordId: string;
};

/** What a source says of a record. `differs`: its answer has not the id that was asked for. */
export type RecordReading =
  | { type: "found"; record: unknown }
  | { type: "not-found" }
  | { type: "differs" };

const maxRecordBytes = 1024 * 1024;

export type SourceReader = {
  /** @throws SourceError, whose message has no part of the URL and of the answer */
  readRecord(asked: AskedRecord): Promise<RecordReading>;
  /**
   * Asks for something else of a record, by a URL template of its lookup. Resolves to what `receive` makes of a success,
   * and to undefined if the source says that there is none: 404 or 410.
   *
   * @throws SourceError; the errors of `receive`
   */
  ask<T>(
    asked: AskedRecord,
    template: string,
    outgoing: Outgoing,
    receive: (readBody: () => Promise<Uint8Array>) => Promise<T>,
  ): Promise<T | undefined>;
};

/** Creates the reader of all sources. Create one for each sandbox, because it holds the tokens. */
export function createSourceReader(options: SourceReaderOptions): SourceReader {
  const { request, nowMs = Date.now, totalTimeoutMs = 15_000 } = options;
  const authorizerOf = createSourceAuthorizers(options);

  const ask: SourceReader["ask"] = async (
    { source, recordId },
    template,
    outgoing,
    receive,
  ) => {
    const url = urlOf(source, template, recordId);
    const authorizer = authorizerOf(source);
    const deadlineMs = nowMs() + totalTimeoutMs;
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
          return { value: await receive(readBody) };
        },
      ).catch((error: unknown) => {
        throw toSourceError(source.name, error);
      });
      if (answer !== "rejected") return answer.value;
      await authorizer.rejected?.(value);
    }
  };

  return {
    ask,

    async readRecord(asked) {
      const { lookup, source, recordId } = asked;
      const { method, url, body, headers } = lookup.request;
      const text =
        method === "POST" && body !== undefined
          ? JSON.stringify(body)
          : undefined;
      const outgoing = {
        method,
        headers: {
          accept: "application/json",
          ...(text !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        body: text,
        limits: { maxBytes: maxRecordBytes },
      };
      const answer = await ask(asked, url, outgoing, async (readBody) => {
        const document = parseJson(Buffer.from(await readBody()).toString());
        if (document === undefined)
          throw new SourceError("source-unreadable", source.name);
        return document;
      });
      const record = readPointer(answer, lookup.record);
      if (record === undefined || record === null) return { type: "not-found" };
      return isId(readPointer(record, lookup.id), recordId)
        ? { type: "found", record }
        : { type: "differs" };
    },
  };
}

function urlOf(source: NamedSource, template: string, recordId: string): URL {
  const url = recordUrl(template, recordId);
  if (!url) throw new SourceError("record-id-refused", source.name);
  if (!isHostOf(source, url))
    throw new SourceError("source-misconfigured", source.name);
  return url;
}

/** An id is a text, or a number that JSON holds exactly. Our employee ids are in normal form (NFC). */
function isId(found: unknown, recordId: string): boolean {
  if (typeof found === "string")
    return found.normalize("NFC") === recordId.normalize("NFC");
  return Number.isSafeInteger(found) && String(found) === recordId;
}
