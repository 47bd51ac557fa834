import { effort } from "../../resilience/effort.ts";
import { expect, test } from "vitest";
import {
  inventThrowAway,
  isThrowAway,
} from "../../../functions/doctor/throw-away.ts";
import type { Platform } from "../../../infra/platform/start-platform.ts";
import {
  createHttp,
  type Http,
  type HttpResponse,
} from "../../../shared/community/http.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { minuteMs } from "../../../shared/durations.ts";
import {
  examine,
  startMs,
  mailbox,
  type Situation,
  throwAwayPeople,
  useTables,
} from "./diagnose-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

useTables();

const id = "69591f00abababababab";

/** The connections of the doctor, with a change of some responses. */
function changing(
  change: (request: Parameters<Http>[0], response: HttpResponse) => object,
): Pick<Situation, "dependencies"> {
  const http = createHttp();
  return {
    dependencies: {
      http: async (request) => {
        const response = await http(request);
        return { ...response, ...change(request, response) };
      },
    },
  };
}
const otherAddresses = changing((_request, { body }) => ({
  body: Buffer.from(
    String(Buffer.from(body)).replaceAll(/\+doctor[\w-]+@/g, "@"),
  ),
}));
/** The service account is the one that disables. From then on, every request of another account is answered 400. */
let ofService: string | undefined;
const noReadsOnceDisabled = changing(({ headers, body = "" }) => {
  const { authorization } = headers;
  if (Buffer.from(body).includes('"enabled":false')) ofService = authorization;
  return authorization === (ofService ?? authorization) ? {} : { status: 400 };
});
const noSignIn = changing(({ url, headers, body = "" }) => {
  const [, credentials = ""] = (headers["authorization"] ?? "").split(" ");
  const signIn = url.href.endsWith("/login")
    ? Buffer.from(body)
    : Buffer.from(credentials, "base64");
  return signIn.includes("doctor-throw-away-") ? { status: 401 } : {};
});
const ok = { verdict: "ok" };
const warning = { verdict: "warning" };
const failed = { verdict: "failed" };
const putFails = { kind: "status", status: 500, method: "PUT" } as const;
const creation = { method: "POST", path: "/people" } as const;
const lost = { kind: "reset-after", ...creation } as const;

test.each(rows<[title: string, Situation, checks: Record<string, unknown>]>`
  a check that fails in the middle leaves no person behind | ${{ faults: [putFails] }} | ${{ status: failed, disable: failed, rename: failed, deletion: ok, "clean-up": ok }}
  a person whose creation lost its answer is found and deleted | ${{ faults: [lost] }} | ${{ create: failed, "clean-up": { ...ok, found: "nothing is left of this run" } }}
  a person whose address the platform has changed is deleted too | ${otherAddresses} | ${{ deletion: ok }}
  a read that fails does not show that a disabled person has lost the access | ${noReadsOnceDisabled} | ${{ disable: warning }}
  if the new person cannot sign in, the doctor says that it has not tested the loss of access for this reason | ${noSignIn} | ${{ disable: { advice: expect.stringContaining("sign-in of a new person") as string } }}
`)("%s", async (_, situation, expected) => {
  const examined = await examine({ mailbox, ...situation });
  expect(examined.named).toMatchObject(expected);
  expect(throwAwayPeople(examined)).toEqual([]);
});

test("a person who has another username when read again is neither changed nor deleted, and the doctor says so", async () => {
  const rename = changing(({ method, url }, { body }) => {
    const isOnePerson = /\/people\/[^/]+$/.test(url.pathname);
    if (method !== "GET" || !isOnePerson) return {};
    const text = String(Buffer.from(body));
    return { body: Buffer.from(text.replaceAll(/doctor-throw-away/g, "ada")) };
  });
  const { named, platform } = await examine({ mailbox, ...rename });
  const found =
    "the platform returned another person than the throw-away person of this run, who is left alone";
  const checks = ["status", "PUT of changed fields", "disable", "rename"];
  for (const name of checks)
    expect(named[name]).toMatchObject({ ...failed, found });
  expect(named["deletion"]).toMatchObject(failed);
  const methods = platform.journal.map(({ method }) => method);
  expect(methods).not.toContain("PUT");
  expect(methods).not.toContain("DELETE");
});

