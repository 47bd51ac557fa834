import * as z from "zod/mini";
import { type Api, json, readJson } from "./api.ts";
import type { Target } from "./locate.ts";
import { maybe } from "./maybe.ts";
import { listItems } from "./pages.ts";
import { resourcesSchema } from "./resources.ts";
import type { Call } from "./transport.ts";

/** A Stream; fields beyond its name are not documented (the API document, §2.2). */
const streamSchema = z.looseObject({
  id: maybe(z.string()),
  name: maybe(z.string()),
  resources: maybe(resourcesSchema),
});
export type Stream = z.infer<typeof streamSchema>;

const streams = "/people/{personID}/streams";

/** Streams: only when the person is the requester; custom names unique, ten by default (the API document, §8). */
export function streamsOf(api: Api) {
  return {
    /** @throws UnknownOutcomeError when the stream may or may not exist now */
    async create(target: Target, name: string): Promise<Stream> {
      const call: Call = {
        method: "POST",
        ...api.of(target, "streams", "POST", streams),
        ...json({ name }),
        repeatable: false,
      };
      return readJson(call, await api.send(call), streamSchema);
    },

    list(target: Target): AsyncGenerator<Stream, void> {
      const place = api.of(target, "streams", "GET", streams);
      return listItems(api, place, streamSchema);
    },
  };
}
