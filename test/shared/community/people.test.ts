import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiError,
  ApiShapeError,
  NotAllowedError,
  UnknownOutcomeError,
} from "../../../shared/community/errors.ts";
import type { Person } from "../../../shared/community/person.ts";
import {
  clientFor,
  clientOn,
  fakeApiUrl,
  joinAs,
  newPerson,
} from "../../fixtures/community-client.ts";
import {
  answer,
  answering,
  broken,
  fakeHttp,
} from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/local/platform/platform-for-test.ts";

const withTitle = (person: Person): Person => ({
  ...person,
  svc: { ...person.svc, profile: [{ svc_label: "Title", value: "Countess" }] },
});
const withStatus = (status: string) => (person: Person) => ({
  ...person,
  status,
});

describe("create", () => {
  test("makes the person, and resolves to it as the platform shows it", async () => {
    const platform = await platformForTest();
    const person = await clientFor(platform).people.create(
      newPerson("ada", { tags: ["analysis"], location: "London" }),
    );
    expect(platform.findPerson("ada")).toMatchObject({
      id: person.id,
      tags: ["analysis"],
      location: "London",
    });
    expect(person).toMatchObject({
      type: "person",
      displayName: "ada Example",
    });
    expect(person.resources?.["self"]?.allowed).toContain("DELETE");
  });

  test("of a username that is taken is refused, and says so by its status", async () => {
    const { people } = clientFor(await platformForTest());
    await people.create(newPerson("ada"));
    await expect(people.create(newPerson("ada"))).rejects.toMatchObject({
      name: "ApiError",
      method: "POST",
      path: "/people",
      status: 409,
    });
  });

  test("whose answer is lost has an unknown outcome, and exactly one person is there", async () => {
    const platform = await platformForTest();
    platform.faults.add({ kind: "reset-after", method: "POST" });
    await expect(
      clientFor(platform).people.create(newPerson("ada")),
    ).rejects.toThrow(UnknownOutcomeError);
    expect(platform.people().map(({ svc }) => svc.username)).toEqual([
      "service",
      "ada",
    ]);
    expect(platform.journal).toHaveLength(1);
  });

  test.each([
    ["a reset connection", { kind: "reset-before" } as const],
    ["500", { kind: "status", status: 500 } as const],
    ["503", { kind: "status", status: 503, retryAfter: 1 } as const],
  ])(
    "that met %s has an unknown outcome too, and is sent once",
    async (_title, fault) => {
      const platform = await platformForTest();
      platform.faults.add(fault);
      await expect(
        clientFor(platform).people.create(newPerson("ada")),
      ).rejects.toThrow(UnknownOutcomeError);
      expect(platform.findPerson("ada")).toBeUndefined();
      expect(platform.journal).toHaveLength(1);
    },
  );

  test("that was one too many (429) is sent again after the pause it was told", async () => {
    const platform = await platformForTest();
    platform.faults.add({
      kind: "status",
      status: 429,
      retryAfter: 3,
      times: 1,
    });
    const pauses: number[] = [];
    const sleepMs = async (ms: number) => void pauses.push(ms);
    await clientFor(platform, "service", { sleepMs }).people.create(
      newPerson("ada"),
    );
    expect(platform.findPerson("ada")).toBeDefined();
    expect(pauses).toEqual([3000]);
  });

  test.each([
    ["emails", { emails: [] }],
    ["emails", { emails: undefined }],
    ["svc", { svc: null }],
    ["name", { name: undefined }],
    ["svc.username", { svc: { username: "", password: "x" } }],
    ["svc.password", { svc: { username: "ada" } }],
  ])("without %s is not sent: %j", async (name, fields) => {
    const { people } = clientOn(answering());
    const created = people.create(newPerson("ada", fields as object));
    await expect(created).rejects.toThrow(TypeError);
    await expect(created).rejects.toThrow(name);
  });

  test("whose answer can't be read is an ApiShapeError: the person is there", async () => {
    const { people } = clientOn(answering(answer(201, { id: 7 })));
    const error = await people
      .create(newPerson("ada"))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiShapeError);
    expect(error).toHaveProperty("problems", ["/id"]);
  });
});

describe("get and find", () => {
  test("read a person, with or without a guard line", async () => {
    for (const guardLine of ["", "throw 'x';", "throw 1;\r\n"]) {
      const { person, client } = await joinAs(
        await platformForTest({ guardLine }),
        "ada",
      );
      expect(await client.people.get(person)).toEqual(person);
      expect(await client.people.find(person.id)).toEqual(person);
    }
  });

  test("of nobody: get is an ApiError, find resolves to undefined", async () => {
    const { people } = clientFor(await platformForTest());
    await expect(people.get("0")).rejects.toMatchObject({ status: 404 });
    expect(await people.find("0")).toBeUndefined();
  });

  test.each([401, 403, 410, 503])(
    "an answer of %d is no proof of absence, so find throws it",
    async (status) => {
      const { people } = clientOn(fakeHttp(() => answer(status)));
      await expect(people.find("7")).rejects.toThrow(ApiError);
    },
  );

  test("take null for a field that is not there", async () => {
    const http = answering(
      answer(200, { id: "7", status: null, emails: null }),
    );
    const person = await clientOn(http).people.get("7");
    expect(person.status).toBeUndefined();
    expect(person.emails).toBeUndefined();
  });

  test("are repeated in an injected fault", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    platform.faults.add({ kind: "reset-after", times: 1 });
    platform.faults.add({ kind: "status", status: 502, times: 1 });
    expect(await client.people.get(person)).toEqual(person);
  });
});

