import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  contentBody,
  create,
  namesIn,
  personBody,
  platformWithPeople,
  refOf,
} from "../../platform-for-test.ts";

describe("contents", () => {
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
    "an invalid %s is answered 400, on create and on update (%j)",
    async (field, change) => {
      const { platform } = await platformWithPeople({ nowMs: () => 0 });
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

  test("the contents of a disabled person are listed by author to an administrator, as before", async () => {
    const { platform, ada } = await platformWithPeople({ nowMs: () => 0 });
    await create(platform, "/contents", contentBody("post"), asAda);
    await call(platform, "PUT", `/people/${ada.id}`, {
      json: personBody("ada", {}, { enabled: false, visible: false }),
    });
    const path = `/contents?author=${ada.id}&fields=id`;
    expect(await namesIn(platform, path, "id")).toHaveLength(1);
  });

  test("a deletion of the author removes its contents, replies and likes", async () => {
    const { platform, ada } = await platformWithPeople({ nowMs: () => 0 });
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
    platform.admin.like(ada.id, kept.id);
    await call(platform, "DELETE", `/people/${ada.id}`);
    expect(await namesIn(platform, "/contents", "id")).toEqual([kept.id]);
    expect(await namesIn(platform, messages, "id")).toEqual([]);
    expect(await namesIn(platform, refOf(kept, "likes"), "id")).toEqual([]);
    expect(await namesIn(platform, "/activities", "verb")).toEqual(["posted"]);
  });

  test("the html resource is a page that runs nothing", async () => {
    const { platform } = await platformWithPeople({ nowMs: () => 0 });
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
