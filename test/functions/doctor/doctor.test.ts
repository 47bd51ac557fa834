import { beforeAll, expect, test } from "vitest";
import type { Recommended } from "../../../functions/doctor/contract.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { Platform } from "../../../infra/platform/start-platform.ts";
import { createHttp, type Http } from "../../../shared/community/http.ts";
import {
  type Examined,
  examine,
  mailbox,
  type Situation,
  throwAwayPeople,
  useTables,
} from "./diagnose-for-test.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { rows } from "../../fixtures/rows.ts";

useTables();

/** What the doctor finds at a platform as we expect it. */
let usual: Examined;
beforeAll(async () => {
  usual = await examine({ mailbox });
});

/** These rows name a port or a number of answers, which are different each time. */
const variable = ["settings", "answer times"];

/** The rows that differ from the usual ones, as `verdict: what was found`. */
function differences({ checks }: Pick<Examined, "checks">) {
  expect(checks.map(({ name }) => name)).toEqual(
    usual.checks.map(({ name }) => name),
  );
  return Object.fromEntries(
    checks
      .filter(({ name, verdict, found }, index) => {
        const before = usual.checks[index];
        const isSame = variable.includes(name) || found === before?.found;
        return verdict !== before?.verdict || !isSame;
      })
      .map(({ name, verdict, found }) => [name, `${verdict}: ${found}`]),
  );
}

type Case = [
  about: string,
  situation: Situation,
  /** All rows that differ, and no other. */
  found: Record<string, string>,
  recommended?: Recommended,
];

const needsPerson = "skipped: it needs a throw-away person";
const needsSignInOfPerson =
  "skipped: it needs a sign-in of the throw-away person";
const needsToken = "skipped: it needs a token of the login";
const noToken = { renewal: needsToken, "token lifetime": needsToken };
const byLogin = {
  "sign-in of a new person": "ok: the login of a new person is accepted",
};
const noTasks = "warning: the platform offers no tasks, as before version 3.1";
const noImages = "warning: the platform has no profile images";
const noPerson = {
  "sign-in of a new person": needsPerson,
  "tasks of a new person": needsSignInOfPerson,
  "streams of a new person": needsSignInOfPerson,
  image: needsPerson,
  status: needsPerson,
  "PUT of changed fields": needsPerson,
  "PUT merges or replaces": needsPerson,
  disable: needsPerson,
  rename: needsPerson,
  deletion: needsPerson,
  "clean-up": "ok: no person was created",
};
const changedFieldsAccepted =
  "ok: a PUT of changed fields only is accepted; ours have all fields";
const replaces =
  "warning: a PUT replaces: fields that it does not name are removed";

/** The service account publishes something. */
async function publish(platform: Platform): Promise<void> {
  await clientFor(platform).contents.create({
    type: "post",
    subject: "Welcome",
    content: { type: "text/html", text: "Hello" },
  });
}

/** Connections to a platform whose filter by author finds nothing, as if it wanted another form of id. */
function findingNoAuthor(): Http {
  const http = createHttp();
  return (request) => {
    const url = new URL(request.url);
    if (url.searchParams.has("author")) url.searchParams.set("author", "ada");
    return http({ ...request, url });
  };
}

