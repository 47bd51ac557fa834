import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  create,
  createPerson,
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
  test("offers its resources with the verbs of the requester", async () => {
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
});
