import { Hono, type Context } from "hono";
import { createActivities } from "./activities.ts";
import { createContents } from "./contents.ts";
import type { Family, PlatformContext, PlatformEnv } from "./context.ts";
import { removeGone } from "./deletion.ts";
import { createDirectMessages } from "./direct-messages.ts";
import { createDiscussions } from "./discussions.ts";
import { answerError, errorAnswer } from "./errors.ts";
import { createFollowing } from "./following.ts";
import { addGuardLine } from "./guard-line.ts";
import { createHtmlPages } from "./html-pages.ts";
import { createImages } from "./images.ts";
import { createInbox } from "./inbox.ts";
import { keepJournal, noteCommit, type JournalEntry } from "./journal.ts";
import { createLogin } from "./login.ts";
import { createPages } from "./pages/pages.ts";
import { createMembers } from "./members.ts";
import { createOrganization } from "./organization.ts";
import { createPeople } from "./people.ts";
import { createPlaces } from "./places.ts";
import { limitRate } from "./rate-limit.ts";
import { identifyRequester, requesterOf } from "./requester.ts";
import { apiPath } from "./route-template.ts";
import { createStreams } from "./streams.ts";
import { createTasks } from "./tasks.ts";
import {
  injectFaults,
  createFaultRoutes,
  type Faults,
} from "./inject-faults.ts";

/** Everything below /api/core/v3: one line for each family. */
const families: readonly ((context: PlatformContext) => Family)[] = [
  createPeople,
  createOrganization,
  createFollowing,
  createImages,
  createTasks,
  createStreams,
  createMembers,
  createPlaces,
  createContents,
  createDiscussions,
  createActivities,
  createDirectMessages,
  createInbox,
];

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
    removeGone(context);
    await next();
  });
  app.route("/", createPages(context));
  app.route("/", createHtmlPages(context));
  app.use(identifyRequester(context));
  app.use(keepJournal(journal, options));
  app.use(limitRate(options));
  app.use(injectFaults(context, faults));
  app.use(noteCommit());
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

function createApi(context: PlatformContext): Hono<PlatformEnv> {
  const api = new Hono<PlatformEnv>();
  api.use(async (c, next) => {
    requesterOf(c);
    await next();
  });
  api.use(addGuardLine(context.options.guardLine));
  for (const createFamily of families) {
    const { routes, personResources = [] } = createFamily(context);
    context.personResources.push(...personResources);
    api.route("/", routes);
  }
  return api;
}

/** 405 where the path has other methods, else 404. */
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
