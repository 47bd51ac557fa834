import { describe, expect, test } from "vitest";
import type { Client } from "../../../shared/community/client.ts";
import { UnreachableError } from "../../../shared/community/errors.ts";
import { createLogin } from "../../../shared/community/login.ts";
import { clientDefaults } from "../../../shared/community/client.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import { effort } from "../../resilience/effort.ts";
import { type Ends, hostileLinks, strangeOwnLinks } from "./hostile-links.ts";
import { type RawPlatform, sendJson, startRawPlatform } from "./platforms.ts";

const resources = ["self", "avatar", "images", "tasks", "followers", "likes"];

/** Each way in which the client follows a link of the platform. One transport sends all of them. */
const followers: Record<
  string,
  (client: Client, person: never) => Promise<unknown>
> = {
  "a read of a person, and its update": ({ people }) =>
    people.update("7", (person) => ({ ...person, status: "x" })),
  "a removal": ({ people }, person) => people.remove(person),
  "bytes of an avatar": ({ images }, person) => images.avatar(person),
  "the location of an upload": ({ images }) =>
    images.uploadTemporary({
      bytes: pixel.png,
      contentType: "image/png",
      filename: "a.png",
    }),
  "a new item of a person": ({ tasks }, person) =>
    tasks.create(person, { subject: "x", dueAtMs: 0 }),
  "a list of a person": ({ relations }, person) =>
    all(relations.followers(person)),
  "any related resource": ({ related }, person) =>
    related(person, "likes").get(),
  "the next page": ({ people }) => all(people.list()),
  "the previous page": async ({ people }) =>
    (await people.list().page()).prev?.(),
};

describe("a platform whose links lead to another origin", () => {
  test("never makes the client send our credentials there, with any link and any way to follow it", async () => {
    await using testPlatform = await startPlatform();
    const links = hostileLinks(testPlatform.ends).filter(
      (_, index) => index % effort(4, 1) === 0,
    );
    for (const link of [...links, `blob:${testPlatform.own.origin}/0a1b2c3d`])
      for (const [name, follow] of Object.entries(followers)) {
        const error = await testPlatform.follow(link, follow);
        expect(`${name}, ${link}: ${error}`).toMatch(refusals);
      }
    testPlatform.expectClean();
  });

  test("is asked with our own credentials if a link only looks foreign, not with those of the link", async () => {
    await using testPlatform = await startPlatform();
    for (const link of strangeOwnLinks(testPlatform.ends)) {
      const before = testPlatform.own.seen.length;
      await testPlatform.follow(link, ({ tasks }, person) =>
        all(tasks.list(person)),
      );
      expect({ link, asked: testPlatform.own.seen.length > before }).toEqual({
        link,
        asked: true,
      });
    }
    testPlatform.expectClean();
  });

  test("is not followed when it redirects a request or a login", async () => {
    await using canary = await startRawPlatform((_, response) =>
      sendJson(response, {}),
    );
    let status = 302;
    let link = "";
    await using own = await startRawPlatform((_, response) => {
      response.writeHead(status, { location: link, refresh: `0; url=${link}` });
      response.end();
    });
    const client = clientFor({ baseUrl: own.origin }, "service", {
      maxAttempts: 1,
    });
    const login = createLogin({
      ...clientDefaults(),
      maxAttempts: 1,
      authUrl: own.origin,
      consumerKey: "key",
      consumerSecret: "secret",
      username: "service",
      password: "password",
    });
    const asks = [
      () => client.people.get("7"),
      () => client.people.create(newPerson("a")),
      () => login.withPassword(),
    ];
    let tried = 0;
    for (status of [300, 301, 302, 303, 305, 307, 308])
      for (link of [`http://${canary.host}/x`, "/elsewhere"])
        for (const ask of asks) {
          const error: unknown = await ask().catch((one: unknown) => one);
          // A redirect of the list of people says that the platform does not answer.
          const refused =
            error instanceof UnreachableError ? error.cause : error;
          expect(refused).toMatchObject({ status });
          tried += 1;
        }
    expect(own.seen.length).toBeGreaterThanOrEqual(tried);
    expect(own.seen.filter(({ url }) => url === "/elsewhere")).toEqual([]);
    expect(canary.connections()).toBe(0);
  });
});

/** The errors of a forbidden link. There must be no other, because an unexpected error would be retried. */
const refusals = /(^|: )(ForeignOriginError|ApiShapeError|NotAllowedError)$/;

type TestPlatform = AsyncDisposable & {
  own: RawPlatform;
  ends: Ends;
  /** Resolves to the name of the error, or to undefined if there was none. */
  follow: (
    link: string,
    act: (client: Client, person: never) => Promise<unknown>,
  ) => Promise<string | undefined>;
  /** No other host was asked, and the platform received no credentials but ours. */
  expectClean: () => void;
};

/** A platform on which every link is the tested one, and the canary to which the link may lead. */
async function startPlatform(): Promise<TestPlatform> {
  const canary = await startRawPlatform((_, response) =>
    sendJson(response, { id: "7" }),
  );
  let link = "";
  const personOf = () => ({
    ...newPerson("zoe"),
    id: "7",
    resources: Object.fromEntries(
      resources.map((name) => [name, { ref: link }]),
    ),
  });
  const own = await startRawPlatform(({ method, url = "" }, response) => {
    if (method === "POST") {
      const location = Buffer.from(link).toString("latin1");
      const isHeader = /^[\t\x20-\x7e\x80-\xff]*$/.test(location);
      sendJson(response, { id: "8" }, 201, isHeader ? { location } : {});
    } else if (/\/people(\?|$)/.test(url)) {
      const links = { next: link, previous: link, prev: link };
      sendJson(response, { list: [personOf()], links });
    } else {
      sendJson(response, personOf());
    }
  });
  const client = clientFor({ baseUrl: own.origin }, "service", {
    maxAttempts: 1,
  });
  const ours = `Basic ${Buffer.from("service:service-password").toString("base64")}`;
  return {
    own,
    ends: { own: own.host, canary: canary.host },
    async follow(text, act) {
      link = text;
      try {
        await act(client, personOf() as never);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    },
    expectClean() {
      expect(canary.connections()).toBe(0);
      expect(canary.seen).toEqual([]);
      expect(own.seen.length).toBeGreaterThan(0);
      expect(
        own.seen.filter(({ authorization }) => authorization !== ours),
      ).toEqual([]);
    },
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]();
      await canary[Symbol.asyncDispose]();
    },
  };
}

/** A few of them are enough to show the target. */
async function all(items: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const item of items) if (item && ++count > 3) return;
}
