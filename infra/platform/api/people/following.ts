import type { Call, Family, PlatformContext } from "../../http/context.ts";
import { answerPage } from "../../http/paging.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import { peopleLinkedBy } from "../../state/platform-state.ts";
import { answerPeople } from "./people.ts";
import { presentStream, streamsOf } from "./streams.ts";

/**
 * The people that a person follows, and the streams in which the requester follows the person (docs/interface.md,
 * §2.3).
 */
export const addFollowing: Family = (api, context) => {
  api.get("/people/:personID/@following", (c) => {
    const { id } = personOfPath(c, context);
    const followed = peopleLinkedBy(context.state, "follows", id);
    return answerPeople(c, context, followed);
  });

  api.get("/people/:personID/followingIn", (c) =>
    answerFollowingIn(c, context, personOfPath(c, context).id),
  );
};

/** Answers the streams in which the requester follows a person or a content. */
export function answerFollowingIn(
  c: Call,
  context: PlatformContext,
  followedID: string,
): Response {
  const follows = context.state.follows
    .of(followedID)
    .filter(({ to }) => to === followedID);
  // A stream belongs to one person, so this leaves out the streams of other followers.
  const streams = streamsOf(context.state, requesterOf(c)).filter(({ id }) =>
    follows.some(({ streamID }) => streamID === id),
  );
  return answerPage(c, context, streams, (stream) =>
    presentStream(context, stream),
  );
}
