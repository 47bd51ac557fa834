import * as z from "zod/mini";
import { ApiError, UnreachableError } from "./errors.ts";
import { parseResponse } from "./json-body.ts";
import { withQuery } from "./list-query.ts";
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

/** @throws TypeError for a wrong base URL */
export function createApi(transport: Transport, baseUrl: string) {
  const base = requireBaseUrl("baseUrl", baseUrl);
  /** `{base_url}/api/core/v3` */
  const url = new URL(`${base}/api/core/v3`);
  const people = buildEndpoint(url, "/people");

  /**
   * A proxy before a platform that restarts may answer 404 to everything. Every platform that works has a list of
   * people, so an absence counts only while that list is there. The restart may end in between, or another node may
   * answer for the list, so a call that is safe to repeat is sent again, and its second answer counts.
   */
  const send: Transport = async (call) => {
    try {
      return await transport(call);
    } catch (error) {
      if (!isAbsence(error)) throw error;
      if (call.path === people.path) throw new UnreachableError(call, error);
      await requirePeople();
      if (!call.idempotent) throw error;
      return transport(call);
    }
  };

  async function ask<S extends z.ZodMiniType>(
    asked: Omit<Call, "idempotent"> & { idempotent?: boolean },
    schema: S,
  ): Promise<z.output<S>> {
    const call: Call = { idempotent: asked.method !== "POST", ...asked };
    return parseResponse(call, await send(call), schema);
  }

  async function requirePeople(): Promise<void> {
    const one = withQuery(people.url, { count: 1, fields: ["id"] });
    try {
      await ask({ ...people, method: "GET", url: one }, z.unknown());
    } catch (error) {
      // The list is there, and this requester may not see it.
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
    }
  }

  return {
    /** @throws UnreachableError, also when a proxy answered instead of the platform */
    send,
    url,

    /**
     * Sends a call and reads its response. A POST is not idempotent, unless it says so.
     *
     * @throws ApiShapeError when the response does not fit the schema
     */
    ask,

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

/** Whether an answer says that nothing is there, or that it is elsewhere. */
function isAbsence(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 404 || status === 410 || (status >= 300 && status < 400);
}
