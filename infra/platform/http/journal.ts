import type { MiddlewareHandler } from "hono";
import type { PlatformEnv } from "./context.ts";
import type { PlatformOptions } from "../state/options.ts";
import { routeTemplateOf } from "./route-template.ts";

export type JournalEntry = {
  atMs: number;
  method: string;
  /** Template below /api/core/v3, such as "/people/{personID}". The plain path if there is no such route. */
  path: string;
  requester: string | undefined;
  /** Absent until the answer is ready. It stays absent if the socket was closed before. */
  status?: number;
  /** Whether a write took effect, even if its answer was lost. */
  applied: boolean;
};

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

/** Notes whether a write took effect. It runs next to the handlers: a fault that changes the answer does not count. */
export function recordApplied(): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    await next();
    const { method } = c.req;
    const isWrite = method !== "GET" && method !== "HEAD";
    c.set("applied", c.get("applied") ?? (isWrite && c.res.ok));
  };
}
