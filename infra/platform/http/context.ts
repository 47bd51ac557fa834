import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { PlatformOptions } from "../state/options.ts";
import type {
  PendingDeletion,
  StoredPerson,
  PlatformState,
} from "../state/platform-state.ts";
import type { Tokens } from "../state/tokens.ts";

export type PlatformContext = {
  options: PlatformOptions;
  /** Scheme, host and port. */
  origin: string;
  /** `origin` and the path of version 3. Every `ref` to the API begins with it. */
  apiUrl: string;
  state: PlatformState;
  tokens: Tokens;
};

export type PlatformEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** The person who signed the request. `undefined` without valid credentials. */
    requester: StoredPerson | undefined;
    /** Whether a write took effect, even if its answer gets lost. If no handler sets it, the status tells. */
    applied: boolean | undefined;
    /** When a deletion by this request is done. Only an injected fault sets it. Undefined: at once. */
    lateDeletion: PendingDeletion | undefined;
    /** The guard line of this answer. Only an injected fault sets it. */
    guardLine: string | undefined;
  };
};

export type Call = Context<PlatformEnv>;
export type Api = Hono<PlatformEnv>;

/** Adds a group of endpoints (docs/interface.md, §1). Their paths are relative to `apiUrl`. */
export type Family = (api: Api, context: PlatformContext) => void;
