import fc from "fast-check";
import { expect, test } from "vitest";
import type { Client } from "../../../shared/community/client.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { anyUtf16 } from "../../fixtures/any-text.ts";
import { effort } from "../../resilience/effort.ts";
import { hostileIds, impossibleIds } from "./hostile-ids.ts";
import { sendJson, startRawPlatform } from "./platforms.ts";

/** Every path that contains an id from outside: the request line except for the id. */
const asks: Record<string, (client: Client, id: string) => Promise<unknown>> = {
  "GET /people/*": ({ people }, id) => people.get(id),
  "DELETE /people/*": ({ people }, id) => people.remove(id),
  "GET /people/*/images": ({ images }, id) => images.list(id).next(),
  "POST /people/*/images": ({ images }, id) => images.add(id, "x"),
  "GET /people/*/avatar": ({ images }, id) => images.avatar(id),
  "POST /people/*/tasks": ({ tasks }, id) =>
    tasks.create(id, { subject: "x", dueAtMs: 0 }),
  "GET /people/*/tasks": ({ tasks }, id) => tasks.list(id).next(),
  "POST /people/*/streams": ({ streams }, id) => streams.create(id, "x"),
  "GET /people/*/followingIn": ({ streams }, id) =>
    streams.followingIn(id).next(),
  "GET /people/*/@reports": ({ relations }, id) => relations.reports(id).next(),
  "GET /people/*/@manager": ({ relations }, id) => relations.manager(id),
  "GET /members/people/*": ({ members }, id) => members.list(id).next(),
  "GET /contents/*": ({ contents }, id) => contents.get(id),
  "DELETE /places/*": ({ family }, id) => family("places").remove(id),
};

const anyId = fc.oneof(
  anyUtf16(30),
  fc
    .array(
      fc.constantFrom(
        ..."../ ..\\ / \\ ? # % %2f %2e . & = ; : @ \r\n \0 \ud800 7 é".split(
          " ",
        ),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

test("an id of any characters is one segment of the intended path, or no request is sent", async () => {
  await using platform = await startRawPlatform(({ method }, response) => {
    const made = { id: "7" };
    const found = { ...newPerson("zoe"), id: "7", list: [] };
    sendJson(response, method === "POST" ? made : found);
  });
  const client = clientFor({ baseUrl: platform.origin }, "service", {
    maxAttempts: 1,
  });

  async function expectOneSegment(meant: string, id: string): Promise<void> {
    const ask = asks[meant];
    if (!ask) throw new Error(meant);
    platform.seen.length = 0;
    await ask(client, id).catch((error: unknown) => {
      if (!impossible(id)) throw error;
      expect(error).toBeInstanceOf(TypeError);
    });
    expect(platform.seen).toHaveLength(impossible(id) ? 0 : 1);
    if (impossible(id)) return;
    const [{ method, url } = { method: "", url: "" }] = platform.seen;
    // The path as a server splits it: up to the query, by segment, decoded once.
    const [path = "", ...query] = url.split("?");
    expect(query).toEqual([]);
    const segments = path.replace("/api/core/v3", "").split("/");
    const index = meant.split("/").indexOf("*");
    expect(decodeURIComponent(segments[index] ?? "")).toBe(id);
    expect(`${method} ${segments.with(index, "*").join("/")}`).toBe(meant);
  }

  const everywhere = effort(["GET /people/*"], Object.keys(asks));
  for (const id of [...hostileIds, ...impossibleIds])
    for (const meant of everywhere) await expectOneSegment(meant, id);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(asks)),
      anyId,
      expectOneSegment,
    ),
    { numRuns: effort(100, 5_000) },
  );
});

function impossible(id: string): boolean {
  return impossibleIds.includes(id) || !id.isWellFormed();
}
