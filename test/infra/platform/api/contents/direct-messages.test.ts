import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asEve,
  asService,
  create,
  namesIn,
  platformWithPeople,
  statusOf,
} from "../../platform-for-test.ts";

const text = { type: "text/plain", text: "Words" };

describe("direct messages", () => {
  test("only the author and the participants find a direct message, not even an administrator", async () => {
    const { platform, bob } = await platformWithPeople();
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

  test("an inbox has the entries of the requester only", async () => {
    const { platform } = await platformWithPeople();
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
});
