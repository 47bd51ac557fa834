import { Hono } from "hono";
import { readJson } from "../http/body.ts";
import { faultRuleSchema, type FaultRule } from "./fault-rule.ts";

export type Faults = ReturnType<typeof createFaults>;

/** A request that takes effect after a number of others. */
type Delayed = {
  path: string;
  left: number;
  begin: () => void;
  end: Promise<void>;
};

/**
 * The fault rules of one platform, in the order in which they were added. A rule that ends a request at once ends it
 * for the rules after it too: they do not count the request.
 */
export function createFaults() {
  let rules: { rule: FaultRule; seen: number }[] = [];
  let delayed: Delayed[] = [];
  return {
    add: (rule: FaultRule) => void rules.push({ rule, seen: 0 }),
    clear: () => {
      rules = [];
      delayed = [];
    },

    /**
     * Delays a request. Resolves when the request may take effect. The caller then calls the returned function to
     * report the effect.
     */
    async delay(path: string, afterRequests: number): Promise<() => void> {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      delayed.push({
        path,
        left: afterRequests,
        begin: begun.resolve,
        end: ended.promise,
      });
      await begun.promise;
      return ended.resolve;
    },

    /** A request to this path was handled. Lets the delayed requests take effect whose time has come. */
    async handled(path: string): Promise<void> {
      for (const one of delayed) {
        if (one.path !== path || --one.left !== 0) continue;
        one.begin();
        await one.end;
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

/** Removes the names of parameters, as they do not tell one template from another. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, "{}");
}