test("the doctor warns of a creation that may arrive after the run, and the next run deletes the person", async () => {
  const late = { kind: "late-effect", afterRequests: 2, times: 1 } as const;
  const faults = [{ ...creation, ...late }];
  const examined = await examine({ mailbox, faults });
  expect(examined.named["clean-up"]).toMatchObject({
    ...failed,
    found: "a person may have been created, and is not in the list",
  });
  examined.pass(10 * minuteMs);
  expect((await examined.again()).named["left-overs"]).toEqual({
    name: "left-overs",
    ...ok,
    found: "1 people of earlier runs found among 5, 1 deleted",
  });
  expect(throwAwayPeople(examined)).toEqual([]);
});

test("a person whom the platform does not delete is named", async () => {
  const examined = await examine({
    mailbox,
    faults: [{ kind: "late-deletion", gone: "never" }],
  });
  const [left = "none"] = throwAwayPeople(examined);
  expect(examined.named).toMatchObject({
    deletion: warning,
    "clean-up": {
      ...failed,
      found: `the platform has accepted the deletion of ${left}, and still shows this person`,
    },
  });
});

test("a person who may belong to a run that is under way is left alone", async () => {
  const { username, email, password } = inventThrowAway(
    mailbox,
    startMs - 5 * minuteMs,
    (bytes) => "cd".repeat(bytes),
  );
  const examined = await examine({
    mailbox,
    prepare: (platform) => add(platform, username, email, password),
  });
  expect(throwAwayPeople(examined)).toEqual([username]);
});

test.each(rows`
  a mark in the username only | ${`doctor-throw-away-${id}`} | ada@example.org
  a mark in the address only | ada | ${`ops+doctor-throw-away-${id}@example.org`}
  two marks with different ids | ${`doctor-throw-away-${id}`} | ${`ops+doctor-throw-away-${id.replaceAll("ab", "cd")}@example.org`}
  a mark without an id | doctor-throw-away | ops+doctor-throw-away@example.org
  a mark inside a longer name | ${`the-doctor-throw-away-${id}`} | ${`ops+doctor-throw-away-${id}@example.org`}
`)("a person with %s is no throw-away person", (_case, username, email) => {
  const emails = [{ value: email }];
  expect(isThrowAway({ svc: { username }, emails })).toBe(false);
});

test("a person of whom only the username has an old mark is no left-over, and stays", async () => {
  const username = `doctor-throw-away-${id}`;
  const examined = await examine({
    mailbox,
    prepare: (platform) => add(platform, username, "ada@example.org"),
  });
  expect(throwAwayPeople(examined)).toEqual([username]);
});

test("the doctor changes no person except the throw-away person", async () => {
  let before: unknown;
  const examined = await examine({
    mailbox,
    prepare: (platform) => void (before = platform.people()),
  });
  expect(examined.platform.people()).toEqual(before);
});

test("a person with the mark and any further address is no throw-away person", () => {
  const { username, email } = inventThrowAway(mailbox, 0, (n) =>
    "ef".repeat(n),
  );
  const person = (...emails: string[]) => ({
    svc: { username },
    emails: emails.map((value) => ({ value })),
  });
  expect(isThrowAway(person(email))).toBe(true);
  expect(isThrowAway(person(email, "ada@example.org"))).toBe(false);
  expect(isThrowAway(person())).toBe(false);
  expect(isThrowAway({ svc: { username } })).toBe(false);
});

test.each(
  effort([8_000, 30_000], [3_000, 8_000, 15_000, 30_000, 60_000, 100_000]),
)(
  "the doctor answers in %d ms if the platform is slow, and names a person who is left",
  async (remainingMs) => {
    const examined = await examine({
      mailbox,
      remainingMs,
      faults: [{ kind: "latency", ms: 1_500 }],
    });
    expect(examined.tookMs).toBeLessThan(remainingMs);
    const left = throwAwayPeople(examined);
    if (left.length > 0)
      expect(examined.named["clean-up"]).toMatchObject(failed);
    if (remainingMs >= 30_000) expect(left).toEqual([]);
  },
);

test("the doctor keeps to the rate that all workflows share", async () => {
  const { platform } = await examine({ config: { platformCallsPerSecond: 2 } });
  const times = platform.journal.map(({ atMs }) => atMs);
  const pauses = times.slice(1).map((atMs, index) => atMs - times[index]!);
  expect(pauses.length).toBeGreaterThan(3);
  for (const pauseMs of pauses) expect(pauseMs).toBeGreaterThanOrEqual(500);
});

async function add(
  platform: Platform,
  username: string,
  email: string,
  password = "of-their-own-1",
): Promise<void> {
  const emails = [{ value: email, svc_label: "Email" }];
  const person = newPerson(username, { emails, svc: { username, password } });
  await clientFor(platform).people.create(person);
}
