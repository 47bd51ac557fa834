import { Hono } from "hono";
import { readPointer } from "../../shared/json-pointer.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import { problem } from "../../shared/webhook/problem.ts";
import {
  createRequestReader,
  type RequestDependencies,
} from "../../shared/webhook/read-request.ts";
import { answerUnavailable } from "../../shared/webhook/unavailable.ts";
import {
  createEventValidation,
  type ValidationDependencies,
} from "../../shared/webhook/validate-event.ts";
import type { Preview } from "./contract.ts";
import { allEvents } from "./event.ts";
import type { MatchDependencies } from "./match-event.ts";
import { createPreview } from "./preview.ts";

export type PreviewDependencies = Omit<
  RequestDependencies & ValidationDependencies,
  "zone"
> &
  MatchDependencies;

/**
 * Creates `POST /events/{caller}/preview`: what an event of any type would mean. The request is authenticated and
 * validated like that of a receiver, and nothing is stored. The caller needs the scope of the event.
 *
 * With the query `record`, the body is an answer of the caller's source, and the lookup of the caller says what its
 * record means.
 */
export function createPreviewWebhook(dependencies: PreviewDependencies): Hono {
  const { settings, log } = dependencies;
  const { zone, statusMaxLength } = settings;
  const { events } = allEvents(statusMaxLength);
  const readRequest = createRequestReader(
    { types: events.map(({ type }) => type) },
    { ...dependencies, zone },
  );
  const validate = createEventValidation(events, { ...dependencies, zone });
  const app = new Hono();

  app.post("/events/:caller/preview", async (c) => {
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
    return c.json({ events: previews, ignored } satisfies Preview, 200, {
      "cache-control": "no-store",
    });
  });
  app.all("/events/:caller/preview", (c) =>
    problem(c, "method-not-allowed", { headers: { allow: "POST" } }),
  );
  app.notFound((c) => problem(c, "not-found"));
  app.onError(answerUnavailable(log));
  return app;
}

/** As the events workflow does it, but without the state of our employee, which decides in the end. */
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
