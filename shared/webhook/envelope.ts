import * as z from "zod/mini";
import { eventFactsOf, type EventType } from "../event-types.ts";
import { instantSchema } from "../fields.ts";
import { nearestField } from "./field-map/event-fields.ts";
import type { Scope } from "./caller-entry.ts";
import {
  validationIssuesOf,
  fieldsOf,
  validationMessages,
} from "./validation-issues.ts";
import type { SealedBytes } from "../sealed-bytes.ts";
import type { ValidationIssue } from "./problem.ts";

/** When an event counts. */
export type Due = {
  date: string;
  edge: "start" | "end";
  /** An IANA name. @default the time zone of the deployment */
  zone?: string | undefined;
};

/** The result of a function's schema for an event's data. */
export type EventContent = {
  /** The employee: by the HR system's id, or by an identity in another system. */
  employee: string | { kind: string; id: string };
  /** Stored for the workflow. */
  data: unknown;
  /** Stored separately. */
  avatar?: SealedBytes | undefined;
  /**
   * When the event takes effect, if not now. A date without a time means its start or its end in the zone of the
   * employee.
   */
  due?: Due | undefined;
  /** How long the workflow needs the data, if longer than `due`. */
  keepUntilMs?: number | undefined;
};

/** A type of event that a function takes. */
export type EventKind = {
  type: EventType;
  /** The scope that its callers need. @default the scope of its type */
  scope?: Scope;
  /** Checks the data of the sender, and turns it into the content. */
  schema: z.ZodMiniType<EventContent>;
  /** The form of the data in our store. @default as the sender sent it */
  stored?: z.ZodMiniType;
};

type EmployeeData = { employeeId: string; zone?: string | undefined };

/**
 * Makes the schema of an event that names its employee by id.
 *
 * @param dayOf - the day from which the event counts, or whose end it means. @default the event counts at once
 * @param separate - takes the bytes of an avatar out of the data
 */
/* @__NO_SIDE_EFFECTS__ -- a workflow needs the schema of the data only, so its bundle drops the calls */
export function contentOf<T extends EmployeeData>(
  schema: z.ZodMiniType<T>,
  dayOf: (
    data: T,
  ) => Omit<Due, "date" | "zone"> & { date?: string | undefined } = () => ({
    edge: "start",
  }),
  separate: (data: T) => Pick<EventContent, "data" | "avatar"> = (data) => ({
    data,
  }),
) {
  return z.pipe(
    schema,
    z.transform((data: T): EventContent => {
      const { employeeId: employee, zone } = data;
      const { date, edge } = dayOf(data);
      const due = date === undefined ? undefined : { date, edge, zone };
      return { employee, due, ...separate(data) };
    }),
  );
}

export type EventKinds = readonly [EventKind, ...EventKind[]];

/** What we read from an event, which is `{ type, timestamp, data }`, as Standard Webhooks recommends. */
export type Envelope = {
  type: EventType;
  /** The time that the event names, or now if that time is ahead of our clock. */
  eventAtMs: number;
  data: EventContent;
};

export type Parsed =
  | { ok: true; envelope: Envelope }
  /** `fields` contains no text of the sender, so it is safe to log. */
  | { ok: false; errors: ValidationIssue[]; fields: string[] };

/**
 * How far an event's timestamp may be ahead of our clock. Such an event counts from now: with a time of its own it
 * would overtake the events of other callers until then.
 */
const maxAheadMs = 5 * 60 * 1000;

/** Creates the parser for the events of one function. It reports all issues of a body at once. */
export function createEnvelopeParser(
  [first, ...others]: EventKinds,
  nowMs: () => number,
): (document: unknown) => Parsed {
  const eventTime = z
    .pipe(
      instantSchema,
      z.transform((text: string) => Date.parse(text)),
    )
    .check(
      z.refine(
        (instantMs) => instantMs <= nowMs() + maxAheadMs,
        "must not lie in the future",
      ),
    );
  const variant = ({ type, schema }: EventKind) =>
    z.strictObject({
      type: z.literal(type),
      timestamp: eventTime,
      data: schema,
    });
  const envelopeSchema = z.discriminatedUnion("type", [
    variant(first),
    ...others.map(variant),
  ]);

  return (document) => {
    const parsed = envelopeSchema.safeParse(document, validationMessages);
    if (!parsed.success) {
      const { issues } = parsed.error;
      return {
        ok: false,
        errors: validationIssuesOf(issues, (field) =>
          fieldMeantBy(field, document),
        ),
        fields: fieldsOf(issues),
      };
    }
    const { type, timestamp, data } = parsed.data;
    const eventAtMs = Math.min(timestamp, nowMs());
    return { ok: true, envelope: { type, eventAtMs, data } };
  };
}

const typedSchema = z.object({ type: z.string() });

/** The known field whose name is nearest to the name of an unknown field: `/data/email` for `/data/mail`. */
function fieldMeantBy(field: string, document: unknown): string | undefined {
  const { type = "" } = typedSchema.safeParse(document).data ?? {};
  const known = Object.keys(eventFactsOf(type)?.map?.fields ?? {});
  const meant = nearestField(field.replace(/^\/data/, ""), known);
  return meant && `/data${meant}`;
}
