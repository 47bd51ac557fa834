import * as z from "zod";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { maxTextBytes, readBytes, readJson } from "../http/body.ts";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { errorAnswer } from "../http/errors.ts";
import type { PendingDeletion } from "../state/platform-state.ts";
import { authenticate, bearerOf } from "../http/requester.ts";
import { routeTemplateOf } from "../http/route-template.ts";
import { once } from "node:events";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** Which requests a rule matches. Without a method and a path, it matches all of them. */
const target = {
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** A template below /api/core/v3 such as "/people/{personID}/images", or "/login". */
  path: z.string().startsWith("/").optional(),
  /** Number of matching requests that pass unchanged first. @default 0 */
  skip: z.int().min(0).optional(),
  /** Number of requests to which the rule applies, after the ones that pass. @default all */
  times: z.int().min(1).optional(),
};

const kind = <K extends string>(name: K) => ({
  ...target,
  kind: z.literal(name),
});

export const faultRuleSchema = z.discriminatedUnion("kind", [
  /** The request waits, and then goes on. */
  z.strictObject({ ...kind("latency"), ms: z.int().min(0).max(600_000) }),
  /** The request has no effect and gets this answer. `retryAfter` is a number of seconds or an HTTP date. */
  z.strictObject({
    ...kind("status"),
    status: z.int().min(400).max(599),
    retryAfter: z
      .union([z.int().min(0), z.string().regex(/^[\w ,:+-]+$/)])
      .optional(),
  }),
  /** The request has no effect, and its socket is reset. */
  z.strictObject(kind("reset-before")),
  /** The request takes effect, then the socket is reset instead of an answer. */
  z.strictObject(kind("reset-after")),
  /**
   * The socket is reset at once. The request takes effect later: when this number of later requests to the same path
   * has been handled.
   */
  z.strictObject({ ...kind("late-effect"), afterRequests: z.int().min(1) }),
  /** The request takes effect, then the socket ends in the middle of the body of the answer. */
  z.strictObject(kind("truncated-body")),
  /** The request takes effect. The JSON of the answer lacks its last character. */
  z.strictObject(kind("malformed-json")),
  /** The JSON of a GET begins with this text instead of the guard line. "" makes the guard line missing. */
  z.strictObject({ ...kind("guard-line"), text: z.string() }),
  /** The answer of the login has no lifetime of the token. */
  z.strictObject(kind("no-token-lifetime")),
  /** The access token of the request expires just before it. */
  z.strictObject(kind("token-expired")),
  /** All temporary images expire just before the request. */
  z.strictObject(kind("temporary-images-expired")),
  /** A deletion is accepted only. The person is removed after a number of reads, after a time, or never. */
  z.strictObject({
    ...kind("late-deletion"),
    gone: z.union([
      z.literal("never"),
      z.strictObject({ afterReads: z.int().min(0) }),
      z.strictObject({ afterMs: z.int().min(0) }),
    ]),
  }),
  /** A part of the answer has another origin: its `next` and `prev`, every `ref`, or its Location. */
  z.strictObject({
    ...kind("foreign-host"),
    of: z.enum(["links", "ref", "location"]),
    origin: z.string().regex(/^https?:\/\/[\w.:-]+$/),
  }),
]);

export type FaultRule = z.infer<typeof faultRuleSchema>;

export type Faults = ReturnType<typeof createFaults>;

/** A request that takes effect after a number of later requests to the same path. */
type DelayedRequest = {
  path: string;
  requestsLeft: number;
  begin: () => void;
  ended: Promise<void>;
};

/**
 * The fault rules of one platform, in the order in which they were added. If a rule ends a request at once, the rules
 * after it do not count the request.
 */
export function createFaults() {
  let rules: { rule: FaultRule; seen: number }[] = [];
  let delayed: DelayedRequest[] = [];
  return {
    add: (rule: FaultRule) => void rules.push({ rule, seen: 0 }),
    clear: () => {
      rules = [];
      delayed = [];
    },

    /** Delays a request. Resolves when it may take effect, to a function by which the caller reports the effect. */
    async delay(path: string, afterRequests: number): Promise<() => void> {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      delayed.push({
        path,
        requestsLeft: afterRequests,
        begin: begun.resolve,
        ended: ended.promise,
      });
      await begun.promise;
      return ended.resolve;
    },

    /** Counts a handled request to this path. A delayed request that waited for it takes effect now. */
    async countHandled(path: string): Promise<void> {
      for (const request of delayed) {
        if (request.path !== path) continue;
        request.requestsLeft -= 1;
        if (request.requestsLeft !== 0) continue;
        request.begin();
        await request.ended;
      }
    },

    /** Counts the request for each rule that matches it, and yields the rules that apply to it. */
    *rulesFor(method: string, path: string): Generator<FaultRule> {
      for (const entry of rules) {
        if (!matches(entry.rule, method, path)) continue;
        const { skip = 0, times = Infinity } = entry.rule;
        entry.seen += 1;
        if (entry.seen > skip && entry.seen <= skip + times) yield entry.rule;
      }
    },
  };
}

/** The control endpoint: `POST /_faults` adds the rule of its JSON body, `DELETE /_faults` removes all rules. */
export function createFaultRoutes(faults: Faults): Hono {
  const routes = new Hono();
  routes.post("/_faults", async (c) => {
    faults.add(await readJson(c, faultRuleSchema));
    return c.body(null, 204);
  });
  routes.delete("/_faults", (c) => {
    faults.clear();
    return c.body(null, 204);
  });
  return routes;
}

