import type { Context, MiddlewareHandler } from "hono";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { errorAnswer } from "../http/errors.ts";
import type { Deletion } from "../state/options.ts";
import { authenticate, readAuthorization } from "../http/requester.ts";
import { routeTemplateOf } from "../http/route-template.ts";
import type { FaultRule } from "./fault-rule.ts";
import type { Faults } from "./faults.ts";
import { once } from "node:events";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { readBytes } from "../http/body.ts";

/** What the rules of one request do after its handler. */
type Afterwards = {
  /** Changes of the answer, in the order of their rules. */
  changes: (() => Response | Promise<Response>)[];
  /** Reports the effect of a delayed request. */
  endDelay?: () => void;
};

/** Applies the fault rules to each request. */
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
        afterwards.endDelay = await faults.delay(path, rule.afterRequests);
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
      case "token-expired": {
        const header = c.req.header("authorization");
        const credentials = readAuthorization(header);
        if (credentials?.scheme === "bearer") tokens.expire(credentials.token);
        c.set("requester", authenticate(context, header));
        break;
      }
      case "temporary-images-expired":
        state.temporaryImages.clear();
        break;
      case "late-deletion":
        c.set("deletion", deletionOf(rule));
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
    if (afterwards.endDelay) afterwards.endDelay();
    else await faults.handled(path);
    for (const change of afterwards.changes) {
      c.res = await change();
      // After a reset, there is no answer left to change.
      if (c.env.incoming.socket.destroyed) break;
    }
    return undefined;
  };
}

function deletionOf({
  gone,
}: Extract<FaultRule, { kind: "late-deletion" }>): Deletion {
  if (gone === "never") return { goneAfterReads: Infinity };
  return "afterReads" in gone
    ? { goneAfterReads: gone.afterReads }
    : { goneAfterMs: gone.afterMs };
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
  const body = await readBytes(c, 1_048_576);
  c.req.raw = new Request(url, {
    method,
    headers,
    body: body.byteLength > 0 ? body : null,
  });
}

/** Resets the socket instead of answering. */
function resetSocket(c: Context<PlatformEnv>): Response {
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/**
 * Sends the head of the answer and half of its body, then ends the socket. An answer without a body stays as it is.
 */
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
