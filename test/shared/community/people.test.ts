import { describe, expect, test } from "vitest";
import {
  NotAllowedError,
  UnknownOutcomeError,
  UnreachableError,
} from "../../../shared/community/errors.ts";
import type { Person } from "../../../shared/community/person.ts";
import {
  clientFor,
  clientOn,
  fakeApiUrl,
  joinAs,
  newPerson,
} from "../../fixtures/community-client.ts";
import { answer, answering, fakeHttp } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

const withTitle = (person: Person): Person => ({
  ...person,
  svc: { ...person.svc, profile: [{ svc_label: "Title", value: "Countess" }] },
});
const withStatus = (status: string) => (person: Person) => ({
  ...person,
  status,
});

test.each([
  ["emails", { emails: [] }],
  ["emails", { emails: undefined }],
  ["svc", { svc: null }],
  ["name", { name: undefined }],
  ["svc.username", { svc: { username: "", password: "x" } }],
  ["svc.password", { svc: { username: "ada" } }],
])(
  "people.create sends nothing for a person without %s: %j",
  async (name, fields) => {
    const http = answering();
    const { people } = clientOn(http);
    const created = people.create(newPerson("ada", fields as object));
    await expect(created).rejects.toThrow(TypeError);
    await expect(created).rejects.toThrow(name);
    expect(http.requests).toEqual([]);
  },
);

describe("people.find, by the answers about the person and about the list of people", () => {
  /** The platform gives these answers to each path of a person, and to the path of the list. */
  const clientOfAnswers = (person: number, list: number, body: string) =>
    clientOn(
      fakeHttp(({ url }) =>
        url.pathname.endsWith("/people") ? answer(list, body) : answer(person),
      ),
    );

  // Title | answer about the person | answer about the list | body of the list, "-" is no JSON | the error
  test.each(rows<[string, number, number, string, object | undefined]>`
    is absent if the list is there                         | ${404} | ${200} | [] | ${undefined}
    is absent if this account may not see the list         | ${404} | ${403} | -  | ${undefined}
    is not known if the list is absent, too                | ${404} | ${404} | -  | ${{ name: "UnreachableError", path: "/people" }}
    is not known if the list is elsewhere                  | ${404} | ${302} | -  | ${{ name: "UnreachableError" }}
    is not known if the list is an error                   | ${404} | ${503} | -  | ${{ name: "ApiError", status: 503 }}
    is not known if the list is no JSON, but a page        | ${404} | ${200} | -  | ${{ name: "ApiShapeError" }}
    is not known if this account is refused                | ${401} | ${200} | [] | ${{ name: "ApiError", status: 401 }}
    is not known if the person may not be seen             | ${403} | ${404} | -  | ${{ name: "ApiError", status: 403 }}
    is not known after 410, although the list is there     | ${410} | ${200} | [] | ${{ name: "ApiError", status: 410 }}
    is not known after 410 for everything                  | ${410} | ${410} | -  | ${{ name: "UnreachableError" }}
  `)("the person %s", async (_what, person, list, body, error) => {
    const { people } = clientOfAnswers(person, list, body);
    const found = people.find("7");
    if (error) await expect(found).rejects.toMatchObject(error);
    else expect(await found).toBeUndefined();
  });

  test("after an answer that the person is absent, a second answer decides", async () => {
    // A restart may end in between, or another node may answer.
    const http = answering(
      answer(404),
      answer(200, []),
      answer(200, { id: "7" }),
    );
    expect(await clientOn(http).people.find("7")).toMatchObject({ id: "7" });
  });

  test("a write to a platform that answers 404 to everything fails as not reached, not as refused", async () => {
    const { people } = clientOfAnswers(404, 404, "");
    for (const write of [
      people.create(newPerson("ada")),
      people.update("7", withTitle),
      people.remove("7"),
    ])
      await expect(write).rejects.toThrow(UnreachableError);
  });
});

