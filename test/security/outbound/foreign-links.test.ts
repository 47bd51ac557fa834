import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";
import {
  type Client,
  clientDefaults,
} from "../../../shared/community/client.ts";
import { UnreachableError } from "../../../shared/community/errors.ts";
import { createLogin } from "../../../shared/community/login.ts";
import {
  clientFor,
  clientOn,
  fakeApiUrl,
  newPerson,
} from "../../fixtures/community-client.ts";
import { answer, fakeHttp } from "../../fixtures/fake-http.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import { localHosts, urlsTo } from "./hostile-urls.ts";

const own = new URL(fakeApiUrl).host;
const evil = "evil.example.test:8443";
const resources = ["self", "avatar", "images", "tasks", "followers", "likes"];

const foreignLinks = [
  ...urlsTo(evil, "https", own),
  ...localHosts.map((host) => `https://${host}/x`),
  // A host whose name resembles ours
  `https://${own}.evil.example.test/x`,
  `https://${own}%2eevil.example.test/x`,
  `https://evil.${own}/x`,
  // Our host, with another port or scheme
  `https://${own}:8443/x`,
  `http://${own}/x`,
  `wss://${own}/x`,
  `blob:https://${own}/0a1b2c3d`,
  `filesystem:https://${own}/temporary/x`,
];

/** Strange links that do lead to the platform. */
const strangeOwnLinks = [
  `https://${own}\\@${evil}/x`,
  `https://${own}#@${evil}/x`,
  `https://${own}/x?next=https://${evil}/`,
  `https://${own}/..//${evil}/x`,
  `https://user:password@${own}/x`,
  `https:${evil}/x`,
  "/x",
  "?x",
  "\\x",
];

/** Each way in which the client follows a link of the platform. `never`: each way takes another type of person. */
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
    Array.fromAsync(relations.followers(person)),
  "any related resource": ({ related }, person) =>
    related(person, "likes").get(),
  "the next page": ({ people }) => Array.fromAsync(people.list()),
  "the previous page": async ({ people }) =>
    (await people.list().page()).prev?.(),
};

/** The errors of a forbidden link. Any other error would be retried. */
const refusals = /: (ForeignOriginError|ApiShapeError|NotAllowedError)$/;

/** A client of a platform on which every link is this one. */
function clientWith(link: string) {
  const person = {
    ...newPerson("zoe"),
    id: "7",
    resources: Object.fromEntries(
      resources.map((name) => [name, { ref: link }]),
    ),
  };
  const page = { list: [person], links: { next: link, prev: link } };
  const http = fakeHttp(({ method, url }) => {
    if (method === "POST") return answer(201, { id: "8" }, { location: link });
    return answer(200, url.pathname.endsWith("/people") ? page : person);
  });
  return { client: clientOn(http), person: person as never, http };
}

describe("a platform whose links lead to another origin", () => {
  test.each(Object.entries(followers))(
    "never makes the client send our credentials there, with any link: %s",
    async (name, follow) => {
      for (const link of foreignLinks) {
        const { client, person, http } = clientWith(link);
        const error = await follow(client, person).catch(
          (reason: Error) => reason.name,
        );
        expect(`${name}, ${link}: ${String(error)}`).toMatch(refusals);
        for (const { url } of http.requests)
          expect(`${url.protocol}//${url.host}`).toBe(`https://${own}`);
      }
    },
  );

  test.each(strangeOwnLinks)(
    "is asked itself if a link only looks foreign: %j",
    async (link) => {
      const { client, person, http } = clientWith(link);
      await client.related(person, "likes").get();
      expect(http.requests.at(-1)?.url).toMatchObject({
        protocol: "https:",
        host: own,
      });
    },
  );
});

test("a client neither follows a redirect of a request or a login, nor uses the credentials of a link", async () => {
  const seen: (string | undefined)[] = [];
  /** How the server answers now. */
  let status = 200;
  let location = "/elsewhere";
  const server = createServer(({ url, headers }, response) => {
    seen.push(url, headers.authorization);
    response.writeHead(status, { location, refresh: `0; url=${location}` });
    response.end(JSON.stringify({ id: "7" }));
  });
  const host = `127.0.0.1:${await listen(server, 0)}`;
  onTestFinished(() => closeServer(server));
  const baseUrl = `http://${host}`;
  const client = clientFor({ baseUrl }, "service", { maxAttempts: 1 });
  const login = createLogin({
    ...clientDefaults(),
    maxAttempts: 1,
    authUrl: baseUrl,
    ...localSecrets.community,
  });

  const ref = `http://user:password@${host}/of-link`;
  await client.related({ resources: { likes: { ref } } }, "likes").get();
  const ours = Buffer.from("service:service-password").toString("base64");
  expect(seen).toEqual(["/of-link", `Basic ${ours}`]);

  const asks = [
    () => client.people.get("7"),
    () => client.people.create(newPerson("a")),
    () => login.withPassword(),
  ];
  for (status of [300, 301, 302, 303, 305, 307, 308])
    for (location of ["/elsewhere", `http://localhost:1/x`])
      for (const ask of asks) {
        const error: unknown = await ask().catch((one: unknown) => one);
        // A redirect of the list of people says that the platform does not answer.
        const refused = error instanceof UnreachableError ? error.cause : error;
        expect(refused).toMatchObject({ status });
      }
  expect(seen).not.toContain("/elsewhere");
});
