import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  create,
  namesIn,
  platformWithPeople,
} from "../../platform-for-test.ts";

const text = { type: "text/plain", text: "Words" };

describe("places", () => {
  test("a deletion of a place removes its contents and memberships", async () => {
    const { platform } = await platformWithPeople();
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
});
