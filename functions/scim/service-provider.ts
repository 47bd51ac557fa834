import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { exceedsDepth } from "../../shared/webhook/exceeds-depth.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { Caller, Callers } from "../../shared/webhook/callers.ts";
import { createSenderCheck } from "../../shared/webhook/identify-sender.ts";
import { preferredWaitSeconds } from "../../shared/webhook/prefer-wait.ts";
import { bodyOf } from "../../shared/webhook/request-environment.ts";
import { logUnavailable } from "../../shared/webhook/unavailable.ts";
import {
  describeSchemas,
  describeService,
  describeUserType,
} from "./discovery.ts";
import { type UsersQuery, listUsers } from "./list-users.ts";
import { applyPatch, readPatch, readUser } from "./patch.ts";
import {
  listResponse,
  namesIn,
  representUser,
  type AttributeSelection,
} from "./represent.ts";
import { ScimError, ScimEventRefused } from "./scim-error.ts";
import type { ShownUser, UsersDependencies } from "./user-records.ts";
import { createUsers } from "./users.ts";

const maxBodyBytes = 64 * 1024;
const maxLevels = 12;
/** How long an answer waits for the work, if the request does not say it. */
const usualWaitSeconds = 10;

/** A request of a caller who is authentic and speaks SCIM. */
type ScimRequest = {
  c: Context;
  caller: Caller;
  body: Uint8Array;
  baseUrl: string;
  selection: AttributeSelection;
};

type Answer = (request: ScimRequest) => Promise<Response> | Response;

/** The answers by path and method. Every other method of a path is refused. */
type Routes = Record<string, Record<string, Answer>>;

/**
 * Creates the SCIM 2.0 service provider (RFC 7643, RFC 7644) for the callers whose entry has `scim`. A change of a user
 * by an identity provider becomes events of an employee. It does not call the platform: its answers have the values
 * that the provider has sent, so they are the same while the platform is down (docs/decisions/0030-scim.md).
 */
