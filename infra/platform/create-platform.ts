import { createAdmin } from "./api/admin.ts";
import {
  createFaults,
  createFaultRoutes,
  type Faults,
  injectFaults,
} from "./faults/faults.ts";
import type { PlatformContext, PlatformEnv } from "./http/context.ts";
import {
  type JournalEntry,
  keepJournal,
  recordApplied,
} from "./http/journal.ts";
import { apiPath } from "./http/route-template.ts";
import { seedCommunity, seedCrowd } from "./seed/seed-community.ts";
import { openState } from "./state/open-state.ts";
import type { PlatformOptions } from "./state/options.ts";
import { svcDefaults } from "./state/person.ts";
import type { PlatformState, StoredPerson } from "./state/platform-state.ts";
import { createTokens } from "./state/tokens.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { createApi } from "./api/create-api.ts";
import { createLogin } from "./api/login.ts";
import { completeDeletions } from "./api/people/people.ts";
import { answerError, errorAnswer } from "./http/errors.ts";
import { identifyRequester } from "./http/requester.ts";
import { importPages } from "../pages/import-pages.ts";
import { refuseOtherSites } from "../pages/page-headers.ts";

export type PlatformParts = ReturnType<typeof createPlatform>;

/**
 * Creates the stand-in of the community platform, without a server. Each lookup returns a copy of the state after the
 * latest request.
 *
 * @param origin - where it is served
 * @param opened - the state, if the caller has opened it already
 */
export function createPlatform(
  options: PlatformOptions,
  origin: string,
  opened = openState(options.folder),
) {
  const { state, isNew, flush } = opened;
  if (isNew) addServiceAccount(state, options);
  const context: PlatformContext = {
    options,
    origin,
    apiUrl: origin + apiPath,
    state,
    tokens: createTokens(options.nowMs, options.tokenLifetimeMs),
  };
  if (isNew && options.seed) seedCommunity(context);
  if (isNew) seedCrowd(context);
  flush();
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const readOnly: readonly Readonly<JournalEntry>[] = journal;
  const app = createApp(context, faults, journal);
  return {
    /** Answers a request. Its environment is that of `@hono/node-server`. */
    fetch: app.fetch,
    /** `http://127.0.0.1:<port>`, or https; `baseUrl` and `authUrl` are the same. */
    origin,
    baseUrl: origin,
    authUrl: origin,
    /** Every request so far except those to /_faults and the pages. It grows with each request. */
    journal: readOnly,
    faults,
    /** All people, including the service account. */
    people: () => structuredClone(state.people()),
    findPerson: (username: string) =>
      structuredClone(state.personByUsername(username)),
    tasksOf: (personID: string) => structuredClone(state.tasks.of(personID)),
    /** Custom streams only. */
    streamsOf: (personID: string) =>
      structuredClone(
        state.streams.of(personID).filter(({ custom }) => custom),
      ),
    imagesOf: (personID: string) => structuredClone(state.images.of(personID)),
    /** The statuses in the activity stream of a person, oldest first. */
    activitiesOf: (personID: string) =>
      state.activities
        .of(personID)
        .filter(({ body }) => body.verb === "status")
        .map(({ id, body, publishedAtMs }) => ({
          id,
          status: body.content.text,
          publishedAtMs,
        })),
    /** Sets data that no endpoint sets: the organization chart, followers, likes, hidden fields, passwords. */
    admin: createAdmin(context),
    revokeTokens: context.tokens.revokeAll,
  };
}

function addServiceAccount(
  state: PlatformState,
  options: PlatformOptions,
): void {
  const nowMs = options.nowMs();
  const { username, password } = options.serviceAccount;
  const person: StoredPerson = {
    id: state.nextID(),
    administrator: options.serviceRights,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    name: { givenName: "Service", familyName: "Account" },
    emails: [
      { value: "service@community.example", svc_label: "Email", primary: true },
    ],
    svc: { ...svcDefaults, username },
  };
  state.addPerson(person, password);
}

function createApp(
  context: PlatformContext,
  faults: Faults,
  journal: JournalEntry[],
): Hono<PlatformEnv> {
  const { options } = context;
  const app = new Hono<PlatformEnv>({ strict: false });

  app.route("/", createFaultRoutes(faults));

  app.use(async (_c, next) => {
    completeDeletions(context);
    await next();
  });
  servePages(app, context);
  // A client of the API names no site.
  app.use(refuseOtherSites(() => true));
  app.use(identifyRequester(context));
  app.use(keepJournal(journal, options));
  app.use(limitRate(options));
  app.use(injectFaults(context, faults));
  app.use(recordApplied());
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) =>
        errorAnswer(405, "The resource does not have this method.", {
          allow: methods.join(", "),
        }),
    }),
  );
  app.route("/", createLogin(context));
  app.route(apiPath, createApi(context));

  app.notFound(() => errorAnswer(404, "There is nothing at this path."));
  app.onError(answerError);
  return app;
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

/** Serves the pages. The first request of one compiles them, because that takes as long as to load everything else. */
function servePages(app: Hono<PlatformEnv>, context: PlatformContext): void {
  let pages: Promise<Hono<PlatformEnv>> | undefined;
  for (const path of ["/", "/sign-in", "/people/*", "/contents/*", "/pages/*"])
    app.get(path, async (c) => {
      pages ??= importPages(() => import("./pages/routes.tsx")).then(
        ({ createPages }) => createPages(context),
      );
      return (await pages).fetch(c.req.raw, c.env);
    });
}