const cases: Case[] = rows<Case>`
  a PUT that replaces the person | ${{ platform: { update: "replace" } }} | ${{ "PUT merges or replaces": replaces }}
  a PUT that takes changed fields only | ${{ platform: { partialUpdates: true } }} | ${{ "PUT of changed fields": changedFieldsAccepted }}
  a rename that is ignored | ${{ platform: { renames: false } }} | ${{ rename: "warning: a rename is accepted and ignored" }}
  a deletion that is done after some reads | ${{ faults: [{ kind: "late-deletion", gone: { afterReads: 3 } }] }} | ${{ deletion: "ok: a deletion is accepted, and done after about 6 s" }}
  a deletion that is done after some seconds | ${{ faults: [{ kind: "late-deletion", gone: { afterMs: 9_500 } }] }} | ${{ deletion: "ok: a deletion is accepted, and done after about 10 s" }}
  a platform that refuses HTTP Basic to people, with the right setting | ${{ platform: { basicAuth: false }, config: { personAuth: "login" } }} | ${byLogin}
  a service account that uses HTTP Basic | ${{ config: { serviceAuth: "basic" } }} | ${{ "sign-in": "ok: HTTP Basic is accepted", ...noToken }}
  leavers who are kept | ${{ config: { leaverDisposition: "disable" } }} | ${{ "contents of leavers": "ok: leavers are kept, disabled, and so are their contents (leaverDisposition)" }}
  a creation that is refused | ${{ faults: [{ kind: "status", status: 400, method: "POST", path: "/people" }] }} | ${{ create: "failed: the creation was answered 400", ...noPerson }}
  version 3.0, which has no tasks | ${{ platform: { version: "3.0" } }} | ${{ "version and tasks": noTasks, "tasks of a new person": noTasks }}
  a platform without profile images | ${{ platform: { profileImages: false } }} | ${{ images: noImages, image: noImages }}
  a platform without organization charts | ${{ platform: { organizationChart: false } }} | ${{ "organization chart": "ok: the platform has no organization chart, and no event needs it" }}
  temporary images that expire too early | ${{ faults: [{ kind: "temporary-images-expired" }] }} | ${{ image: "failed: POST /people/{personID}/images was answered 404" }}
  a platform that allows no custom stream | ${{ platform: { customStreamLimit: 0 } }} | ${{ "streams of a new person": "failed: POST /people/{personID}/streams was answered 409" }}
  a clock that is ahead | ${{ platformAheadMs: 300_000 }} | ${{ clock: "warning: the clock of the platform is 300 s ahead" }}
  a clock that is a little behind | ${{ platformAheadMs: -20_000 }} | ${{ clock: "ok: the clock of the platform is 20 s behind" }}
  a rate limit that only a 429 shows | ${{ platform: { rateLimit: 20 } }} | ${{ "rate limit": expect.stringMatching(/^warning: \d+ of \d+ requests were answered 429$/) as string }} | ${{ platformCallsPerSecond: 19 }}
  a login that tells no lifetime | ${{ faults: [{ kind: "no-token-lifetime" }] }} | ${{ "token lifetime": "ok: the login gives no lifetime, so a token is renewed after 10 minutes" }}
  tokens with a short life | ${{ platform: { tokenLifetimeMs: 30_000 } }} | ${{ "token lifetime": "warning: a token lives 30 s" }}
  a renewal that is refused | ${{ faults: [{ kind: "status", status: 401, path: "/login", skip: 1 }] }} | ${{ renewal: "warning: a renewal is answered 401" }}
  a PUT that takes changed fields only and replaces the rest | ${{ platform: { partialUpdates: true, update: "replace" } }} | ${{ "PUT of changed fields": changedFieldsAccepted, "PUT merges or replaces": replaces }}
  a platform that refuses HTTP Basic to people | ${{ platform: { basicAuth: false } }} | ${{ "sign-in of a new person": "failed: HTTP Basic of a new person is refused; the login is accepted" }} | ${{ personAuth: "login" }}
  a service account that is to use HTTP Basic and may not | ${{ platform: { basicAuth: false }, config: { serviceAuth: "basic", personAuth: "login" } }} | ${{ "sign-in": "failed: HTTP Basic is refused (GET /people was answered 401); the login is accepted", ...byLogin }} | ${{ serviceAuth: "login" }}
  a developer key without the scope that we ask for | ${{ faults: [{ kind: "status", status: 400, path: "/login" }] }} | ${{ "sign-in": "failed: the login is refused (the login was answered 400); HTTP Basic is accepted", ...noToken }} | ${{ serviceAuth: "basic" }}
  a service account without rights | ${{ platform: { serviceRights: false } }} | ${{ rights: "failed: the platform does not let the service account change and delete other people", create: "failed: the creation was answered 403", ...noPerson }}
  a service account that may not list contents | ${{ faults: [{ kind: "status", status: 403, path: "/contents" }] }} | ${{ "contents of leavers": "warning: GET /contents was answered 403, so every deletion of a leaver is held" }}
  a platform that finds no contents by their author | ${{ prepare: publish, dependencies: { http: findingNoAuthor() } }} | ${{ "contents of leavers": "failed: the list of contents shows none for the author of one, so every count would be 0 and hold no deletion" }}
  deletions that take away any number of contents | ${{ config: { maxContentsDeleted: "unlimited" } }} | ${{ "contents of leavers": "warning: a deletion takes away all that the leaver has published, and the replies of others to it, however much it is" }}
  a service account that does not see required fields | ${{ platform: { serviceRights: false, hiddenFields: ["emails"] } }} | ${{ rights: "failed: the service account does not see emails, svc, name of other people, so it cannot change them", create: "failed: the creation was answered 403", ...noPerson }}
  a rate limit that headers show | ${{ platform: { rateLimit: 100, rateLimitHeaders: true } }} | ${{ "rate limit": "warning: the platform allows 100 requests a second" }} | ${{ platformCallsPerSecond: 90 }}
  a rate limit that headers show, with a setting below it | ${{ platform: { rateLimit: 100, rateLimitHeaders: true }, config: { platformCallsPerSecond: 90 } }} | ${{ "rate limit": "ok: the platform allows 100 requests a second" }}
  a login that takes long | ${{ faults: [{ kind: "latency", ms: 3_000, path: "/login" }] }} | ${{ "sign-in": "warning: the login is accepted, and took 3000 ms" }} | ${{ loginLeaseMs: 6_000 }}
  a platform that answers slowly | ${{ faults: [{ kind: "latency", ms: 6_000, method: "POST", path: "/people" }] }} | ${{ "answer times": expect.stringMatching(/^warning: \d+ answers, the slowest after 6000 ms$/) as string }} | ${{ callTimeoutMs: 18_000 }}
`;

test.each(cases)("the doctor names %s, and nothing else", expectOnly);

