import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/local/platform/start-platform.ts";
import {
  asAda,
  asBob,
  asService,
  basic,
  call,
  create,
  createPerson,
  namesIn,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
  refOf,
} from "./platform-for-test.ts";

const asEve = basic("eve", "eve-password");
const text = { type: "text/plain", text: "Words" };

async function three(options = {}) {
  const platform = await platformForTest(options);
  const [ada, bob, eve] = await Promise.all(
    ["ada", "bob", "eve"].map((name) => createPerson(platform, name)),
  );
  return { platform, ada: ada!, bob: bob!, eve: eve! };
}

async function statusOf(
  platform: Platform,
  method: string,
  path: string,
  as: string,
  json?: unknown,
) {
  const body = json === undefined ? {} : { json };
  return (await call(platform, method, path, { as, ...body })).status;
}

describe.each<[string, (ids: { bob: string; place: string }) => object]>([
  ["/contents", () => ({ type: "post", subject: "S", content: text })],
  [
    "/announcements",
    () => ({ type: "announcement", subject: "S", content: text }),
  ],
  ["/places", () => ({ type: "space", name: "Everybody" })],
  ["/members", ({ bob, place }) => ({ person: bob, place, state: "member" })],
  ["/activities", () => ({ content: text, verb: "tested" })],
  ["/actions/dms", ({ bob }) => ({ participants: [bob], content: text })],
  ["/inbox", () => ({ subject: "S", content: text, unread: false })],
])("the family %s", (path, bodyFor) => {
  test("has create and list on the collection, read, update and delete on the item", async () => {
    const { platform, bob } = await three();
    const place = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    const json = bodyFor({ bob: bob.id, place: place.id });
    const created = await create(platform, path, json, asAda);
    const item = `${path}/${created.id}`;
    expect(refOf(created, "self")).toBe(
      `${platform.origin}/api/core/v3${item}`,
    );
    expect(created).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: expect.any(String),
    });

    expect(await namesIn(platform, path, "id", asAda)).toContain(created.id);
    const read = await call(platform, "GET", item, { as: asAda });
    expect(read.json()).toEqual(created);

    // What a GET shows can be sent back.
    const put = await call(platform, "PUT", item, {
      as: asAda,
      json: read.json(),
    });
    expect(put.status).toBe(200);
    expect(put.json()).toEqual({ ...created, updated: expect.any(String) });
    expect(await statusOf(platform, "PUT", item, asAda, {})).toBe(400);

    expect(await statusOf(platform, "DELETE", item, asAda)).toBe(204);
    expect(await statusOf(platform, "GET", item, asAda)).toBe(404);
    expect(await namesIn(platform, path, "id", asAda)).not.toContain(
      created.id,
    );
  });

  test("answers 404 for unknown ids, 400 for what does not fit and 401 for nobody", async () => {
    const { platform } = await three();
    for (const method of ["GET", "PUT", "DELETE"]) {
      const json = method === "PUT" ? {} : undefined;
      expect(await statusOf(platform, method, `${path}/1`, asAda, json)).toBe(
        404,
      );
    }
    for (const json of [{}, [], "text", 7]) {
      expect(await statusOf(platform, "POST", path, asAda, json)).toBe(400);
    }
    const nobody = await call(platform, "GET", path, { as: null });
    expect(nobody.status).toBe(401);
  });
});

describe("an update where the platform replaces", () => {
  test("drops optional fields that are absent, where it merges they stay", async () => {
    for (const update of ["replace", "merge"] as const) {
      const { platform } = await three({ update });
      const json = {
        type: "group",
        name: "G",
        description: "Old",
        tags: ["a"],
      };
      const { id } = await create(platform, "/places", json);
      const answer = await call(platform, "PUT", `/places/${id}`, {
        json: { type: "group", name: "H" },
      });
      expect(answer.json()).toMatchObject({ id, name: "H" });
      expect("description" in objectOf(answer)).toBe(update === "merge");
    }
  });
});