export function createServiceProvider(
  dependencies: UsersDependencies & {
    callers: Pick<Callers, "identify">;
  },
): Hono {
  const { log, nowMs } = dependencies;
  const users = createUsers(dependencies);
  const identifySender = createSenderCheck(dependencies);
  // Some clients write a slash before the query.
  const app = new Hono({ strict: false });

  /** Makes a handler of Hono that authenticates the request. */
  const route =
    (answer: Answer) =>
    async (c: Context): Promise<Response> => {
      const body = await bodyOf(c);
      if (body.length > maxBodyBytes)
        throw new ScimError(
          413,
          `the body must have at most ${maxBodyBytes} bytes`,
        );
      const name = c.req.param("caller") ?? "";
      const sender = await identifySender(c, name, body);
      if (sender instanceof Response)
        throw new ScimError(401, "the request is not authentic", undefined, {
          "www-authenticate": "Bearer",
        });
      const { caller } = sender;
      const { origin } = new URL(c.req.url);
      const selection = {
        only: namesIn(c.req.query("attributes")),
        without: namesIn(c.req.query("excludedAttributes")),
      };
      const baseUrl = `${origin}/scim/v2/${name}`;
      try {
        if (caller.scim)
          return await answer({ c, caller, body, baseUrl, selection });
        throw new ScimError(403, "the entry of the caller does not have scim");
      } catch (error) {
        logRefusal(c, caller, error);
        throw error;
      }
    };

  /**
   * Logs a refusal that may lose an event, unless the intake has logged it. Queries lose none. After other statuses,
   * the provider tries again or shows the conflict.
   */
  function logRefusal(
    { req: { method, path } }: Context,
    { name: caller }: Caller,
    error: unknown,
  ): void {
    if (!(error instanceof ScimError) || error instanceof ScimEventRefused)
      return;
    const { status, scimType: reason } = error;
    if (status === 403) log.warn("forbidden", { caller, reason: "no-scim" });
    const isQuery = method === "GET" || /\/\.search\/?$/.test(path);
    if (!isQuery && (status === 400 || status === 415))
      log.warn("unreadable", { caller, reason });
  }

  /** @throws ScimError 429 while too much of the caller is at work */
  const requesterOf = async ({ c, caller }: ScimRequest) => {
    await users.requireRoom(caller);
    const prefer = c.req.header("prefer");
    const seconds = isAsynchronous(c)
      ? 0
      : (preferredWaitSeconds(prefer) ?? usualWaitSeconds);
    return { caller, deadlineMs: nowMs() + seconds * 1_000 };
  };

  const search = (request: ScimRequest) => {
    const {
      attributes: only = [],
      excludedAttributes: without = [],
      ...query
    } = searchOf(request);
    return list({ ...request, selection: { only, without } }, query);
  };
  const discover = (
    path: string,
    describe: (baseUrl: string) => readonly { id: string }[],
  ): Routes => ({
    [path]: {
      GET: ({ c, baseUrl }) => {
        const all = describe(baseUrl);
        return json(c, listResponse(all, all.length, { startIndex: 1 }));
      },
    },
    [`${path}/:id`]: {
      GET: (request) => {
        const found = describe(request.baseUrl).find(
          ({ id }) => id === idOf(request),
        );
        return found ? json(request.c, found) : noSuchResource();
      },
    },
  });
  const routes: Routes = {
    "Users/.search": { POST: search },
    // Users are the only resources, so a search for all resources is the same.
    ".search": { POST: search },
    Users: {
      GET: (request) => list(request, request.c.req.query()),
      POST: async (request) => {
        const resource = readUser(jsonOf(request), optionsOf(request));
        const requester = await requesterOf(request);
        const posted = await users.post(requester, resource);
        return answerUser(request, posted, 201);
      },
    },
    "Users/:id": {
      GET: async (request) =>
        answerUser(
          request,
          await users.get(request.caller, idOf(request)),
          200,
        ),
      PUT: (request) => {
        const resource = readUser(jsonOf(request), optionsOf(request));
        return change(request, () => resource);
      },
      PATCH: (request) => {
        const options = optionsOf(request);
        const changes = readPatch(jsonOf(request), options);
        return change(request, (before) =>
          applyPatch(before, changes, options),
        );
      },
      DELETE: async (request) => {
        await users.remove(await requesterOf(request), idOf(request));
        return request.c.body(null, 204);
      },
    },
    Groups: {
      GET: ({ c }) => json(c, listResponse([], 0, { startIndex: 1 })),
      POST: notImplemented,
    },
    Bulk: { ALL: notImplemented },
    Me: { ALL: notImplemented },
    ServiceProviderConfig: {
      GET: ({ c, baseUrl }) => json(c, describeService(baseUrl)),
    },
    ...discover("Schemas", describeSchemas),
    ...discover("ResourceTypes", (url) => [describeUserType(url)]),
    "*": { ALL: noSuchPath },
  };
  for (const [path, answers] of Object.entries(routes)) {
    const url = `/scim/v2/:caller/${path}`;
    for (const [method, answer] of Object.entries(answers))
      app.on(method, url, route(answer));
    app.all(url, route(notAllowed));
  }
  app.notFound(noSuchPath);
  app.onError((error, c) => {
    if (error instanceof ScimError) return answerError(c, error);
    logUnavailable(log, error);
    return answerError(
      c,
      new ScimError(503, "try again later", undefined, { "retry-after": "10" }),
    );
  });
  return app;

  async function change(
    request: ScimRequest,
    changed: Parameters<typeof users.change>[2],
  ): Promise<Response> {
    const requester = await requesterOf(request);
    const shown = await users.change(requester, idOf(request), (before) => {
      const { active } = before;
      // If the request does not name `active`, the value from before stays, also after a PUT.
      return { ...(active !== undefined && { active }), ...changed(before) };
    });
    return answerUser(request, shown, 200);
  }

  async function list(request: ScimRequest, query: UsersQuery) {
    const { c, caller, baseUrl, selection } = request;
    const page = await listUsers(users, caller, query, nowMs());
    const { startIndex, nextCursor } = page;
    const resources = page.users.map((one) =>
      representUser(one, baseUrl, selection),
    );
    const more = { startIndex, nextCursor };
    return json(c, listResponse(resources, page.total, more));
  }
}

