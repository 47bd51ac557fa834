import * as z from "zod/mini";
import { type Api, json, readJson } from "./api.ts";
import { entitySchema } from "./entity.ts";
import type { Target } from "./resolve-endpoint.ts";
import { maybe } from "./maybe.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require.ts";
import type { Call } from "./transport.ts";

/** A Stream; fields beyond its name are not documented (the API document, §2.2). */
const streamSchema = z.extend(entitySchema, {
  name: maybe(z.string()),
});
export type Stream = z.infer<typeof streamSchema>;

const streams = "/people/{personID}/streams";

/** Streams: only when the person is the requester; custom names unique, ten by default (the API document, §8). */
export function streamsOf(api: Api) {
  return {
    /** @throws UnknownOutcomeError when the stream may or may not exist now */
    async create(target: Target, name: string): Promise<Stream> {
      requireText("name", name);
      const call: Call = {
        method: "POST",
        ...api.of(target, "streams", "POST", streams),
        ...json({ name }),
        idempotent: false,
      };
      return readJson(call, await api.send(call), streamSchema);
    },

    list(target: Target): List<Stream> {
      const endpoint = () => api.of(target, "streams", "GET", streams);
      return listItems(api, endpoint, streamSchema);
    },

    /** The requester's streams in which it follows this person. */
    followingIn(target: Target): List<Stream> {
      const template = "/people/{personID}/followingIn";
      const endpoint = () => api.of(target, "followingIn", "GET", template);
      return listItems(api, endpoint, streamSchema);
    },
  };
}