describe("places", () => {
  test.each(["blog", "group", "project", "space"])(
    "of type %s are created, and found by type",
    async (type) => {
      const { platform } = await three();
      const { id } = await create(platform, "/places", { type, name: "N" });
      const path = `/places?type=${type}`;
      expect(await namesIn(platform, path, "id")).toEqual([id]);
      const other = type === "blog" ? "group" : "blog";
      const answer = await statusOf(
        platform,
        "PUT",
        `/places/${id}`,
        asService,
        {
          type: other,
          name: "N",
        },
      );
      expect(answer).toBe(400);
    },
  );

  test("take their contents and memberships with them", async () => {
    const { platform } = await three();
    const { id } = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    const post = { type: "post", subject: "S", content: text, place: id };
    await create(platform, "/contents", post, asBob);
    await call(platform, "DELETE", `/places/${id}`, { as: asAda });
    expect(await namesIn(platform, "/contents", "id")).toEqual([]);
    expect(await namesIn(platform, "/members", "id")).toEqual([]);
  });

  test("a person's blog is read at its blog resource, if it exists, and goes with the person", async () => {
    const { platform, ada } = await three();
    expect(ada.resources).not.toHaveProperty("blog");
    const path = `/people/${ada.id}/blog`;
    expect((await call(platform, "GET", path)).status).toBe(404);
    const json = { type: "blog", name: "Engines" };
    const { id } = await create(platform, "/places", json, asAda);
    const blogger = await call(platform, "GET", refOf(ada, "self"));
    const blog = refOf(objectOf(blogger), "blog");
    expect(blog).toBe(`${platform.origin}/api/core/v3${path}`);
    expect((await call(platform, "GET", blog)).json()).toMatchObject({
      id,
      ...json,
    });
    expect(await statusOf(platform, "POST", "/places", asAda, json)).toBe(409);
    const group = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    await call(platform, "DELETE", `/people/${ada.id}`);
    expect(await namesIn(platform, "/places", "id")).toEqual([group.id]);
  });
});

describe("members", () => {
  async function club() {
    const { platform, ada, bob, eve } = await three();
    const json = { type: "group", name: "Club" };
    const place = await create(platform, "/places", json, asAda);
    return { platform, ada, bob, eve, place };
  }

  test("GET /members/people/{personID} lists the places the person belongs to, with the membership state", async () => {
    const { platform, ada, place } = await club();
    const path = refOf(ada, "members");
    expect(path).toBe(
      `${platform.origin}/api/core/v3/members/people/${ada.id}`,
    );
    const [state] = await namesIn(platform, path, "state");
    const [where] = await namesIn(platform, path, "place");
    expect(state).toBe("owner");
    expect(where).toMatchObject({ id: place.id, name: "Club", type: "group" });
    expect(await namesIn(platform, path, "group")).toEqual([where]);
  });

  test("a service before 3.1 has no members resource of a person", async () => {
    const { platform, ada } = await three({ version: "3.0" });
    expect(ada.resources).not.toHaveProperty("members");
    const path = `/members/people/${ada.id}`;
    expect(await statusOf(platform, "GET", path, asAda)).toBe(404);
    expect(await statusOf(platform, "GET", "/members", asAda)).toBe(200);
  });

  test("anyone joins and leaves, only owners add others or make owners", async () => {
    const { platform, bob, eve, place } = await club();
    const add = (as: string, person: string, state?: string) =>
      statusOf(platform, "POST", "/members", as, {
        person,
        place: place.id,
        state,
      });
    expect(await add(asBob, eve.id)).toBe(403);
    expect(await add(asBob, bob.id, "owner")).toBe(403);
    expect(await add(asBob, bob.id)).toBe(201);
    expect(await add(asBob, bob.id)).toBe(409);
    expect(await add(asAda, eve.id, "pending")).toBe(201);
    const [, ofBob, ofEve] = await namesIn(platform, "/members", "id");
    const path = `/members/${String(ofEve)}`;
    const json = { person: eve.id, place: place.id, state: "member" };
    expect(await statusOf(platform, "PUT", path, asEve, json)).toBe(403);
    expect(await statusOf(platform, "PUT", path, asAda, json)).toBe(200);
    expect(
      await statusOf(platform, "PUT", path, asAda, { ...json, person: bob.id }),
    ).toBe(400);
    expect(await statusOf(platform, "DELETE", path, asBob)).toBe(403);
    expect(
      await statusOf(platform, "DELETE", `/members/${String(ofBob)}`, asBob),
    ).toBe(204);
  });

  test("go with the person", async () => {
    const { platform, ada } = await club();
    await call(platform, "DELETE", `/people/${ada.id}`);
    expect(await namesIn(platform, "/members", "id")).toEqual([]);
  });
});

