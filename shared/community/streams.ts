import * as z from "zod/mini";
import type { Api } from "./api.ts";
import { jsonBody, parseResponse } from "./json-body.ts";
import { entitySchema } from "./entity.ts";
import type { Target } from "./resolve-endpoint.ts";
import { optionalField } from "./entity.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require-parameter.ts";
import type { Call } from "./transport.ts";

/** A Stream. Only its name is documented (docs/interface.md, §2.2). */
const streamSchema = z.extend(entitySchema, {
  name: optionalField(z.string()),
});
export type Stream = z.infer<typeof streamSchema>;

const streams = "/people/{personID}/streams";

/**
 * Streams. Only the person itself may use them. Names of custom streams are unique, and the platform allows ten custom
 * streams by default (docs/interface.md, §8).
 */
export function streamsOf(api: Api) {
  return {
    /** @throws UnknownOutcomeError when the stream may or may not have been created */
    async create(target: Target, name: string): Promise<Stream> {
      requireText("name", name);
      const call: Call = {
        method: "POST",
        ...api.endpointOf(target, "streams", "POST", streams),
        ...jsonBody({ name }),
        idempotent: false,
      };
      return parseResponse(call, await api.send(call), streamSchema);
    },

    list(target: Target): List<Stream> {
      const endpoint = () => api.endpointOf(target, "streams", "GET", streams);
      return listItems(api, endpoint, streamSchema);
    },

    /** The requester's streams that follow this person. */
    followingIn(target: Target): List<Stream> {
      const template = "/people/{personID}/followingIn";
      const endpoint = () =>
        api.endpointOf(target, "followingIn", "GET", template);
      return listItems(api, endpoint, streamSchema);
    },
  };
}
