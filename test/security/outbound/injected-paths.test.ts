import { expect, test } from "vitest";
import type { Client } from "../../../shared/community/client.ts";
import { clientOn, newPerson } from "../../fixtures/community-client.ts";
import { answer, fakeHttp } from "../../fixtures/fake-http.ts";
import { hostileIds, impossibleIds } from "./hostile-ids.ts";

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

const made = { id: "7", name: "x" };
const found = { ...newPerson("zoe"), id: "7", list: [] };

// `test/shared/community/resolve-endpoint.test.ts` has the same of any text, for the function that builds the paths.
test.each(Object.entries(asks))(
  "%s has any id as one encoded segment, and is not sent if no segment can have the id",
  async (meant, ask) => {
    const http = fakeHttp(({ method }) =>
      method === "POST" ? answer(201, made) : answer(200, found),
    );
    const client = clientOn(http);
    for (const id of hostileIds) {
      await ask(client, id);
      const { method, url } = http.requests.at(-1)!;
      const path = url.pathname.replace("/api/core/v3", "");
      const template = path.replace(encodeURIComponent(id), "*");
      expect(`${method} ${template}${url.search}${url.hash}`).toBe(meant);
    }
    expect(http.requests).toHaveLength(hostileIds.length);
    for (const id of impossibleIds)
      await expect(ask(client, id)).rejects.toThrow(TypeError);
    expect(http.requests).toHaveLength(hostileIds.length);
  },
);
