import { Hono, type MiddlewareHandler } from "hono";
import { readAuthorization } from "../http/authorization.ts";
import { readJson } from "../http/body.ts";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { errorAnswer } from "../http/errors.ts";
import type { Deletion } from "../state/options.ts";
import { whoSigned } from "../http/requester.ts";
import { routeTemplateOf } from "../http/route-template.ts";
import { changeJson, resetSocket, truncateAnswer } from "./fault-answer.ts";
import { faultRuleSchema, type FaultRule } from "./fault-rule.ts";

export type Faults = ReturnType<typeof createFaults>;

/**
 * The rules in force. They apply in the order they were added; one that ends the request at once ends it for the rules
 * after it too, which have not seen it.
 */
export function createFaults() {
  let rules: { rule: FaultRule; seen: number }[] = [];
  return {
    add: (rule: FaultRule) => void rules.push({ rule, seen: 0 }),
    clear: () => {
      rules = [];
    },
    *hitting(method: string, path: string): Generator<FaultRule> {
      for (const entry of rules) {
        if (!meets(entry.rule, method, path)) continue;
        const { skip = 0, times = Infinity } = entry.rule;
        entry.seen += 1;
        if (entry.seen > skip && entry.seen <= skip + times) yield entry.rule;
      }
    },
  };
}

/** Lets faults happen to a request. */
export function injectFaults(
  context: PlatformContext,
  faults: Faults,
): MiddlewareHandler<PlatformEnv> {
  const { options, origin, state, tokens } = context;
  return async (c, next) => {
    // What is to become of the answer once there is one.
    const changes: (() => Response | Promise<Response>)[] = [];
    for (const rule of faults.hitting(c.req.method, routeTemplateOf(c))) {
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
          if (credentials?.scheme === "bearer")
            tokens.expire(credentials.token);
          c.set("requester", whoSigned(context, header));
          break;
        }
        case "temporary-images-expired":
          state.temporaryImages.clear();
          break;
        case "late-deletion":
          c.set("deletion", deletionOf(rule));
          break;
        case "foreign-host":
          changes.push(() => leadElsewhere(c.res, rule, origin));
          break;
      }
    }
    await next();
    for (const change of changes) {
      c.res = await change();
      // Nobody is there any more to tell more to.
      if (c.env.incoming.socket.destroyed) break;
    }
    return undefined;
  };
}

/** The same over HTTP: `POST /_faults` adds the rule of the JSON body, `DELETE /_faults` clears all. */
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

function meets(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  return (
    rule.path === undefined || withoutNames(rule.path) === withoutNames(path)
  );
}

/** Templates are the same however their parameters are called. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, "{}");
}

function deletionOf({
  gone,
}: Extract<FaultRule, { kind: "late-deletion" }>): Deletion {
  if (gone === "never") return { goneAfterReads: Infinity };
  return "afterReads" in gone
    ? { goneAfterReads: gone.afterReads }
    : { goneAfterMs: gone.afterMs };
}

async function leadElsewhere(
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
  // A quote within a text of JSON is escaped, so these are names of fields and nothing else.
  const names = rule.of === "ref" ? ["ref"] : ["next", "prev"];
  return changeJson(answer, (text) =>
    names.reduce(
      (changed, name) =>
        changed.replaceAll(`"${name}":"${origin}`, `"${name}":"${rule.origin}`),
      text,
    ),
  );
}
