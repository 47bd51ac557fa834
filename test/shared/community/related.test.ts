import { describe, expect, test } from "vitest";
import {
  ForeignOriginError,
  NotAllowedError,
} from "../../../shared/community/errors.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import { answer, answering, fakeHttp } from "../../fixtures/fake-http.ts";

const ref = (name: string) => `${fakeApiUrl}/contents/7/${name}?by=5`;
const link = (name: string, ...allowed: string[]) => ({
  [name]: { ref: ref(name), allowed },
});
const discussion = {
  id: "7",
  type: "discussion",
  resources: {
    ...link("likes", "GET"),
    ...link("read", "POST", "DELETE"),
    ...link("messages", "GET", "POST"),
    ...link("attachments", "GET", "POST"),
    ...link("followingIn", "GET"),
    html: { ref: "https://www.example.test/d/7", allowed: ["GET"] },
  },
};

describe("related resource", () => {
  test("is read as one object, and is removed without an error when it does not exist", async () => {
    const http = answering(
      answer(200, `throw 'x';\n{"id":"1","x":2}`),
      answer(404),
      answer(200, []),
      answer(404),
    );
    const { related } = clientOn(http);
    const likes = await related(discussion, "likes").get();
    expect(likes).toEqual({ id: "1", x: 2 });
    await related(discussion, "read").remove();
    expect(http.requests).toHaveLength(4);
  });

  test("has a URL for the browser if it is on another origin, and is never fetched there", async () => {
    const html = clientOn(answering()).related(discussion, "html");
    expect(html.url().href).toBe("https://www.example.test/d/7");
    await expect(html.get()).rejects.toThrow(ForeignOriginError);
    await expect(html.list().next()).rejects.toThrow(ForeignOriginError);
  });

  test("has no URL for the browser if its html ref is a script or data", () => {
    const { related } = clientOn(answering());
    for (const unsafe of ["javascript:alert(1)", "data:text/html,x"]) {
      const html = related({ resources: { html: { ref: unsafe } } }, "html");
      expect(() => html.url()).toThrow("it is not an http or https URL");
    }
  });

  test("is never called with a verb that is not allowed", async () => {
    const http = answering();
    const { related } = clientOn(http);
    const refused = [
      related(discussion, "likes").post(),
      related(discussion, "likes").remove(),
      related(discussion, "read").get(),
      related(discussion, "read").list().next(),
      related(discussion, "nothing").get(),
      related(discussion, "toString").get(),
      related({}, "likes").get(),
    ];
    for (const call of refused)
      await expect(call).rejects.toThrow(NotAllowedError);
    expect(() => related(discussion, "read").url()).toThrow(NotAllowedError);
    expect(http.requests).toEqual([]);
  });
});

test("an error never has an id or a query, also for links", async () => {
  const secretive = "/api/core/v3/x/4711?search=secret";
  const person = {
    id: "4711",
    resources: { manager: { ref: secretive }, self: { ref: secretive } },
  };
  const ended = clientOn(fakeHttp(() => answer(400)));
  const next = { list: [], links: { next: `${secretive}&last=4711` } };
  const begun = clientOn(
    fakeHttp(({ url }) =>
      url.searchParams.has("last") ? answer(400) : answer(200, next),
    ),
  );
  const calls: [string, Promise<unknown>][] = [
    ["/people/{personID}", ended.people.get(person)],
    ["/people/{personID}", ended.people.get("4711")],
    ["/people/{personID}/@manager", ended.relations.manager(person)],
    ["/contents", Array.fromAsync(begun.contents.list({ search: "secret" }))],
    [
      "/{object}/manager",
      Array.fromAsync(begun.related(person, "manager").list()),
    ],
    [
      "/people/{personID}/tasks",
      begun.tasks
        .list("4711")
        .page()
        .then((page) => page.next?.()),
    ],
  ];
  for (const [path, call] of calls)
    await expect(call).rejects.toThrow(
      expect.objectContaining({
        path,
        message: expect.not.stringMatching(/4711|secret/),
      }),
    );
});
