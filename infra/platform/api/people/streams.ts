import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { readJson } from "../../http/body.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { answerPage } from "../../http/paging.ts";
import { personUrl } from "./present-person.ts";
import { selfOfPath } from "../../http/person-of-path.ts";
import { isSelf } from "../../http/permissions.ts";
import { readOnlySelf } from "../../http/resources.ts";
import type {
  PlatformState,
  StoredPerson,
  Stream,
} from "../../state/platform-state.ts";

/** The streams of every person. They do not count towards the limit. */
const standardNames = ["All Activity", "Connections"];

const streamSchema = z.object({ name: z.string().min(1) });

/** The streams of the requester. Custom streams have a limit and unique names (docs/interface.md, §2.3 and §8). */
export function createStreams(context: PlatformContext): Family {
  const { state, options } = context;
  const routes = new Hono<PlatformEnv>();

  routes.get("/people/:personID/streams", (c) => {
    const person = selfOfPath(c, context);
    return answerPage(c, context, streamsOf(state, person), (stream) =>
      presentStream(context, person, stream),
    );
  });

  routes.post("/people/:personID/streams", async (c) => {
    selfOfPath(c, context);
    const { name } = await readJson(c, streamSchema);
    const person = selfOfPath(c, context);
    const streams = streamsOf(state, person);
    if (streams.some((stream) => stream.name === name)) {
      throw new HTTPException(409, {
        message: "name: the person has a stream of this name already",
      });
    }
    // The same status as for a taken name: the interface shows neither, so clients must not rely on a difference.
    if (
      streams.filter(({ custom }) => custom).length >= options.customStreamLimit
    ) {
      throw new HTTPException(409, {
        message: `The person has ${options.customStreamLimit} custom streams already.`,
      });
    }
    const stream = { id: state.nextID(), name, custom: true };
    state.streams.add(person.id, stream);
    return c.json(presentStream(context, person, stream), 201);
  });

  routes.get("/people/:personID/streams/:streamID", (c) => {
    const person = selfOfPath(c, context);
    const stream = streamsOf(state, person).find(
      ({ id }) => id === c.req.param("streamID"),
    );
    if (stream === undefined) {
      throw new HTTPException(404, { message: "There is no such stream." });
    }
    return c.json(presentStream(context, person, stream));
  });

  return {
    routes,
    personResources: [
      {
        name: "streams",
        path: "/people/{personID}/streams",
        allowed: (requester, person) =>
          isSelf(requester, person) ? ["GET", "POST"] : [],
      },
    ],
  };
}

export function presentStream(
  context: PlatformContext,
  person: StoredPerson,
  { id, name }: Stream,
) {
  return {
    id,
    type: "stream",
    name,
    resources: readOnlySelf(personUrl(context, person, `/streams/${id}`)),
  };
}

/** The streams of a person. The first call creates the standard ones. */
export function streamsOf(
  { streams, nextID }: PlatformState,
  { id }: StoredPerson,
): readonly Stream[] {
  if (streams.ownedBy(id).length === 0) {
    for (const name of standardNames)
      streams.add(id, { id: nextID(), name, custom: false });
  }
  return streams.ownedBy(id);
}
