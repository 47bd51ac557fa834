import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { Deletion, PlatformOptions } from "../state/options.ts";
import type { PersonResource } from "./resources.ts";
import type { StoredPerson, PlatformState } from "../state/platform-state.ts";
import type { Tokens } from "../state/tokens.ts";

/** What every part of one running platform shares. */
export type PlatformContext = {
  options: PlatformOptions;
  /** Scheme, host and port. */
  origin: string;
  /** `origin` and the path of version 3: what every `ref` begins with. */
  apiUrl: string;
  state: PlatformState;
  tokens: Tokens;
  /** Filled by the families while the app is built. */
  personResources: PersonResource[];
};

export type PlatformEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** Who signed the request; `undefined` when nobody we know. */
    requester: StoredPerson | undefined;
    /** Whether the request took effect, whatever becomes of its answer; said of each write, unless it says so itself. */
    applied: boolean | undefined;
    /** Set by an injected fault: how this request deletes. */
    deletion: Deletion | undefined;
    /** Set by an injected fault: what stands before the JSON of this answer. */
    guardLine: string | undefined;
  };
};

/** A group of endpoints (the API document, §1): one file, and one line in `app.ts`. */
export type Family = {
  /** Paths are relative to `apiUrl`. */
  routes: Hono<PlatformEnv>;
  /** What the family adds to the `resources` of every Person. */
  personResources?: readonly PersonResource[];
};
