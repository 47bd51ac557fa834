import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  contentBody,
  create,
  namesIn,
  platformWithPeople,
  refOf,
} from "../platform-for-test.ts";

/** The reference implementation: tries every start, and every length of the text that a wildcard stands for. */
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

describe("list query", () => {
  async function library() {
    const { platform, ada, bob } = await platformWithPeople({ nowMs: () => 0 });
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

  test.each(["count=1&count=2", "search=a&search=b", "fields=id&fields=name"])(
    "a parameter that is given twice is answered 400 (%s)",
    async (query) => {
      const { platform } = await library();
      expect((await call(platform, "GET", `/contents?${query}`)).status).toBe(
        400,
      );
    },
  );
});

describe("search", () => {
  test.each([
    ["strong", []],
    ["<p>", []],
    ["href", []],
    ["middle", ["html"]],
    ["word one", ["html"]],
    ["one*two", ["html"]],
    ["one<p>two", []],
    ["R&D", ["html"]],
    ["amp", []],
    ["<i>", ["plain"]],
  ])("matches text and not markup: %j finds %j", async (search, found) => {
    const { platform } = await platformWithPeople({ nowMs: () => 0 });
    const html =
      '<p>A <strong>mid</strong>dle <a href="/x">word</a> one</p><p>two: R&amp;D</p>';
    for (const [subject, content] of [
      ["html", { type: "text/html", text: html }],
      ["plain", { type: "text/plain", text: "Write <i> for italics" }],
    ]) {
      const json = contentBody("post", { subject, content });
      await create(platform, "/contents", json);
    }
    const path = `/contents?search=${encodeURIComponent(search)}`;
    expect(await namesIn(platform, path, "subject")).toEqual(found);
  });
});
