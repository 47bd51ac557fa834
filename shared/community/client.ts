import { setTimeout as sleep } from "node:timers/promises";
import { createApi } from "./api.ts";
import { requireBaseUrl } from "./require-parameter.ts";
import type { Authorizer } from "./authorizer.ts";
import { familiesOf } from "./families.ts";
import { createHttp } from "./http.ts";
import { imagesOf } from "./images.ts";
import { peopleOf } from "./people.ts";
import { personResourcesOf } from "./person-resources.ts";
import { relatedOf } from "./related.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

export type ClientOptions = Partial<
  Omit<TransportOptions, "origin" | "authorizer">
> & {
  /** The API is at `{baseUrl}/api/core/v3`. https, or http on loopback. */
  baseUrl: string;
  /** The credentials of the requester. A client has exactly one requester. */
  authorizer: Authorizer;
};

/** One property for each family of operations (docs/interface.md). A new family is one new file and one line here. */
export type Client = ReturnType<typeof createClient>;

/** @throws TypeError when the base URL is neither https nor http on loopback, or a limit is out of range */
export function createClient(options: ClientOptions) {
  const defaults = { ...clientDefaults(), ...options };
  const send = createTransport({
    ...defaults,
    origin: new URL(requireBaseUrl("baseUrl", options.baseUrl)).origin,
  });
  const api = createApi(send, options.baseUrl);

  const people = peopleOf(api, defaults.sleepMs);
  const family = familiesOf(api, people);

  return {
    people,
    ...personResourcesOf(api),
    images: imagesOf(api),
    contents: family("contents"),
    announcements: family("announcements"),
    family,
    related: relatedOf(api),
  };
}

/** The external dependencies of a client and of a login. Clients that share them also share connections. */
export function clientDefaults(): Pick<
  TransportOptions,
  "http" | "nowMs" | "sleepMs" | "random"
> {
  return {
    http: createHttp(),
    nowMs: Date.now,
    sleepMs: (durationMs) => sleep(durationMs),
    random: Math.random,
  };
}