const refusal = (status: 404 | 405 | 501, detail: string) => (): never => {
  throw new ScimError(status, detail);
};
const notImplemented = refusal(
  501,
  "this service has users only, one at a time",
);
const notAllowed = refusal(405, "the path does not allow this method");
const noSuchPath = refusal(404, "there is no such path");
const noSuchResource = refusal(404, "there is no such resource");

function answerUser(
  { c, baseUrl, selection }: ScimRequest,
  shown: ShownUser,
  status: 200 | 201,
): Response {
  const location = `${baseUrl}/Users/${shown.id}`;
  const prefer = c.req.header("prefer") ?? "";
  const { operationId } = shown;
  if (isAsynchronous(c) && operationId !== undefined)
    return c.body(null, 202, {
      location,
      "set-txn": operationId,
      "preference-applied": "respond-async",
    });
  if (status === 200 && /\breturn=minimal\b/i.test(prefer))
    return c.body(null, 204, {
      location,
      "preference-applied": "return=minimal",
    });
  const applied = preferredWaitSeconds(prefer);
  const headers = {
    location,
    ...(applied !== undefined && { "preference-applied": `wait=${applied}` }),
  };
  return json(c, representUser(shown, baseUrl, selection), status, headers);
}

/** Whether a change is to be answered before its work (RFC 7240, §4.1; RFC 9967, §2.5.1). */
function isAsynchronous(c: Context): boolean {
  return (
    c.req.method !== "GET" &&
    /(?:^|[,;\s])respond-async\b/i.test(c.req.header("prefer") ?? "")
  );
}

function json(
  c: Context,
  body: unknown,
  status: 200 | 201 | ScimError["status"] = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return c.body(JSON.stringify(body), status, {
    "content-type": "application/scim+json; charset=utf-8",
    ...headers,
  });
}

/** An error of RFC 7644, §3.12, whose `status` is a text. */
function answerError(c: Context, error: ScimError): Response {
  const { status, scimType, detail, headers } = error;
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
  const body = { schemas, status: String(status), scimType, detail };
  return json(c, body, status, headers);
}

function optionsOf({ caller }: ScimRequest) {
  return { isStrict: caller.scim?.strict };
}

function idOf({ c }: ScimRequest): string {
  return c.req.param("id") ?? "";
}

/** @throws ScimError 415 for another media type, `invalidSyntax` for a body that is no JSON */
function jsonOf({ c, body }: ScimRequest): unknown {
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim();
  if (
    mediaType !== undefined &&
    !/^application\/(?:scim\+)?json$/i.test(mediaType)
  )
    throw new ScimError(415, "the body must be application/scim+json");
  const document = parseJson(new TextDecoder().decode(body));
  if (document === undefined || exceedsDepth(maxLevels, document))
    throw new ScimError(
      400,
      "the body is no JSON that we read",
      "invalidSyntax",
    );
  return document;
}

/** As the query of a URL has it. */
const asText = z.pipe(z.union([z.number(), z.string()]), z.transform(String));
const searchSchema = z.object({
  filter: z.optional(z.string()),
  startIndex: z.optional(asText),
  count: z.optional(asText),
  cursor: z.optional(z.string()),
  attributes: z.optional(z.array(z.string())),
  excludedAttributes: z.optional(z.array(z.string())),
});

/** The query in the body of `.search` (RFC 7644, §3.4.3). */
function searchOf(request: ScimRequest): z.infer<typeof searchSchema> {
  const { data } = searchSchema.safeParse(jsonOf(request));
  if (data) return data;
  throw new ScimError(400, "the body must be a SearchRequest", "invalidSyntax");
}