function matches(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  return (
    rule.path === undefined || withoutNames(rule.path) === withoutNames(path)
  );
}

/** Removes the names of parameters: a rule may use other names than the route. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, "{}");
}

type Afterwards = {
  /** Changes of the answer, in the order of their rules. */
  changes: (() => Response | Promise<Response>)[];
  /** Only for a delayed request: reports its effect. */
  reportEffect?: () => void;
};

export function injectFaults(
  context: PlatformContext,
  faults: Faults,
): MiddlewareHandler<PlatformEnv> {
  const { options, origin, state, tokens } = context;

  /** Resolves to an answer that ends the request, if the rule has one. */
  async function applyRule(
    rule: FaultRule,
    c: Context<PlatformEnv>,
    afterwards: Afterwards,
  ): Promise<Response | undefined> {
    const { changes } = afterwards;
    switch (rule.kind) {
      case "latency":
        await options.sleepMs(rule.ms);
        break;
      case "status":
        return errorAnswer(
          rule.status,
          "Injected fault.",
          rule.retryAfter === undefined
            ? {}
            : { "retry-after": String(rule.retryAfter) },
        );
      case "reset-before":
        return resetSocket(c);
      case "reset-after":
        changes.push(() => resetSocket(c));
        break;
      case "late-effect": {
        await keepBody(c);
        const answer = resetSocket(c);
        const path = routeTemplateOf(c);
        afterwards.reportEffect = await faults.delay(path, rule.afterRequests);
        changes.push(() => answer);
        break;
      }
      case "truncated-body":
        changes.push(() => truncateAnswer(c));
        break;
      case "malformed-json":
        changes.push(() => changeJson(c.res, (text) => text.slice(0, -1)));
        break;
      case "guard-line":
        c.set("guardLine", rule.text);
        break;
      case "no-token-lifetime":
        changes.push(() =>
          changeJson(c.res, (text) => text.replace(/,"expires_in":\d+/, "")),
        );
        break;
      case "token-expired":
        tokens.expire(bearerOf(c.req.raw));
        c.set("requester", authenticate(context, c.req.raw));
        break;
      case "temporary-images-expired":
        state.temporaryImages.clear();
        break;
      case "late-deletion":
        c.set("lateDeletion", deletionOf(rule, options.nowMs()));
        break;
      case "foreign-host":
        changes.push(() => replaceOrigin(c.res, rule, origin));
        break;
    }
    return undefined;
  }

  return async (c, next) => {
    const path = routeTemplateOf(c);
    const afterwards: Afterwards = { changes: [] };
    for (const rule of faults.rulesFor(c.req.method, path)) {
      const answer = await applyRule(rule, c, afterwards);
      if (answer) return answer;
    }
    await next();
    // Each request that is not delayed may be the last one for which a delayed request waits.
    if (afterwards.reportEffect) afterwards.reportEffect();
    else await faults.countHandled(path);
    for (const change of afterwards.changes) {
      c.res = await change();
      // After a reset, there is no answer left to change.
      if (c.env.incoming.socket.destroyed) break;
    }
    return undefined;
  };
}

function deletionOf(
  { gone }: Extract<FaultRule, { kind: "late-deletion" }>,
  nowMs: number,
): PendingDeletion {
  if (gone === "never") return { readsLeft: Infinity };
  return "afterReads" in gone
    ? { readsLeft: gone.afterReads }
    : { goneAtMs: nowMs + gone.afterMs };
}

async function replaceOrigin(
  answer: Response,
  rule: Extract<FaultRule, { kind: "foreign-host" }>,
  origin: string,
): Promise<Response> {
  if (rule.of === "location") {
    const location = answer.headers.get("location");
    if (location !== null) {
      answer.headers.set("location", location.replace(origin, rule.origin));
    }
    return answer;
  }
  // JSON escapes a quote in a value, so the text can match field names only.
  const names = rule.of === "ref" ? ["ref"] : ["next", "prev"];
  return changeJson(answer, (text) =>
    names.reduce(
      (changed, name) =>
        changed.replaceAll(`"${name}":"${origin}`, `"${name}":"${rule.origin}`),
      text,
    ),
  );
}

/** Reads the body now, because it is lost when the socket is reset. */
async function keepBody(c: Context<PlatformEnv>): Promise<void> {
  const { method, url } = c.req;
  const { headers } = c.req.raw;
  const body = await readBytes(c, maxTextBytes);
  c.req.raw = new Request(url, {
    method,
    headers,
    body: body.byteLength > 0 ? body : null,
  });
}

function resetSocket(c: Context<PlatformEnv>): Response {
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head of the answer and half of its body, then ends the socket. An answer without a body stays as it is. */
async function truncateAnswer(c: Context<PlatformEnv>): Promise<Response> {
  const { outgoing, incoming } = c.env;
  const body = Buffer.from(await c.res.clone().arrayBuffer());
  if (body.byteLength === 0) return c.res;
  outgoing.writeHead(c.res.status, {
    ...Object.fromEntries(c.res.headers),
    "content-length": body.byteLength,
  });
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, body.byteLength / 2), () =>
    incoming.socket.destroySoon(),
  );
  if (!incoming.socket.destroyed) await once(incoming.socket, "close");
  return RESPONSE_ALREADY_SENT;
}

/** The answer with a changed JSON text. An answer of another content type stays as it is. */
async function changeJson(
  answer: Response,
  change: (text: string) => string,
): Promise<Response> {
  const contentType = answer.headers.get("content-type") ?? "";
  if (!contentType.startsWith("application/json")) return answer;
  return new Response(change(await answer.text()), answer);
}
