import { Hono, type MiddlewareHandler } from "hono";
import type {
  Api,
  Family,
  PlatformContext,
  PlatformEnv,
} from "../http/context.ts";
import { refuseRunAs, requesterOf } from "../http/requester.ts";
import { addActivities } from "./contents/activities.ts";
import { addContents } from "./contents/contents.ts";
import { addDirectMessages, addInbox } from "./contents/direct-messages.ts";
import { addDiscussions } from "./contents/discussions.ts";
import { addFollowing } from "./people/following.ts";
import { addImages } from "./people/images.ts";
import { addOrganization } from "./people/organization.ts";
import { addPeople } from "./people/people.ts";
import { addStreams } from "./people/streams.ts";
import { addTasks } from "./people/tasks.ts";
import { addMembers } from "./places/members.ts";
import { addPlaces } from "./places/places.ts";

const families: readonly Family[] = [
  addPeople,
  addOrganization,
  addFollowing,
  addImages,
  addTasks,
  addStreams,
  addMembers,
  addPlaces,
  addContents,
  addDiscussions,
  addActivities,
  addDirectMessages,
  addInbox,
];

export function createApi(context: PlatformContext): Api {
  const api: Api = new Hono();
  api.use(async (c, next) => {
    // Refuses a request without valid credentials.
    requesterOf(c);
    refuseRunAs(c);
    await next();
  });
  api.use(addGuardLine);
  for (const addFamily of families) addFamily(api, context);
  return api;
}

const guardLine = "throw 'allowIllegalResourceCall is false.';\n";

/** Puts the guard line before the JSON of every successful GET (docs/interface.md, §2.6), and before nothing else. */
const addGuardLine: MiddlewareHandler<PlatformEnv> = async (c, next) => {
  await next();
  const isJson =
    c.res.headers.get("content-type")?.startsWith("application/json") === true;
  if (c.req.method === "GET" && c.res.ok && isJson) {
    const line = c.get("guardLine") ?? guardLine;
    c.res = new Response(line + (await c.res.text()), c.res);
  }
};
