import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  create,
  createPerson,
  namesIn,
  objectOf,
  platformForTest,
  refOf,
} from "./talk.ts";

function contentBody(type: string, fields: Record<string, unknown> = {}) {
  return {
    type,
    subject: `A ${type}`,
    content: { type: "text/html", text: "<p>Words</p>" },
    ...(type === "poll" && { options: ["Yes", "No"] }),
    ...fields,
  };
}

const types = ["announcement", "discussion", "document", "poll", "post"];

async function writers() {
  const platform = await platformForTest({ nowMs: () => 0 });
  const ada = await createPerson(platform, "ada");
  const bob = await createPerson(platform, "bob");
  return { platform, ada, bob };
}

describe("contents", () => {
  test.each(types)(
    "of type %s are created, read, updated and deleted",
    async (type) => {
      const { platform, ada } = await writers();
      const created = await create(
        platform,
        "/contents",
        contentBody(type),
        asAda,
      );
      expect(created).toMatchObject({
        ...contentBody(type),
        id: expect.stringMatching(/^\d+$/),
        author: { id: ada.id },
        published: "1970-01-01T00:00:00.000+0000",
        updated: "1970-01-01T00:00:00.000+0000",
      });
      const self = refOf(created, "self");
      expect((await call(platform, "GET", self, { as: asAda })).json()).toEqual(
        {
          ...created,
          resources: expect.any(Object),
        },
      );
      const updated = await call(platform, "PUT", self, {
        as: asAda,
        json: { ...created, subject: "Better" },
      });
      expect(updated.json()).toEqual({ ...created, subject: "Better" });
      expect((await call(platform, "DELETE", self, { as: asAda })).status).toBe(
        204,
      );
      expect((await call(platform, "GET", self)).status).toBe(404);
    },
  );

  test("are listed on /contents, all types together", async () => {
    const { platform } = await writers();
    for (const type of types) {
      await create(platform, "/contents", contentBody(type), asAda);
    }
    expect(await namesIn(platform, "/contents", "type")).toEqual(types);
  });

  test.each([
    ["type", { type: "essay" }],
    ["type", { type: undefined }],
    ["subject", { subject: undefined }],
    ["subject", { subject: 7 }],
    ["content", { content: "words" }],
    ["content.text", { content: { type: "text/html" } }],
    ["tags", { tags: "a" }],
    ["options", { type: "poll", options: ["Only one"] }],
    ["publishDate", { type: "announcement", publishDate: "2026-03-01" }],
    ["place", { place: "1" }],
    ["place", { place: "https://elsewhere.example/places/1" }],
  ])(
    "without a %s that fits are answered 400, on create and on update (%j)",
    async (field, change) => {
      const { platform } = await writers();
      const { id } = await create(platform, "/contents", contentBody("post"));
      const json = { ...contentBody("post"), ...change };
      for (const answer of [
        await call(platform, "POST", "/contents", { json }),
        await call(platform, "PUT", `/contents/${id}`, { json }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.json()).toMatchObject({
          error: { message: expect.stringMatching(`^${field}: `) },
        });
      }
    },
  );

  test("keep their type", async () => {
    const { platform } = await writers();
    const { id } = await create(platform, "/contents", contentBody("post"));
    const answer = await call(platform, "PUT", `/contents/${id}`, {
      json: contentBody("document"),
    });
    expect(answer.status).toBe(400);
  });

  test("are changed and deleted by their author or an administrator, as allowed says", async () => {
    const { platform } = await writers();
    const { id } = await create(
      platform,
      "/contents",
      contentBody("post"),
      asAda,
    );
    const forBob = objectOf(
      await call(platform, "GET", `/contents/${id}`, { as: asBob }),
    );
    expect(forBob.resources["self"]?.allowed).toEqual(["GET"]);
    for (const method of ["PUT", "DELETE"]) {
      const answer = await call(platform, method, `/contents/${id}`, {
        as: asBob,
        ...(method === "PUT" && { json: contentBody("post") }),
      });
      expect(answer.status).toBe(403);
    }
    const answer = await call(platform, "GET", `/contents/${id}`);
    const allowed = objectOf(answer).resources["self"]?.allowed;
    expect(allowed).toEqual(["GET", "PUT", "DELETE"]);
    expect((await call(platform, "DELETE", `/contents/${id}`)).status).toBe(
      204,
    );
  });

  test("go with the person who made them", async () => {
    const { platform, ada } = await writers();
    await create(platform, "/contents", contentBody("post"), asAda);
    const kept = await create(
      platform,
      "/contents",
      contentBody("discussion"),
      asBob,
    );
    const messages = refOf(kept, "messages");
    const reply = { content: { type: "text/html", text: "Yes" } };
    await create(platform, messages, reply, asAda);
    platform.arrange.likes(ada.id, kept.id);
    await call(platform, "DELETE", `/people/${ada.id}`);
    expect(await namesIn(platform, "/contents", "id")).toEqual([kept.id]);
    expect(await namesIn(platform, messages, "id")).toEqual([]);
    expect(await namesIn(platform, refOf(kept, "likes"), "id")).toEqual([]);
    expect(await namesIn(platform, "/activities", "verb")).toEqual(["posted"]);
  });

  test("have an html resource that opens in a browser and runs nothing", async () => {
    const { platform } = await writers();
    const text = "<script>alert(1)</script>";
    const json = contentBody("post", {
      subject: "<b>Bold</b>",
      content: { type: "text/html", text },
    });
    const content = await create(platform, "/contents", json);
    const answer = await call(platform, "GET", refOf(content, "html"));
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("content-security-policy")).toContain("'none'");
    expect(answer.text).toContain("<h1>&lt;b&gt;Bold");
    expect(answer.text).toContain("<p>alert(1)</p>");
    expect(answer.text).not.toContain("script");
    const signedOut = await call(platform, "GET", refOf(content, "html"), {
      as: null,
    });
    expect(signedOut.status).toBe(302);
    expect(signedOut.headers.get("location")).toMatch(/^\/sign-in\?to=/);
  });
});