describe("people.update", () => {
  const readOnly = {
    type: "person",
    displayName: "Ada",
    followerCount: 1,
    followingCount: 2,
    photos: [{ value: "https://a.test/1" }],
    published: "2026-01-01T00:00:00.000+0000",
    updated: "2026-01-01T00:00:00.000+0000",
    thumbnailUrl: "https://a.test/1",
  };
  const required = {
    emails: [{ value: "ada@community.example" }],
    svc: { username: "ada" },
    name: { givenName: "Ada" },
  };

  /** The body of the PUT after a GET of `person`. */
  async function written(
    person: object,
    change: (person: Person) => Person,
  ): Promise<unknown> {
    const http = fakeHttp(() => answer(200, person));
    await clientOn(http).people.update("7", change);
    expect(http.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
    return JSON.parse(String(http.requests[1]?.body)) as unknown;
  }

  // family.test.ts tests the same with random fields.
  test("keeps every unknown field at every level and writes the changed fields", async () => {
    const more = { "x-own": { list: [{ deep: 1 }, null] } };
    const kept = {
      ...more,
      emails: [{ ...required.emails[0], ...more }, { ...more }],
      svc: {
        ...required.svc,
        ...more,
        level: { points: 1, ...more },
        profile: [{ svc_label: "Title", ...more }, { ...more }],
      },
      name: { ...required.name, ...more },
      addresses: [{ value: { locality: "London", ...more }, ...more }],
      phoneNumbers: [{ value: "1", ...more }],
    };
    const given = { ...kept, ...readOnly, id: "7" };
    expect(
      await written(given, (person) => ({ ...person, location: "Ockham" })),
    ).toEqual({ ...kept, location: "Ockham" });
  });

  test.each(["emails", "svc", "name"])(
    "sends nothing when the field %s is removed, or is hidden and would be erased",
    async (field) => {
      const empty = field === "emails" ? [[]] : [];
      for (const absent of [undefined, null, ...empty]) {
        const without = { id: "7", ...required, [field]: absent };
        const hidden = clientOn(answering(answer(200, without))).people;
        await expect(hidden.update("7", withStatus("x"))).rejects.toThrow(
          NotAllowedError,
        );
      }
      const { people } = clientOn(
        answering(answer(200, { id: "7", ...required })),
      );
      const change = (person: Person) => ({ ...person, [field]: undefined });
      const removed = people.update("7", change);
      await expect(removed).rejects.toThrow(TypeError);
      await expect(removed).rejects.toThrow(field);
    },
  );

  test("never sends read-only fields, even when they were changed", async () => {
    const person = { id: "7", ...required, ...readOnly };
    expect(
      await written(person, (before) => ({ ...before, displayName: "Eve" })),
    ).toEqual(required);
  });

  test("sends the status only when it changes", async () => {
    const person = { id: "7", ...required, status: "here" };
    expect(await written(person, withTitle)).not.toHaveProperty("status");
    expect(await written(person, withStatus("here"))).toEqual(required);
    expect(await written(person, withStatus("away"))).toEqual({
      ...required,
      status: "away",
    });
    expect(await written(person, withStatus(""))).toHaveProperty("status", "");
  });

  test("uses the self ref of the person it has read and obeys its allowed verbs", async () => {
    const ref = `${fakeApiUrl}/people/by-ref/7`;
    const person = { id: "7", ...required, resources: { self: { ref } } };
    const http = fakeHttp(() => answer(200, person));
    await clientOn(http).people.update("7", withTitle);
    expect(http.requests.map(({ url }) => url.href)).toEqual([
      `${fakeApiUrl}/people/7`,
      ref,
    ]);
    const readable = {
      ...person,
      resources: { self: { ref, allowed: ["GET"] } },
    };
    const barred = clientOn(answering(answer(200, readable))).people;
    await expect(barred.update("7", withTitle)).rejects.toThrow(
      NotAllowedError,
    );
  });

  test("is repeated when its answer is lost, except if it publishes a status", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    const { people } = client;
    const lost = { kind: "reset-after", method: "PUT", times: 1 } as const;
    platform.faults.add(lost);
    const { svc } = await people.update(person, withTitle);
    expect(svc?.profile).toEqual([{ svc_label: "Title", value: "Countess" }]);
    platform.faults.add(lost);
    await expect(
      people.update(person, withStatus("Debugging")),
    ).rejects.toThrow(UnknownOutcomeError);
    expect(platform.activitiesOf(person.id)).toHaveLength(1);
  });
});

describe("people.confirmRemoved", () => {
  test.each([
    ["at once", 3, true, 0, undefined],
    ["after two reads", 5, true, 2, { afterReads: 2 }],
    ["never", 3, false, 2, "never"],
  ] as const)(
    "reads a person who is gone %s up to %d times: the result is %s, after %d pauses",
    async (_when, maxReads, isGone, count, gone) => {
      const platform = await platformForTest();
      if (gone) platform.faults.add({ kind: "late-deletion", gone });
      const pauses: number[] = [];
      const sleepMs = async (ms: number) => void pauses.push(ms);
      const { people } = clientFor(platform, "service", { sleepMs });
      const { id } = await people.create(newPerson("ada"));
      await people.remove(id);
      const limits = { maxReads, pauseMs: 500 };
      expect(await people.confirmRemoved(id, limits)).toBe(isGone);
      expect(platform.findPerson("ada") === undefined).toBe(isGone);
      expect(pauses).toEqual(Array(count).fill(500));
    },
  );

  test.each([
    [{ maxReads: 0, pauseMs: 1 }, "maxReads"],
    [{ maxReads: NaN, pauseMs: 1 }, "maxReads"],
    [{ maxReads: 1, pauseMs: -1 }, "pauseMs"],
  ])("rejects the limits %j", async (limits, name) => {
    const { people } = clientOn(answering());
    const confirmed = people.confirmRemoved("7", limits);
    await expect(confirmed).rejects.toThrow(TypeError);
    await expect(confirmed).rejects.toThrow(name);
  });
});
