import * as z from "zod";
import { readJson } from "../../http/body.ts";
import type { Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { readOnlySelf } from "../../http/permissions.ts";
import { selfOfPath } from "../../http/requester.ts";
import type {
  PlatformState,
  StoredPerson,
  Stream,
} from "../../state/platform-state.ts";
import { addPartRoutes } from "../item-routes.ts";

/** The streams of every person. They do not count towards the limit. */
const standardNames = ["All Activity", "Connections"];

const streamSchema = z.object({ name: z.string().min(1) });

/** The streams of the requester. Custom streams have a limit and unique names (docs/interface.md, §2.3 and §8). */
export const addStreams: Family = (api, context) => {
  const { state, options } = context;
  const limit = options.customStreamLimit;
  addPartRoutes<Stream>(api, context, "/people/:personID/streams", "stream", {
    partsOf: (c) => streamsOf(state, selfOfPath(c, context)),
    present: (stream) => presentStream(context, stream),
    create: async (c) => {
      selfOfPath(c, context);
      const { name } = await readJson(c, streamSchema);
      // Read again: another request may have deleted the person while the body came in.
      const person = selfOfPath(c, context);
      const streams = streamsOf(state, person);
      if (streams.some((stream) => stream.name === name))
        refuse(409, "name: the person has a stream of this name already");
      // The same status as for a taken name: the interface shows neither, so clients must not rely on a difference.
      if (streams.filter(({ custom }) => custom).length >= limit)
        refuse(409, `The person has ${limit} custom streams already.`);
      return addStream(state, person, { name, custom: true });
    },
  });
};

export function presentStream(
  { apiUrl }: PlatformContext,
  { id, ownerID, name }: Stream,
) {
  return {
    id,
    type: "stream",
    name,
    resources: readOnlySelf(`${apiUrl}/people/${ownerID}/streams/${id}`),
  };
}

/** The streams of a person. The first call creates the standard ones. */
export function streamsOf(
  state: PlatformState,
  person: StoredPerson,
): readonly Stream[] {
  if (state.streams.of(person.id).length === 0)
    for (const name of standardNames)
      addStream(state, person, { name, custom: false });
  return state.streams.of(person.id);
}

function addStream(
  { streams, nextID }: PlatformState,
  { id: ownerID }: StoredPerson,
  fields: Pick<Stream, "name" | "custom">,
): Stream {
  const stream = { id: nextID(), ownerID, ...fields };
  streams.put(stream);
  return stream;
}
