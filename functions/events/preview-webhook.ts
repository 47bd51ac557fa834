import type { Context, Hono } from "hono";
import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import { createSenderCheck } from "../../shared/webhook/identify-sender.ts";
import { bodyOf } from "../../shared/webhook/request-environment.ts";
import { readPointer } from "../../shared/json-pointer.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { problem } from "../../shared/webhook/problem.ts";
import {
  createRequestReader,
  type RequestDependencies,
} from "../../shared/webhook/read-request.ts";
import { createProblemApp } from "../../shared/webhook/problem-app.ts";
import {
  createEventValidation,
  type ValidationDependencies,
  type ValidEvent,
} from "../../shared/webhook/intake.ts";
import type { EventPreview, Preview } from "./contract.ts";
import { allEvents } from "./event.ts";
import {
  createUsageReader,
  type MatchDependencies,
  matchEvent,
} from "./match-event.ts";
import { changeSettings } from "./config.ts";
import { replay } from "./replay.ts";
import {
  takeRules,
  templatedHireSchema,
} from "../../shared/person/templates.ts";

/**
 * Creates `POST /events/{caller}/preview`: what an event of any type would mean. The request is authenticated and
 * validated as a receiver does it, and nothing is stored. The caller needs the scope of the event.
 *
 * With the query `operation`, an operator asks what a stored event would come to with other settings. With the query
 * `record`, the body is an answer of the caller's source, and the lookup of the caller says what its record means.
 */
export function createPreviewWebhook(
  dependencies: Omit<RequestDependencies & ValidationDependencies, "zone"> &
    MatchDependencies,
): Hono {
  const { settings, log } = dependencies;
  const { zone, statusMaxLength } = settings;
  const { events } = allEvents(statusMaxLength);
  const readRequest = createRequestReader(
    { events },
    { ...dependencies, zone },
  );
  const validate = createEventValidation(events, { ...dependencies, zone });
  const app = createProblemApp(log);

  const identifySender = createSenderCheck(dependencies);

  /** Shows what a stored event comes to with other settings. Only for operators, because another caller has sent it. */
  async function answerReplay(c: Context, id: string): Promise<Response> {
    const body = await bodyOf(c);
    const sender = await identifySender(c, c.req.param("caller") ?? "", body);
    if (sender instanceof Response) return sender;
    if (!sender.caller.scopes.includes("operate"))
      return problem(c, "forbidden");
    const changes = parseJson(new TextDecoder().decode(body));
    const changed = changeSettings(settings, changes);
    if ("issues" in changed)
      return problem(c, "validation-error", { errors: changed.issues });
    const operation = await dependencies.store.operations.get(id);
    if (!operation) return problem(c, "not-found");
    const told = await replay(dependencies, operation, changed.settings);
    return c.json(
      { events: [], ignored: 0, replay: told } satisfies Preview,
      200,
      noStore,
    );
  }

  app.post("/events/:caller/preview", async (c) => {
    const replayed = c.req.query("operation");
    if (replayed !== undefined) return answerReplay(c, replayed);
    const isRecord = c.req.query("record") !== undefined;
    const read = await readRequest(
      c,
      c.req.param("caller"),
      isRecord ? translateRecord : undefined,
    );
    if (read instanceof Response) return read;
    const { caller, ignored } = read;
    if (isRecord && !caller.lookup)
      return problem(c, "validation-error", { errors: [noLookup] });
    const checked = await Promise.all(
      read.events.map(async ({ document, translateIssue }) => ({
        document,
        translateIssue,
        result: await validate({ caller, document }),
      })),
    );
    const errors = [
      ...read.errors,
      ...checked.flatMap(({ result, translateIssue }) =>
        result.outcome === "invalid"
          ? result.errors.flatMap(translateIssue)
          : [],
      ),
    ];
    const preview = createPreview(dependencies);
    const previews = await Promise.all(
      checked.flatMap(({ result, document }) =>
        result.outcome === "valid" ? [preview(result, document, caller)] : [],
      ),
    );
    const shown = previews.length > 0 ? previews : undefined;
    if (errors.length > 0)
      return problem(c, "validation-error", { errors, events: shown });
    if (checked.some(({ result }) => result.outcome === "forbidden"))
      return problem(c, "forbidden", { events: shown });
    return c.json(
      { events: previews, ignored } satisfies Preview,
      200,
      noStore,
    );
  });
  return app;
}

const noStore = { "cache-control": "no-store" };

/** Maps the record in a source's answer. The events workflow would also ask what our store knows of the employee. */
function translateRecord({ lookup }: Caller, answer: unknown) {
  return {
    map: lookup?.map,
    body: lookup ? readPointer(answer, lookup.record) : answer,
    event: {},
  };
}

const noLookup = {
  pointer: "#",
  detail: "cannot be a record: the entry of the caller has no lookup",
};

const documentSchema = z.object({ data: z.unknown() });

/**
 * Creates the function that previews the valid events of one request: names of fields and rules, never a value. It
 * writes nothing. For a caller with `operate`, it also compares an event with what our store knows.
 */
function createPreview({ store, settings, nowMs }: MatchDependencies) {
  const usageOf = createUsageReader({ store, settings });
  return async function preview(
    event: ValidEvent,
    document: unknown,
    caller: Pick<Caller, "name" | "scopes" | "scim" | "lookup">,
  ): Promise<EventPreview> {
    const { envelope, employeeId, effectiveAtMs } = event;
    const { type, data } = envelope;
    const { scopes, lookup } = caller;
    const fields = fieldsOf(documentSchema.parse(document).data);
    return {
      type,
      employeeId,
      fields,
      ...(type === "record.changed" && lookup && { source: lookup.source }),
      ...(effectiveAtMs !== undefined && {
        effectiveAt: new Date(effectiveAtMs).toISOString(),
      }),
      ...(type === "employee.hired" && {
        templates: takeRules(
          templatedHireSchema.parse(data.data),
          settings.templates,
        ).map(({ name }) => name),
      }),
      ...(scopes.includes("operate") && {
        match: await matchEvent(event, caller, fields, {
          store,
          settings,
          nowMs,
          usageOf,
        }),
      }),
    };
  };
}

/**
 * The fields that an event names, as JSON Pointers into its data: `/name/givenName`, and `/phones` for a whole list. An
 * avatar is one field. The schema of a valid event allows only names that need no escape in a JSON Pointer.
 */
function fieldsOf(data: unknown, parent = ""): string[] {
  const isOneField =
    typeof data !== "object" ||
    data === null ||
    Array.isArray(data) ||
    parent === "/avatar";
  return isOneField
    ? [parent]
    : Object.entries(data).flatMap(([name, value]) =>
        fieldsOf(value, `${parent}/${name}`),
      );
}