describe("update", () => {
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

  /** What the PUT says after a GET of `person`. */
  async function written(
    person: object,
    change: (person: Person) => Person,
  ): Promise<unknown> {
    const http = fakeHttp(() => answer(200, person));
    await clientOn(http).people.update("7", change);
    expect(http.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
    return JSON.parse(String(http.requests[1]?.body)) as unknown;
  }

  test("keeps every field it does not know, at every level, and changes what it was told to", async () => {
    const unknown = fc.dictionary(
      fc.string().map((name) => `x-${name}`),
      // As it comes out of JSON, where -0 is 0.
      fc
        .jsonValue()
        .map((value) => JSON.parse(JSON.stringify(value)) as unknown),
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        unknown,
        unknown,
        unknown,
        unknown,
        async (a, b, c, d) => {
          const kept = {
            ...a,
            emails: [{ ...required.emails[0], ...b }, { ...c }],
            svc: { ...required.svc, ...c, level: { points: 1, ...d } },
            name: { ...required.name, ...d },
            addresses: [{ value: { locality: "London", ...a }, ...b }],
          };
          const body = await written(
            { ...kept, ...readOnly, id: "7" },
            (person) => ({ ...person, location: "Ockham" }),
          );
          expect(body).toEqual({ ...kept, location: "Ockham" });
        },
      ),
    );
  });

  test("of one profile entry leaves every other as it was, whatever they are called", async () => {
    const entry = fc.record(
      { svc_label: fc.string(), value: fc.string(), extra: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const profile = fc
      .array(entry)
      .map((entries) => JSON.parse(JSON.stringify(entries)) as object[]);
    await fc.assert(
      fc.asyncProperty(profile, profile, async (before, after) => {
        const person = (title: string) => ({
          ...required,
          svc: {
            ...required.svc,
            profile: [
              ...before,
              { svc_label: "Title", value: title },
              ...after,
            ],
          },
        });
        const body = await written({ id: "7", ...person("Miss") }, (read) => ({
          ...read,
          svc: {
            ...read.svc,
            profile: read.svc?.profile?.map((old, index) =>
              index === before.length ? { ...old, value: "Countess" } : old,
            ),
          },
        }));
        expect(body).toEqual(person("Countess"));
      }),
    );
  });

  test("sends a status that was changed in place", async () => {
    const person = { id: "7", ...required, status: "here" };
    const change = (read: Person) => Object.assign(read, { status: "away" });
    expect(await written(person, change)).toHaveProperty("status", "away");
  });

  test.each(["emails", "svc", "name"])(
    "that would take the %s away is not sent",
    async (field) => {
      const http = answering(answer(200, { id: "7", ...required }));
      const change = (person: Person) => ({ ...person, [field]: undefined });
      const updated = clientOn(http).people.update("7", change);
      await expect(updated).rejects.toThrow(TypeError);
      await expect(updated).rejects.toThrow(field);
    },
  );

  test("never sends what is read-only, even when it was changed", async () => {
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

  test("publishes a status once, and no other change does", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    await client.people.update(person, withStatus("Debugging"));
    await client.people.update(person, withTitle);
    const after = await client.people.update(person, withStatus("Debugging"));
    expect(after).toMatchObject({
      status: "Debugging",
      svc: { profile: [{ value: "Countess" }] },
    });
    expect(platform.activitiesOf(person.id)).toMatchObject([
      { status: "Debugging" },
    ]);
  });

  test("writes nothing when there is nothing to change", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    const before = platform.journal.length;
    expect(await client.people.update(person, () => undefined)).toEqual(person);
    expect(platform.journal.slice(before)).toMatchObject([{ method: "GET" }]);
  });

  test.each(["emails", "svc", "name"])(
    "refuses to write a person whose %s is hidden, for that would erase it",
    async (hidden) => {
      const empty = hidden === "emails" ? [[]] : [];
      for (const absent of [undefined, null, ...empty]) {
        const http = answering(
          answer(200, { id: "7", ...required, [hidden]: absent }),
        );
        const { people } = clientOn(http);
        await expect(people.update("7", withStatus("x"))).rejects.toThrow(
          NotAllowedError,
        );
      }
    },
  );

  test("follows the self ref of the person it has read, and its allowed verbs", async () => {
    const ref = `${fakeApiUrl}/people/by-ref/7`;
    const person = { id: "7", ...required, resources: { self: { ref } } };
    const http = fakeHttp(() => answer(200, person));
    await clientOn(http).people.update("7", withTitle);
    expect(http.requests.map(({ url }) => url.href)).toEqual([
      `${fakeApiUrl}/people/7`,
      ref,
    ]);
  });

  test("of somebody else is not sent, as the platform does not allow it", async () => {
    const platform = await platformForTest();
    const { person } = await joinAs(platform, "ada");
    const { client } = await joinAs(platform, "bob");
    await expect(client.people.update(person.id, withTitle)).rejects.toThrow(
      NotAllowedError,
    );
    expect(platform.journal.some(({ method }) => method === "PUT")).toBe(false);
  });

  test("whose answer is lost is sent again when it changes no status", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    platform.faults.add({ kind: "reset-after", method: "PUT", times: 1 });
    const after = await client.people.update(person, withTitle);
    expect(after.svc?.profile).toEqual([
      { svc_label: "Title", value: "Countess" },
    ]);
  });

  test("of a status whose answer is lost has an unknown outcome, and publishes once", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    platform.faults.add({ kind: "reset-after", method: "PUT", times: 1 });
    await expect(
      client.people.update(person, withStatus("Debugging")),
    ).rejects.toThrow(UnknownOutcomeError);
    expect(platform.activitiesOf(person.id)).toHaveLength(1);
  });
});

