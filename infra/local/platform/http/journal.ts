import type { MiddlewareHandler } from "hono";
import type { PlatformEnv } from "./context.ts";
import type { PlatformOptions } from "../state/options.ts";
import { routeTemplateOf } from "./route-template.ts";

/** One request as the platform saw it; entries stand in the order of arrival. */
export type JournalEntry = {
  atMs: number;
  method: string;
  /** Below /api/core/v3, as a template: "/people/{personID}"; the bare path where there is no such route. */
  path: string;
  /** Username of who signed it. */
  requester: string | undefined;
  /** Absent until the answer is ready, and for good when the socket was gone by then. */
  status?: number;
  /** Whether a write took effect, answered or not. */
  applied: boolean;
};

/** Writes every request into `journal`. */
export function keepJournal(
  journal: JournalEntry[],
  { nowMs, journalLimit }: PlatformOptions,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    const entry: JournalEntry = {
      atMs: nowMs(),
      method: c.req.method,
      path: routeTemplateOf(c),
      requester: c.get("requester")?.svc.username,
      applied: false,
    };
    journal.push(entry);
    if (journal.length > journalLimit) journal.shift();
    await next();
    entry.applied = c.get("applied") === true;
    if (!c.env.incoming.socket.destroyed) entry.status = c.res.status;
  };
}

/** Notes that a write took effect; stands next to the handlers, so that nothing that happens to the answer counts. */
export function recordApplied(): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    await next();
    const { method } = c.req;
    const isWrite = method !== "GET" && method !== "HEAD";
    c.set("applied", c.get("applied") ?? (isWrite && c.res.ok));
  };
}
