import * as z from "zod/mini";
import { isJsonObject } from "../parse-json.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { exceedsDepth, maxLevelsOfEvent } from "./exceeds-depth.ts";
import type { ValidationIssue } from "./problem.ts";
import { validationIssuesOf, validationMessages } from "./validation-issues.ts";

/** The attributes that we read. Others, such as extensions, are there for field maps. */
const cloudEventSchema = z.looseObject({
  specversion: z.literal("1.0"),
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  /** A URI reference. It has no space, so a space can separate it from the id. */
  source: z.string().check(z.regex(/^\S{1,512}$/)),
  type: z.string().check(z.minLength(1)),
  time: z.optional(z.string()),
});
export type CloudEvent = z.infer<typeof cloudEventSchema>;

/**
 * Reads a CloudEvent in its structured form.
 *
 * @see CloudEvents 1.0.2, JSON Event Format
 */
export function readCloudEvent(document: unknown):
  | { issues: ValidationIssue[] }
  | {
      event: CloudEvent;
      /** Source and id together identify a CloudEvent. */
      deliveryId: string;
      /** SHA-256 of the event, not of the body: a repetition may bundle the same events differently. */
      fingerprint: string;
    } {
  if (exceedsDepth(maxLevelsOfEvent, document))
    return {
      issues: [
        {
          pointer: "#",
          detail: `must not nest more than ${maxLevelsOfEvent} levels`,
        },
      ],
    };
  const parsed = cloudEventSchema.safeParse(document, validationMessages);
  if (!parsed.success)
    return { issues: validationIssuesOf(parsed.error.issues) };
  const { source, id } = parsed.data;
  return {
    event: parsed.data,
    deliveryId: `${source} ${id}`,
    fingerprint: fingerprintOf(textOf(parsed.data)),
  };
}

/** Whether a document in JSON is a CloudEvent in its structured form. */
export function isCloudEvent(document: unknown): boolean {
  // Most events are no CloudEvents. Without `specversion`, that is known before a list of issues is built.
  return (
    isJsonObject(document) &&
    "specversion" in document &&
    "event" in readCloudEvent(document)
  );
}

/** Headers have no order, so the attributes are sorted. */
function textOf(event: CloudEvent): string {
  const names = Object.keys(event).sort();
  return JSON.stringify(names.map((name) => [name, event[name]]));
}

/** The envelope of a CloudEvent, for a caller without a field map. It is not validated yet. */
export function envelopeOf({ type, time, data }: CloudEvent): unknown {
  return { type, timestamp: time, data };
}

/** An issue of that envelope as an issue of the CloudEvent. */
export function toCloudEventIssue({
  pointer,
  detail,
}: ValidationIssue): ValidationIssue {
  return { pointer: pointer === "#/timestamp" ? "#/time" : pointer, detail };
}

/**
 * The structured form of a CloudEvent whose attributes are in `ce-*` headers.
 *
 * @see CloudEvents 1.0.2, HTTP Protocol Binding, §3.1 Binary Content Mode
 */
export function toStructured(
  headers: Readonly<Record<string, string>>,
  data: unknown,
): unknown {
  const attributes = Object.entries(headers).flatMap(
    ([name, value]): [string, unknown][] => {
      const attribute = /^ce-([a-z0-9]{1,40})$/.exec(name)?.[1];
      return attribute === undefined ? [] : [[attribute, decode(value)]];
    },
  );
  return { ...Object.fromEntries(attributes), data };
}

/** A header has only ASCII, so other characters are percent-encoded. Undefined if that is malformed. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
