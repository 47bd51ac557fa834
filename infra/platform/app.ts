import { Hono, type Context, type MiddlewareHandler } from "hono";
import { createApi } from "./api/create-api.ts";
import { createLogin } from "./api/login.ts";
import { completeDeletions } from "./api/people/people.ts";
import { createFaultRoutes, type Faults } from "./faults/faults.ts";
import { injectFaults } from "./faults/inject-faults.ts";
import type { PlatformContext, PlatformEnv } from "./http/context.ts";
import { answerError, errorAnswer } from "./http/errors.ts";
import {
  keepJournal,
  recordApplied,
  type JournalEntry,
} from "./http/journal.ts";
import { identifyRequester } from "./http/requester.ts";
import { apiPath } from "./http/route-template.ts";
import type { PlatformOptions } from "./state/options.ts";
import { importPages } from "../pages/import-pages.ts";

/** Builds the whole stand-in. */
export function createApp(
  context: PlatformContext,
  faults: Faults,
  journal: JournalEntry[],
): Hono<PlatformEnv> {
  const { options } = context;
  const app = new Hono<PlatformEnv>({ strict: false });

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.route("/", createFaultRoutes(faults));

  app.use(async (_c, next) => {
    completeDeletions(context);
    await next();
  });
  app.route("/", createPages(context));
  app.use(identifyRequester(context));
  app.use(keepJournal(journal, options));
  app.use(limitRate(options));
  app.use(injectFaults(context, faults));
  app.use(recordApplied());
  app.route("/", createLogin(context));
  app.route(apiPath, createApi(context));

  app.notFound((c) => answerUnrouted(app, c));
  app.onError((error) => {
    const answer = answerError(error);
    if (answer.status === 401 && options.bearerChallenge) {
      answer.headers.set("www-authenticate", "Bearer");
    }
    return answer;
  });
  return app;
}

/** Answers 405 if the path has other methods. Otherwise, it answers 404. */
function answerUnrouted(app: Hono<PlatformEnv>, c: Context): Response {
  const allowed = ["GET", "POST", "PUT", "DELETE"].filter((method) =>
    app.router
      .match(method, c.req.path)[0]
      .some(([[, route]]) => route.method === method),
  );
  if (allowed.length === 0) {
    return errorAnswer(404, "There is nothing at this path.");
  }
  return errorAnswer(405, "The resource does not have this method.", {
    allow: allowed.join(", "),
  });
}

/** Allows `rateLimit` requests in each second of the clock, and answers 429 to the others. */
function limitRate({
  rateLimit,
  rateLimitHeaders,
  nowMs,
}: PlatformOptions): MiddlewareHandler<PlatformEnv> {
  let second = -1;
  let requests = 0;
  return async (c, next) => {
    const currentSecond = Math.floor(nowMs() / 1000);
    if (currentSecond !== second) {
      second = currentSecond;
      requests = 0;
    }
    requests += 1;
    if (rateLimit !== undefined && rateLimitHeaders) {
      const { outgoing } = c.env;
      const left = Math.max(0, rateLimit - requests);
      outgoing.setHeader("ratelimit-policy", `"second";q=${rateLimit};w=1`);
      outgoing.setHeader("ratelimit", `"second";r=${left};t=1`);
    }
    if (rateLimit === undefined || requests <= rateLimit) return next();
    return errorAnswer(429, "Too many requests in this second.", {
      "retry-after": "1",
    });
  };
}

const { createPages } = await importPages(() => import("./pages/routes.tsx"));
