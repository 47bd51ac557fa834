import { createAdmin } from "./api/admin.ts";
import { createApp } from "./app.ts";
import { createFaults } from "./faults/faults.ts";
import type { PlatformContext } from "./http/context.ts";
import type { JournalEntry } from "./http/journal.ts";
import { apiPath, routesOf } from "./http/route-template.ts";
import { seedCommunity, seedCrowd } from "./seed/seed-community.ts";
import { openState } from "./state/open-state.ts";
import type { PlatformOptions } from "./state/options.ts";
import type { PlatformState, StoredPerson } from "./state/platform-state.ts";
import { createTokens } from "./state/tokens.ts";

export type PlatformParts = ReturnType<typeof createPlatform>;

/**
 * Creates the stand-in of the community platform, without a server. Each lookup returns a copy of the state after the
 * latest request.
 *
 * @param origin - where it is served
 */
export function createPlatform(
  options: PlatformOptions,
  origin: string,
  { state, isNew, begin } = openState(options.folder),
) {
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
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const readOnly: readonly Readonly<JournalEntry>[] = journal;
  const app = createApp(context, faults, journal);
  return {
    /** Answers a request. Its environment is that of `@hono/node-server`. */
    fetch: app.fetch,
    /** `http://127.0.0.1:<port>`, or https; `baseUrl` and `authUrl` are the same. */
    origin,
    baseUrl: origin,
    authUrl: origin,
    /** Every request so far except those to /healthz, /_faults and the pages. It grows with each request. */
    journal: readOnly,
    faults,
    /** All people, including the service account. */
    people: () => structuredClone(state.people()),
    findPerson: (username: string) =>
      structuredClone(state.personByUsername(username)),
    tasksOf: (personID: string) => structuredClone(state.tasks.of(personID)),
    /** Custom streams only. */
    streamsOf: (personID: string) =>
      structuredClone(
        state.streams.of(personID).filter(({ custom }) => custom),
      ),
    imagesOf: (personID: string) => structuredClone(state.images.of(personID)),
    /** The statuses in the activity stream of a person, oldest first. */
    activitiesOf: (personID: string) =>
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
    /** Sets data that no endpoint sets: the organization chart, followers, likes, hidden fields, secrets. */
    admin: createAdmin(context),
    /** Every route of the API and the login. A path is a template, such as "/people/{personID}". */
    routes: routesOf(app),
    /** Revokes all access tokens. With "all", the default, it revokes all refresh tokens too. */
    revokeTokens: (which: "all" | "access" = "all") =>
      context.tokens.revoke(which),
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