describe("remove", () => {
  test("removes the person", async () => {
    const platform = await platformForTest();
    const { people } = clientFor(platform);
    const person = await people.create(newPerson("ada"));
    await people.remove(person);
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("of a person who is gone already is no error", async () => {
    const { people } = clientFor(await platformForTest());
    await expect(people.remove("0")).resolves.toBeUndefined();
  });

  test("whose answer is lost is sent again, and finds the person gone", async () => {
    const platform = await platformForTest();
    const { people } = clientFor(platform);
    const person = await people.create(newPerson("ada"));
    platform.faults.add({ kind: "reset-after", method: "DELETE", times: 1 });
    await expect(people.remove(person)).resolves.toBeUndefined();
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("that is refused is an error", async () => {
    const { people } = clientOn(answering(answer(403)));
    await expect(people.remove("7")).rejects.toMatchObject({ status: 403 });
  });
});

describe("confirmRemoved", () => {
  async function removeSlowly(
    deletion: { goneAfterReads: number } | { goneAfterMs: number } | "at-once",
  ) {
    const platform = await platformForTest({ deletion });
    const pauses: number[] = [];
    const sleepMs = async (ms: number) => void pauses.push(ms);
    const { people } = clientFor(platform, "service", { sleepMs });
    const { id } = await people.create(newPerson("ada"));
    await people.remove(id);
    return { platform, people, id, pauses };
  }

  test("is content at once when the person is gone", async () => {
    const { people, id, pauses } = await removeSlowly("at-once");
    const patience = { maxLooks: 3, pauseMs: 500 };
    expect(await people.confirmRemoved(id, patience)).toBe(true);
    expect(pauses).toEqual([]);
  });

  test("looks again until a deletion that was only accepted is done", async () => {
    const { people, id, pauses } = await removeSlowly({ goneAfterReads: 2 });
    const patience = { maxLooks: 5, pauseMs: 500 };
    expect(await people.confirmRemoved(id, patience)).toBe(true);
    expect(pauses).toEqual([500, 500]);
  });

  test("gives up after the last look, without a pause behind it", async () => {
    const slow = await removeSlowly({ goneAfterMs: Infinity });
    const patience = { maxLooks: 3, pauseMs: 500 };
    expect(await slow.people.confirmRemoved(slow.id, patience)).toBe(false);
    expect(slow.pauses).toEqual([500, 500]);
    expect(slow.platform.findPerson("ada")).toBeDefined();
  });

  test.each([
    [{ maxLooks: 0, pauseMs: 1 }, "maxLooks"],
    [{ maxLooks: NaN, pauseMs: 1 }, "maxLooks"],
    [{ maxLooks: 1, pauseMs: -1 }, "pauseMs"],
  ])("wants proper numbers: not %j", async (patience, name) => {
    const { people } = clientOn(answering());
    const confirmed = people.confirmRemoved("7", patience);
    await expect(confirmed).rejects.toThrow(TypeError);
    await expect(confirmed).rejects.toThrow(name);
  });

  test.each([
    ["an error", answer(503)],
    ["a broken connection", broken],
  ])("takes %s for no confirmation", async (_title, failure) => {
    const { people } = clientOn(fakeHttp(() => failure));
    await expect(
      people.confirmRemoved("7", { maxLooks: 2, pauseMs: 1 }),
    ).rejects.toThrow(/GET \/people/);
  });
});
