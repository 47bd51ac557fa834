import type { Hono } from "hono";
import { createAdmin, type Admin } from "./api/admin.ts";
import { createApp } from "./app.ts";
import { createFaults } from "./faults/faults.ts";
import type { FaultRule } from "./faults/fault-rule.ts";
import type { PlatformContext, PlatformEnv } from "./http/context.ts";
import type { JournalEntry } from "./http/journal.ts";
import { apiPath, routesOf } from "./http/route-template.ts";
import { seedCommunity, seedCrowd } from "./seed/seed-community.ts";
import { openState } from "./state/open-state.ts";
import type { PlatformOptions } from "./state/options.ts";
import type {
  Image,
  PlatformState,
  StoredPerson,
  Stream,
  Task,
} from "./state/platform-state.ts";
import { createTokens } from "./state/tokens.ts";

/** A stand-in without a server. Each lookup returns a copy of the state after the latest request. */
export type PlatformParts = {
  /** Answers a request. Its environment is that of `@hono/node-server`. */
  fetch: Hono<PlatformEnv>["fetch"];
  /** `http://127.0.0.1:<port>`, or https; `baseUrl` and `authUrl` are the same. */
  origin: string;
  baseUrl: string;
  authUrl: string;
  /** Every request so far except those to /healthz, /_faults and the pages. It grows with each request. */
  journal: readonly Readonly<JournalEntry>[];
  faults: { add: (rule: FaultRule) => void; clear: () => void };
  /** All people, including the service account. */
  people: () => StoredPerson[];
  findPerson: (username: string) => StoredPerson | undefined;
  tasksOf: (personID: string) => Task[];
  /** Custom streams only. */
  streamsOf: (personID: string) => Stream[];
  imagesOf: (personID: string) => Image[];
  /** The statuses in the activity stream of a person, oldest first. */
  activitiesOf: (
    personID: string,
  ) => { id: string; status: string; publishedAtMs: number }[];
  /** Sets data that no endpoint sets: the organization chart, followers, likes, hidden fields, secrets. */
  admin: Admin;
  /** Every route of the API and the login. A path is a template, such as "/people/{personID}". */
  routes: readonly { method: string; path: string }[];
  /** Revokes all access tokens. With "all", the default, it revokes all refresh tokens too. */
  revokeTokens: (which?: "all" | "access") => void;
};

/**
 * Creates the stand-in of the community platform.
 *
 * @param origin - where it is served
 */
export function createPlatform(
  options: PlatformOptions,
  origin: string,
  { state, isNew, begin } = openState(options.folder),
): PlatformParts {
  if (isNew) addServiceAccount(state, options);
  const context: PlatformContext = {
    options,
    origin,
    apiUrl: origin + apiPath,
    state,
    tokens: createTokens(options.nowMs, options.tokenLifetimeMs),
  };
  if (isNew && options.seed) seedCommunity(context);
  if (isNew) seedCrowd(context);
  begin();
  const admin = createAdmin(context);
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const app = createApp(context, faults, journal);
  return {
    fetch: app.fetch,
    origin,
    baseUrl: origin,
    authUrl: origin,
    journal,
    faults,
    people: () => structuredClone(state.people()),
    findPerson: (username) => structuredClone(state.personByUsername(username)),
    tasksOf: (id) => structuredClone(state.tasks.of(id)),
    streamsOf: (id) =>
      structuredClone(state.streams.of(id).filter(({ custom }) => custom)),
    imagesOf: (id) => structuredClone(state.images.of(id)),
    activitiesOf: (personID) =>
      state.activities
        .of(personID)
        .filter(
          ({ authorID, body }) =>
            authorID === personID && body.verb === "status",
        )
        .map(({ id, body, publishedAtMs }) => ({
          id,
          status: body.content.text,
          publishedAtMs,
        })),
    admin,
    routes: routesOf(app),
    revokeTokens: (which = "all") => context.tokens.revoke(which),
  };
}

function addServiceAccount(
  state: PlatformState,
  options: PlatformOptions,
): void {
  const nowMs = options.nowMs();
  const { username, password } = options.serviceAccount;
  const person: StoredPerson = {
    id: state.nextID(),
    administrator: options.serviceRights,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    name: { givenName: "Service", familyName: "Account" },
    emails: [
      { value: "service@community.example", svc_label: "Email", primary: true },
    ],
    svc: {
      username,
      external: false,
      visible: true,
      enabled: true,
      externalContributor: false,
      federated: false,
    },
  };
  state.addPerson(person, password);
}
