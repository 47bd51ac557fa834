import type * as z from "zod/mini";
import { parseResponse } from "./json-body.ts";
import { requireBaseUrl } from "./require-parameter.ts";
import {
  buildEndpoint,
  type LinkedObject,
  resolveEndpoint,
  resolveRef,
  type Target,
} from "./resolve-endpoint.ts";
import type { Call, Transport } from "./transport.ts";

/** The parts that every family of operations uses: the URLs of its calls, and the transport that sends them. */
export type Api = ReturnType<typeof createApi>;

export function createApi(send: Transport, baseUrl: string) {
  const base = requireBaseUrl("baseUrl", baseUrl);
  /** `{base_url}/api/core/v3` */
  const url = new URL(`${base}/api/core/v3`);
  return {
    send,
    url,

    /**
     * Sends a call and reads its response. A POST is not idempotent, unless it says so.
     *
     * @throws ApiShapeError when the response does not fit the schema
     */
    async ask<S extends z.ZodMiniType>(
      asked: Omit<Call, "idempotent"> & { idempotent?: boolean },
      schema: S,
    ): Promise<z.output<S>> {
      const call: Call = { idempotent: asked.method !== "POST", ...asked };
      return parseResponse(call, await send(call), schema);
    },

    /** The URL of a collection, or of an item whose id is known. @see buildEndpoint */
    endpoint: (template: string, id?: string) =>
      buildEndpoint(url, template, id),

    /** The URL of a related resource of an object. @see resolveEndpoint */
    endpointOf: (
      target: Target,
      resource: string,
      method: Call["method"],
      template: string,
    ) => resolveEndpoint(url, target, resource, method, template),

    /** The URL of a related resource that has no documented path, so only a ref leads to it. @see resolveRef */
    endpointByRef: (
      object: Pick<LinkedObject, "resources">,
      resource: string,
      method: Call["method"],
    ) => resolveRef(url, object, resource, method, `/{object}/${resource}`),
  };
}
