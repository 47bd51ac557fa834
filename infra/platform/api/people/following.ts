import { Hono, type Context } from "hono";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { followedBy } from "../../state/follows.ts";
import { answerPage } from "../../http/paging.ts";
import { answerPeople } from "./people.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import { presentStream, streamsOf } from "./streams.ts";

/**
 * The people that a person follows, and the streams in which the requester follows the person (docs/interface.md,
 * §2.3).
 */
export function createFollowing(context: PlatformContext): Family {
  const routes = new Hono<PlatformEnv>();

  routes.get("/people/:personID/@following", (c) => {
    const { id } = personOfPath(c, context);
    return answerPeople(c, context, followedBy(context.state, id));
  });

  routes.get("/people/:personID/followingIn", (c) =>
    answerFollowingIn(c, context, personOfPath(c, context).id),
  );

  return {
    routes,
    personResources: [
      {
        name: "following",
        path: "/people/{personID}/@following",
        allowed: () => ["GET"],
      },
      {
        name: "followingIn",
        path: "/people/{personID}/followingIn",
        allowed: () => ["GET"],
      },
    ],
  };
}

/** Answers the streams in which the requester follows a person or a content. */
export function answerFollowingIn(
  c: Context<PlatformEnv>,
  context: PlatformContext,
  followedID: string,
): Response {
  const requester = requesterOf(c);
  const follows = context.state.follows
    .all()
    .filter((follow) => follow.followedID === followedID);
  // A stream belongs to one person, so this leaves out the streams of other followers.
  const streams = streamsOf(context.state, requester).filter(({ id }) =>
    follows.some(({ streamID }) => streamID === id),
  );
  return answerPage(c, context, streams, (stream) =>
    presentStream(context, requester, stream),
  );
}
