import * as z from "zod/mini";
import type { Scope } from "./callers-secret.ts";
import {
  validationIssuesOf,
  fieldsOf,
  plainMessages,
} from "./validation-issues.ts";
import type { ValidationIssue } from "./problem.ts";

/** What a function makes of an event's data. */
export type EventContent = {
  /** Whom it concerns: the HR system's id, or who they are elsewhere. */
  employee: string | { kind: string; id: string };
  /** What to keep. */
  data: unknown;
  /** Bytes to keep apart. */
  avatar?: Uint8Array | undefined;
  /** When it is to be done, if not now. A day alone means its start or its end, where the company is. */
  due?: { date: string; edge: "start" | "end" } | undefined;
  /** Until when the data is needed, if that is later. */
  keepUntilMs?: number | undefined;
};

/** An event that a function takes. */
export type EventKind = {
  type: string;
  scope: Scope;
  schema: z.ZodMiniType<EventContent>;
};

export type EventKinds = readonly [EventKind, ...EventKind[]];

/** Everything that asks us to act: `{ type, timestamp, data }`, as Standard Webhooks recommends. */
export type Envelope = { type: string; eventAtMs: number; data: EventContent };

export type Parsed =
  | { ok: true; envelope: Envelope }
  /** `fields` are safe to log. */
  | { ok: false; errors: ValidationIssue[]; fields: string[] };

/** How far ahead of our clock an event may claim to be. */
const maxAheadMs = 5 * 60 * 1000;

/** Builds the parser for the events of one function. It finds every issue of a body at once. */
export function createEnvelopeParser(
  [first, ...others]: EventKinds,
  nowMs: () => number,
): (document: unknown) => Parsed {
  const eventTime = z
    .pipe(
      z.iso.datetime({ offset: true }),
      z.transform((text: string) => Date.parse(text)),
    )
    .check(
      z.refine(
        (instantMs) => instantMs <= nowMs() + maxAheadMs,
        "must not lie in the future",
      ),
    );
  const variant = ({ type, schema }: EventKind) =>
    z.object({ type: z.literal(type), timestamp: eventTime, data: schema });
  const envelopeSchema = z.discriminatedUnion("type", [
    variant(first),
    ...others.map(variant),
  ]);

  return (document) => {
    const parsed = envelopeSchema.safeParse(document, plainMessages);
    if (!parsed.success) {
      const { issues } = parsed.error;
      return {
        ok: false,
        errors: validationIssuesOf(issues),
        fields: fieldsOf(issues),
      };
    }
    const { type, timestamp, data } = parsed.data;
    return { ok: true, envelope: { type, eventAtMs: timestamp, data } };
  };
}