describe("announcements", () => {
  test("have type, id, subject, content, publishDate and resources", async () => {
    const { platform } = await writers();
    const json = contentBody("announcement", {
      publishDate: "2026-03-01T09:00:00.000+0100",
    });
    const created = await create(platform, "/announcements", json, asAda);
    expect(created).toMatchObject({
      ...json,
      publishDate: "2026-03-01T08:00:00.000+0000",
    });
    expect(Object.keys(created.resources).toSorted()).toEqual(["html", "self"]);
    expect(created.resources["self"]).toEqual({
      ref: `${platform.origin}/api/core/v3/announcements/${created.id}`,
      allowed: ["GET", "PUT", "DELETE"],
    });
  });

  test("are listed on /announcements, with count, fields and startIndex, and are contents too", async () => {
    const { platform } = await writers();
    for (const subject of ["One", "Two", "Three"]) {
      const json = contentBody("announcement", { subject });
      await create(platform, "/announcements", json);
    }
    await create(platform, "/contents", contentBody("post"));
    const path = "/announcements?count=1&fields=subject&startIndex=1";
    expect(await namesIn(platform, path, "subject")).toEqual(["Two"]);
    expect(await namesIn(platform, path, "type")).toEqual([undefined]);
    expect(await namesIn(platform, "/announcements", "subject")).toHaveLength(
      3,
    );
    expect(await namesIn(platform, "/contents", "subject")).toHaveLength(4);
  });

  test("are read, updated and deleted on /announcements/{id}, where no other content is", async () => {
    const { platform } = await writers();
    const { id } = await create(
      platform,
      "/contents",
      contentBody("announcement"),
    );
    const post = await create(platform, "/contents", contentBody("post"));
    const path = `/announcements/${id}`;
    const json = contentBody("announcement", { subject: "Later" });
    expect((await call(platform, "PUT", path, { json })).json()).toMatchObject({
      subject: "Later",
    });
    expect(
      (await call(platform, "GET", `/announcements/${post.id}`)).status,
    ).toBe(404);
    expect((await call(platform, "DELETE", path)).status).toBe(204);
    expect((await call(platform, "GET", `/contents/${id}`)).status).toBe(404);
  });
});

