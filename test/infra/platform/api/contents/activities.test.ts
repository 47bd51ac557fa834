import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  create,
  namesIn,
  pageOf,
  personBody,
  platformWithPeople,
  refOf,
} from "../../platform-for-test.ts";

const text = { type: "text/plain", text: "Words" };

describe("activities", () => {
  test("an entry of a status has actor, object, title, url, and a content that is a string of HTML", async () => {
    const { platform, ada } = await platformWithPeople();
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
    const { platform, ada, bob } = await platformWithPeople();
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

  test("contents and replies are published too, each once", async () => {
    const { platform, ada, bob } = await platformWithPeople();
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
});
