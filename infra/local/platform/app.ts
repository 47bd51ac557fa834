import { Hono, type Context } from "hono";
import { createActivities } from "./api/contents/activities.ts";
import { createContents } from "./api/contents/contents.ts";
import type { Family, PlatformContext, PlatformEnv } from "./http/context.ts";
import { removeGone } from "./api/people/deletion.ts";
import { createDirectMessages } from "./api/contents/direct-messages.ts";
import { createDiscussions } from "./api/contents/discussions.ts";
import { answerError, errorAnswer } from "./http/errors.ts";
import { createFollowing } from "./api/people/following.ts";
import { addGuardLine } from "./http/guard-line.ts";
import { createImages } from "./api/people/images.ts";
import { createInbox } from "./api/contents/inbox.ts";
import { keepJournal, noteCommit, type JournalEntry } from "./http/journal.ts";
import { createLogin } from "./api/login.ts";
import { createPages } from "./pages/pages.ts";
import { createMembers } from "./api/places/members.ts";
import { createOrganization } from "./api/people/organization.ts";
import { createPeople } from "./api/people/people.ts";
import { createPlaces } from "./api/places/places.ts";
import { limitRate } from "./http/rate-limit.ts";
import { identifyRequester, requesterOf } from "./http/requester.ts";
import { apiPath } from "./http/route-template.ts";
import { createStreams } from "./api/people/streams.ts";
import { createTasks } from "./api/people/tasks.ts";
import {
  injectFaults,
  createFaultRoutes,
  type Faults,
} from "./faults/inject-faults.ts";

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