describe("the query of a list", () => {
  async function library() {
    const { platform, ada, bob } = await writers();
    const place = await create(
      platform,
      "/places",
      { type: "group", name: "Engines" },
      asAda,
    );
    const add = (as: string, type: string, fields: Record<string, unknown>) =>
      create(platform, "/contents", contentBody(type, fields), as);
    await add(asAda, "post", { subject: "A", tags: ["x", "y"] });
    await add(asBob, "post", { subject: "B", place: refOf(place, "self") });
    await add(asBob, "document", { subject: "C", tags: ["y"] });
    return { platform, ada, bob, place };
  }

  test("author chooses by who made it, by id or address", async () => {
    const { platform, bob } = await library();
    for (const author of [bob.id, refOf(bob, "self")]) {
      const path = `/contents?author=${encodeURIComponent(author)}`;
      expect(await namesIn(platform, path, "subject")).toEqual(["B", "C"]);
    }
  });

  test("place chooses by where it is, by id or address", async () => {
    const { platform, place } = await library();
    for (const value of [place.id, refOf(place, "self")]) {
      const path = `/contents?place=${encodeURIComponent(value)}`;
      expect(await namesIn(platform, path, "subject")).toEqual(["B"]);
    }
  });

  test("tag chooses by tag", async () => {
    const { platform } = await library();
    expect(await namesIn(platform, "/contents?tag=y", "subject")).toEqual([
      "A",
      "C",
    ]);
    expect(await namesIn(platform, "/contents?tag=z", "subject")).toEqual([]);
  });

  test("type chooses by type", async () => {
    const { platform } = await library();
    const path = "/contents?type=document";
    expect(await namesIn(platform, path, "subject")).toEqual(["C"]);
  });

  test("all parameters apply together, and links repeat them", async () => {
    const { platform, bob } = await library();
    const query = `author=${bob.id}&type=post&search=b&count=1`;
    const path = `/contents?${query}&fields=subject`;
    expect(await namesIn(platform, path, "subject")).toEqual(["B"]);
    const answer = await call(
      platform,
      "GET",
      `/contents?author=${bob.id}&count=1`,
    );
    expect(answer.json()).toMatchObject({
      links: {
        next: `${platform.origin}/api/core/v3/contents?author=${bob.id}&count=1&startIndex=1`,
      },
    });
  });

  test("what an object does not have does not match", async () => {
    const { platform, ada } = await library();
    const path = `/people?author=${ada.id}`;
    expect(await namesIn(platform, path, "id")).toEqual([]);
  });

  test.each(["count=1&count=2", "search=a&search=b", "fields=id&fields=name"])(
    "a parameter given twice is answered 400 (%s)",
    async (query) => {
      const { platform } = await library();
      expect((await call(platform, "GET", `/contents?${query}`)).status).toBe(
        400,
      );
    },
  );
});

describe("search", () => {
  test.each(["subject", "description", "content.text"])(
    "matches text in %s",
    async (field) => {
      const { platform } = await writers();
      const text = "Engines of brass";
      const words = field === "content.text" ? { content: { text } } : {};
      const json = contentBody("post", { [field]: text, ...words });
      await create(platform, "/contents", json);
      await create(platform, "/contents", contentBody("post"));
      const path = "/contents?search=gines%20OF";
      expect(await namesIn(platform, path, "id")).toHaveLength(1);
    },
  );

  test("A*B matches a middle word, in one field", async () => {
    const { platform } = await writers();
    for (const subject of ["Alpha mid Beta", "AlphaBeta", "Beta and Alpha"]) {
      await create(platform, "/contents", contentBody("post", { subject }));
    }
    await create(
      platform,
      "/contents",
      contentBody("post", { subject: "Alpha", description: "Beta" }),
    );
    const path = "/contents?search=Alpha*Beta";
    expect(await namesIn(platform, path, "subject")).toEqual([
      "Alpha mid Beta",
      "AlphaBeta",
    ]);
  });

  test("agrees with an oracle on every text and every wildcard", async () => {
    const { platform } = await writers();
    const letters = (alphabet: string) =>
      fc.string({ unit: fc.constantFrom(...alphabet.split("")), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        letters("aAb. ").map((text) => `a${text}`),
        letters("aAb.*").filter((search) => search !== ""),
        async (subject, search) => {
          const json = contentBody("post", {
            subject,
            content: { text: "-" },
          });
          const { id } = await create(platform, "/contents", json);
          const path = `/contents?search=${encodeURIComponent(search)}`;
          const found = await namesIn(platform, path, "id");
          await call(platform, "DELETE", `/contents/${id}`);
          const oracle = contains(subject.toLowerCase(), search.toLowerCase());
          expect(found).toEqual(oracle ? [id] : []);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("with thousands of wildcards answers at once", async () => {
    const { platform } = await writers();
    const json = contentBody("post", { subject: "a".repeat(100_000) });
    await create(platform, "/contents", json);
    const search = "a*".repeat(3000);
    const path = `/contents?search=${search}b`;
    expect(await namesIn(platform, path, "id")).toEqual([]);
  });
});

/** Tries every beginning and every length of what a wildcard stands for. */
function contains(text: string, search: string): boolean {
  return Array.from({ length: text.length + 1 }, (_, from) =>
    begins(text.slice(from), search),
  ).includes(true);
}

function begins(text: string, search: string): boolean {
  if (search === "") return true;
  if (search.startsWith("*")) return contains(text, search.slice(1));
  return (
    text !== "" &&
    text[0] === search[0] &&
    begins(text.slice(1), search.slice(1))
  );
}