describe("activities", () => {
  test("setting a status publishes it, visible in the person's activity, newest first", async () => {
    let nowMs = 0;
    const { platform, ada } = await three({ nowMs: () => nowMs });
    for (const status of ["Away", "Back"]) {
      nowMs += 1000;
      const json = personBody("ada", { status });
      await call(platform, "PUT", refOf(ada, "self"), { as: asAda, json });
    }
    const path = refOf(ada, "activity");
    expect(path).toContain(`/people/${ada.id}/activities`);
    expect(await namesIn(platform, path, "content", asBob)).toEqual([
      "Back",
      "Away",
    ]);
    expect(await namesIn(platform, path, "verb")).toEqual(["status", "status"]);
    expect(await namesIn(platform, path, "published")).toEqual([
      "1970-01-01T00:00:02.000+0000",
      "1970-01-01T00:00:01.000+0000",
    ]);
    expect(await namesIn(platform, `${path}?count=1`, "id")).toHaveLength(1);
  });

  test("an entry of a status has actor, object, title, url and a content that is a string of HTML", async () => {
    const { platform, ada } = await three();
    const json = personBody("ada", { status: "1 < 2 & <b>3</b>" });
    await call(platform, "PUT", refOf(ada, "self"), { as: asAda, json });
    const [entry] = pageOf(
      await call(platform, "GET", refOf(ada, "activity"), { as: asBob }),
    ).list;
    const profile = `${platform.origin}/people/ada`;
    expect(entry).toMatchObject({
      type: "activity",
      verb: "status",
      author: { id: ada.id },
      actor: {
        id: refOf(ada, "self"),
        objectType: "person",
        displayName: "ada Example",
        url: profile,
      },
      object: {
        id: refOf(entry!, "self"),
        objectType: "update",
        displayName: "1 < 2 & <b>3</b>",
        url: profile,
      },
      title: "1 < 2 & <b>3</b>",
      content: "1 &lt; 2 &amp; &lt;b&gt;3&lt;/b&gt;",
      url: profile,
    });
  });

  test("an entry of a content or a reply has it as its object, with its address and its page", async () => {
    const { platform, ada, bob } = await three();
    const json = { type: "discussion", subject: "Engines", content: text };
    const item = await create(platform, "/contents", json, asAda);
    const reply = await create(
      platform,
      refOf(item, "messages"),
      { content: text },
      asBob,
    );
    const url = refOf(item, "html");
    const entryOf = async (person: typeof ada) =>
      pageOf(await call(platform, "GET", refOf(person, "activity"))).list[0];
    expect(await entryOf(ada)).toMatchObject({
      title: "Engines",
      content: "Engines",
      url,
      object: {
        id: refOf(item, "self"),
        objectType: "discussion",
        displayName: "Engines",
        url,
      },
    });
    expect(await entryOf(bob)).toMatchObject({
      title: "Engines",
      url,
      object: { id: refOf(reply, "self"), objectType: "message", url },
    });
  });

  test("a new entry takes its content as a string of HTML too, and its title", async () => {
    const { platform } = await three();
    const json = { title: "A walk", content: "<p>By the <b>sea</b></p>" };
    const created = await create(platform, "/activities", json, asAda);
    expect(created).toMatchObject({
      ...json,
      verb: "posted",
      object: { objectType: "activity", displayName: "A walk" },
    });
    expect(await namesIn(platform, "/activities?search=the+sea", "id")).toEqual(
      [created.id],
    );
  });

  test("contents and replies are published too, each once", async () => {
    const { platform, ada, bob } = await three();
    const json = { type: "discussion", subject: "Engines", content: text };
    const item = await create(platform, "/contents", json, asAda);
    await create(platform, refOf(item, "messages"), { content: text }, asBob);
    expect(await namesIn(platform, refOf(ada, "activity"), "verb")).toEqual([
      "posted",
    ]);
    expect(await namesIn(platform, refOf(bob, "activity"), "verb")).toEqual([
      "replied",
    ]);
  });

  test("are changed and deleted only by their person or an administrator, and hidden with the person", async () => {
    const { platform, ada } = await three();
    const { id } = await create(
      platform,
      "/activities",
      { content: text },
      asAda,
    );
    const path = `/activities/${id}`;
    const json = { content: { ...text, text: "Other" } };
    expect(await statusOf(platform, "PUT", path, asBob, json)).toBe(403);
    expect(await statusOf(platform, "DELETE", path, asBob)).toBe(403);
    const hidden = personBody("ada", {}, { visible: false });
    await call(platform, "PUT", refOf(ada, "self"), { json: hidden });
    expect(await statusOf(platform, "GET", path, asBob)).toBe(404);
    expect(await namesIn(platform, "/activities", "id", asBob)).toEqual([]);
    expect(await statusOf(platform, "PUT", path, asAda, json)).toBe(200);
  });
});

