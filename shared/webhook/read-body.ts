import type { HonoRequest } from "hono";
import { parseJson } from "../parse-json.ts";
import { schemeOf } from "./caller-entry.ts";
import type { Caller } from "./callers.ts";
import {
  envelopeOf,
  isCloudEvent,
  readCloudEvent,
  toCloudEventIssue,
  toStructured,
} from "./cloud-event.ts";
import { maxEvents } from "./exceeds-depth.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { parseForm } from "./parse-form.ts";
import type { ValidationIssue } from "./problem.ts";

/** A document in a body: the event of a caller without a field map, or what the map of the caller reads. */
export type BodyDocument = {
  document: unknown;
  /** The id by which the sender identifies the document, if its format has one. */
  deliveryId?: string;
  fingerprint: string;
  /** Turns an issue of the document into one of the body. */
  toBodyIssue: (issue: ValidationIssue) => ValidationIssue;
};

export type ReadBody =
  | { documents: BodyDocument[]; issues: ValidationIssue[] }
  /** The media type is not read. The text says what to send. */
  | { unsupported: string };

const jsonTypes: ReadonlySet<string> = new Set([
  "application/json",
  "application/cloudevents+json",
  "application/cloudevents-batch+json",
]);
/** Forms of senders have a few dozen fields. */
const maxFormFields = 200;

/**
 * Reads an authentic body by its media type: JSON, a form, or CloudEvents 1.0 in their structured, batched or binary
 * form. The result is not validated yet.
 *
 * No signature covers the media type. A copy of a signed request with another media type must not be another event, so
 * JSON that is declared as a form is refused, and a CloudEvent that is declared as JSON is read as a CloudEvent.
 */
export function readBody(
  body: Uint8Array,
  request: Pick<HonoRequest, "header">,
  { map, scheme }: Pick<Caller, "map" | "scheme">,
): ReadBody {
  const contentType = request.header("content-type") ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const text = decodeUtf8(body);
  const json = jsonTypes.has(mediaType) ? parseJson(text) : undefined;
  if (json === undefined && jsonTypes.has(mediaType))
    return invalidBody("must be JSON, in UTF-8");
  const plain = (document: unknown): ReadBody => ({
    documents: [
      {
        document,
        fingerprint: fingerprintOf(body),
        toBodyIssue: (issue) => issue,
      },
    ],
    issues: [],
  });
  const isEnvelope = map === undefined;
  const toEvents = (items: readonly unknown[], isBatch = false) =>
    readCloudEvents(items, { isBatch, isEnvelope });

  switch (mediaType) {
    case "application/json":
      if (request.header("ce-specversion") === undefined)
        return isCloudEvent(json) ? toEvents([json]) : plain(json);
      // A token vouches for the headers, too. A signature covers the body only: a copy of the request with other
      // `ce-*` headers would be authentic, and mean another event.
      if (schemeOf(scheme)?.isToken) {
        const headers = request.header();
        return toEvents([toStructured(headers, json)]);
      }
      return {
        unsupported:
          "The signature does not cover the ce-* headers. Send the CloudEvent in its structured form, as application/cloudevents+json.",
      };
    case "application/cloudevents+json":
      return toEvents([json]);
    case "application/cloudevents-batch+json":
      if (!Array.isArray(json)) return invalidBody("must be an array");
      return json.length > maxEvents
        ? invalidBody(`must have at most ${maxEvents} events`)
        : toEvents(json, true);
    case "application/x-www-form-urlencoded":
      if (map === undefined)
        return {
          unsupported:
            "A form needs a field map in the entry of the caller. Without one, send JSON, as application/json.",
        };
      if (text.split("&", maxFormFields + 1).length > maxFormFields)
        return invalidBody(`must have at most ${maxFormFields} fields`);
      if (parseJson(text) !== undefined)
        return invalidBody("must be a form, and is JSON");
      return isWellEncoded(text)
        ? plain(parseForm(text))
        : invalidBody("must be a form in UTF-8");
    default:
      return {
        unsupported: /[/+]xml$/.test(mediaType)
          ? "XML is not read. Let the sender send JSON, as application/json."
          : "Send JSON, as application/json.",
      };
  }
}

/** @param options.isEnvelope - the caller has no field map, so the CloudEvent itself must be one of our events */
function readCloudEvents(
  items: readonly unknown[],
  { isBatch, isEnvelope }: { isBatch: boolean; isEnvelope: boolean },
): ReadBody {
  const documents: BodyDocument[] = [];
  const issues: ValidationIssue[] = [];
  for (const [index, item] of items.entries()) {
    const toBodyIssue = ({ pointer, detail }: ValidationIssue) => ({
      pointer: isBatch ? pointer.replace("#", `#/${index}`) : pointer,
      detail,
    });
    const read = readCloudEvent(item);
    if ("issues" in read) issues.push(...read.issues.map(toBodyIssue));
    else
      documents.push({
        document: isEnvelope ? envelopeOf(read.event) : read.event,
        deliveryId: read.deliveryId,
        fingerprint: read.fingerprint,
        toBodyIssue: isEnvelope
          ? (issue) => toBodyIssue(toCloudEventIssue(issue))
          : toBodyIssue,
      });
  }
  return { documents, issues };
}

function invalidBody(detail: string): ReadBody {
  return { documents: [], issues: [{ pointer: "#", detail }] };
}

/**
 * JSON is UTF-8 (RFC 8259, §8.1). Other bytes become an empty text, which is no JSON. A decoder that replaces invalid
 * bytes would change names.
 */
function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return "";
  }
}

/**
 * Whether the percent-encoded bytes of a form are UTF-8. The parser of forms would replace other bytes. An empty text
 * is what `decodeUtf8` makes of other bytes.
 */
function isWellEncoded(form: string): boolean {
  try {
    decodeURIComponent(form);
    return form !== "";
  } catch {
    return false;
  }
}
