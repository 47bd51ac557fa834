import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  create,
  createPerson,
  guard,
  namesIn,
  objectOf,
  platformForTest,
  refOf,
} from "../../platform-for-test.ts";

const text = { type: "text/html", text: "<p>Who knows?</p>" };

async function discussion() {
  const platform = await platformForTest();
  const ada = await createPerson(platform, "ada");
  const bob = await createPerson(platform, "bob");
  const json = { type: "discussion", subject: "A question", content: text };
  const item = await create(platform, "/contents", json, asAda);
  const readAs = async (as: string) =>
    objectOf(await call(platform, "GET", refOf(item, "self"), { as }));
  return { platform, ada, bob, item, readAs };
}

describe("discussion", () => {
  test("offers likes, read, self, html, attachments, followingIn and messages, with the verbs of the requester", async () => {
    const { platform, item, readAs } = await discussion();
    const self = `${platform.origin}/api/core/v3/contents/${item.id}`;
    const verbsOf = async (as: string) =>
      Object.fromEntries(
        Object.entries((await readAs(as)).resources).map(
          ([name, { allowed }]) => [name, allowed],
        ),
      );
    const forBob = {
      self: ["GET"],
      html: ["GET"],
      likes: ["GET"],
      read: ["POST", "DELETE"],
      attachments: ["GET"],
      followingIn: ["GET"],
      messages: ["GET", "POST"],
    };
    expect(await verbsOf(asBob)).toEqual(forBob);
    expect(await verbsOf(asAda)).toEqual({
      ...forBob,
      self: ["GET", "PUT", "DELETE"],
      attachments: ["GET", "POST"],
    });
    expect(refOf(item, "messages")).toBe(`${self}/messages`);
  });

  test("has resources that no other content has", async () => {
    const { platform } = await discussion();
    const json = { type: "post", subject: "A post", content: text };
    const { id, resources } = await create(platform, "/contents", json);
    expect(Object.keys(resources).toSorted()).toEqual(["html", "self"]);
    for (const name of ["likes", "messages", "attachments", "followingIn"]) {
      const answer = await call(platform, "GET", `/contents/${id}/${name}`);
      expect(answer.status).toBe(404);
    }
  });

  test("likes lists the people who like it", async () => {
    const { platform, bob, item } = await discussion();
    const likes = refOf(item, "likes");
    expect(await namesIn(platform, likes, "id")).toEqual([]);
    platform.admin.like(bob.id, item.id);
    platform.admin.like(bob.id, item.id);
    expect(await namesIn(platform, likes, "id")).toEqual([bob.id]);
    expect((await call(platform, "POST", likes)).status).toBe(405);
  });

  test("read marks it as read for the requester by POST, and as unread by DELETE", async () => {
    const { platform, item, readAs } = await discussion();
    const read = refOf(item, "read");
    expect(await readAs(asBob)).toHaveProperty("read", false);
    for (const expected of [true, true]) {
      expect((await call(platform, "POST", read, { as: asBob })).status).toBe(
        204,
      );
      expect(await readAs(asBob)).toHaveProperty("read", expected);
    }
    expect(await readAs(asAda)).toHaveProperty("read", false);
    expect((await call(platform, "DELETE", read, { as: asBob })).status).toBe(
      204,
    );
    expect(await readAs(asBob)).toHaveProperty("read", false);
  });

  test("messages lists the replies, and every person may reply", async () => {
    const { platform, bob, item } = await discussion();
    const messages = refOf(item, "messages");
    const json = { content: { type: "text/plain", text: "I do." } };
    const reply = await create(platform, messages, json, asBob);
    expect(reply).toMatchObject({
      ...json,
      type: "message",
      author: { id: bob.id },
    });
    expect(await namesIn(platform, messages, "id")).toEqual([reply.id]);
    expect(
      objectOf(await call(platform, "GET", refOf(reply, "self"))),
    ).toMatchObject(json);
    for (const wrong of [{}, { content: "I do." }, { content: { text: 7 } }]) {
      const answer = await call(platform, "POST", messages, { json: wrong });
      expect(answer.status).toBe(400);
    }
  });

  test("attachments lists files, accepts a file of the author with any part name, and returns its bytes", async () => {
    const { platform, item } = await discussion();
    const attachments = refOf(item, "attachments");
    const bytes = Buffer.from('{"not":"guarded"}');
    const attach = (as: string, part: string) => {
      const body = new FormData();
      body.set(part, new File([bytes], "data.json", { type: "text/html" }));
      return call(platform, "POST", attachments, { as, body });
    };
    expect((await attach(asBob, "file")).status).toBe(403);
    const attached = await attach(asAda, "whatever");
    expect(attached.status).toBe(201);
    expect(attached.json()).toMatchObject({
      name: "data.json",
      size: bytes.byteLength,
    });
    expect(await namesIn(platform, attachments, "name")).toEqual(["data.json"]);
    const self = refOf(objectOf(attached), "self");
    const read = await call(platform, "GET", self, { as: asBob });
    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.text).not.toContain(guard);
    expect(read.headers.get("content-disposition")).toBe("attachment");
    const empty = await call(platform, "POST", attachments, {
      as: asService,
      body: new FormData(),
    });
    expect(empty.status).toBe(400);
  });

  test("followingIn lists the requester's streams in which it follows the discussion", async () => {
    const { platform, bob, item } = await discussion();
    platform.admin.follow(bob.id, item.id);
    const path = refOf(item, "followingIn");
    expect(await namesIn(platform, path, "name", asBob)).toEqual([
      "Connections",
    ]);
    expect(await namesIn(platform, path, "name", asAda)).toEqual([]);
  });

  test("a deletion removes its messages, likes, attachments and activity", async () => {
    const { platform, item } = await discussion();
    await create(platform, refOf(item, "messages"), { content: text }, asBob);
    await call(platform, "DELETE", refOf(item, "self"));
    for (const name of ["messages", "likes", "attachments"]) {
      expect((await call(platform, "GET", refOf(item, name))).status).toBe(404);
    }
    expect(await namesIn(platform, "/activities", "id")).toEqual([]);
  });
});