describe("direct messages and the inbox", () => {
  test("a direct message is there for its author and participants, and for nobody else, administrators included", async () => {
    const { platform, bob } = await three();
    const json = { participants: [bob.id], subject: "Hello", content: text };
    const { id } = await create(platform, "/actions/dms", json, asAda);
    const path = `/actions/dms/${id}`;
    expect(await statusOf(platform, "GET", path, asAda)).toBe(200);
    expect(await statusOf(platform, "GET", path, asBob)).toBe(200);
    expect(await statusOf(platform, "GET", path, asEve)).toBe(404);
    expect(await statusOf(platform, "GET", path, asService)).toBe(404);
    expect(await statusOf(platform, "DELETE", path, asBob)).toBe(403);
    expect(await statusOf(platform, "PUT", path, asBob, json)).toBe(403);
  });

  test("a direct message makes an inbox entry for each participant, once", async () => {
    const { platform, ada, bob } = await three();
    const json = {
      participants: [bob.id, refOf(bob, "self")],
      subject: "Hello",
      content: text,
    };
    await create(platform, "/actions/dms", json, asAda);
    expect(await namesIn(platform, "/inbox", "subject", asBob)).toEqual([
      "Hello",
    ]);
    expect(await namesIn(platform, "/inbox", "author", asBob)).toMatchObject([
      { id: ada.id },
    ]);
    expect(await namesIn(platform, "/inbox", "unread", asBob)).toEqual([true]);
    expect(await namesIn(platform, "/inbox", "id", asAda)).toEqual([]);
  });

  test("an inbox is the requester's own", async () => {
    const { platform } = await three();
    const { id } = await create(
      platform,
      "/inbox",
      { subject: "Note", content: text },
      asAda,
    );
    for (const as of [asBob, asService]) {
      expect(await statusOf(platform, "GET", `/inbox/${id}`, as)).toBe(404);
      expect(await namesIn(platform, "/inbox", "id", as)).toEqual([]);
    }
  });

  test("a participant must be there for the requester", async () => {
    const { platform } = await three();
    const hidden = await createPerson(
      platform,
      "hidden",
      {},
      { visible: false },
    );
    for (const participant of [hidden.id, "1", ""]) {
      const json = { participants: [participant], content: text };
      expect(
        await statusOf(platform, "POST", "/actions/dms", asAda, json),
      ).toBe(400);
    }
  });
});