test.each(rows<Case>`
  contents that can be counted by author | ${{ prepare: publish }} | ${{}}
  JSON without a guard line | ${{ faults: [{ kind: "guard-line", text: "" }] }} | ${{}}
  small pages | ${{ platform: { maxPageSize: 2, defaultPageSize: 1 } }} | ${{}}
`)("the doctor finds nothing in %s", expectOnly);

async function expectOnly(...[, situation, found, recommended = {}]: Case) {
  const examined = await examine({ mailbox, ...situation });
  expect(differences(examined)).toEqual(found);
  expect(examined.recommended).toEqual(recommended);
  // The row that recommends a value names its setting, and says what to do.
  const advised = examined.checks.filter(({ advice }) => advice !== undefined);
  const settings = advised.map(({ setting }) => setting);
  expect(settings).toEqual(
    expect.arrayContaining(Object.keys(examined.recommended)),
  );
  expect(throwAwayPeople(examined)).toEqual([]);
}

test("at the stand-in as it is, the doctor recommends nothing, and only TLS is not checked", () => {
  expect(usual.recommended).toEqual({});
  expect(usual.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([
    { name: "TLS", verdict: "skipped", found: "the platform is on http" },
  ]);
});

test("without a mailbox the doctor only reads, and touches no person", async () => {
  const { platform, checks } = await examine({});
  expect(checks.some(({ name }) => name === "create")).toBe(false);
  expect(
    platform.journal.filter(
      ({ method, path }) => method !== "GET" && path !== "/login",
    ),
  ).toEqual([]);
});

test("the doctor names the host that the links of the platform lead to", async () => {
  const origin = "https://inner.example";
  const { named } = await examine({
    faults: [{ kind: "foreign-host", of: "ref", origin }],
  });
  expect(named["links"]).toMatchObject({
    verdict: "failed",
    found: expect.stringContaining(origin),
    setting: "baseUrl",
  });
});

test("wrong credentials are tried by two ways of signing in and no more, and nothing else is sent", async () => {
  const { platform, named } = await examine({
    mailbox,
    prepare: ({ admin, findPerson }) =>
      admin.changePassword(findPerson("service")!.id, "another"),
  });
  expect(named["sign-in"]).toMatchObject({
    verdict: "failed",
    found: expect.stringContaining("and so is HTTP Basic"),
    setting: "serviceAuth",
  });
  expect(named["create"]).toMatchObject({
    verdict: "skipped",
    found: "it needs a sign-in of the service account",
  });
  expect(platform.journal).toHaveLength(2);
});

test("no text of a diagnosis contains a secret, an address of a person or the mailbox", async () => {
  const { community, callers } = localSecrets;
  const secrets = [
    community.consumerSecret,
    community.password,
    community.passwordMaster["1"],
    ...Object.values(callers).flatMap((caller) =>
      "keys" in caller ? caller.keys : [],
    ),
    "ops+doctor",
    mailbox,
  ];
  const refusedLogin = { kind: "status", status: 400, path: "/login" } as const;
  const situations: Situation[] = [
    {},
    { faults: [{ kind: "late-deletion", gone: { afterReads: 99 } }] },
    { platform: { basicAuth: false }, faults: [refusedLogin] },
    { faults: [{ kind: "malformed-json", method: "GET" }] },
  ];
  for (const situation of situations) {
    const { checks, recommended } = await examine({ mailbox, ...situation });
    for (const secret of secrets)
      expect(JSON.stringify({ checks, recommended })).not.toContain(secret);
  }
});

test.each(rows<
  [about: string, situation: Situation, row: string, found: string]
>`
  every request | ${{ faults: [{ kind: "status", status: 503 }] }} | sign-in | POST /login was answered 503
  every request but the login | ${{ faults: [{ kind: "status", status: 503, path: "/people" }] }} | sign-in | GET /people was answered 503
  every request with HTTP Basic | ${{ faults: [{ kind: "status", status: 503 }], config: { serviceAuth: "basic" } }} | sign-in | GET /people was answered 503
  every request after the sign-in | ${{ faults: [{ kind: "status", status: 503, method: "GET", skip: 1 }] }} | renewal | GET /people was answered 503
  a creation | ${{ faults: [{ kind: "status", status: 503, method: "POST", path: "/people" }] }} | create | POST /people was sent, and its outcome is unknown (503)
`)(
  "a 503 to %s is blamed on the platform, not on credentials or rights",
  async (_, situation, row, found) => {
    const examined = await examine({ mailbox, ...situation });
    expect(examined.named[row]).toMatchObject({
      verdict: "failed",
      found,
      advice: expect.stringContaining("The platform does not work") as string,
    });
    const advices = examined.checks
      .filter(({ verdict }) => verdict === "failed")
      .map(({ advice, setting }) => `${advice} ${setting}`)
      .join(" ");
    expect(advices).not.toMatch(/password|credential|secret|rights?\b|Auth/i);
    expect(examined.recommended).toEqual({});
  },
);
