import { describe, expect, test } from "vitest";
import {
  asAda,
  asService,
  createPerson,
  personBody,
  platformForTest,
} from "./platform-for-test.ts";

const api = "/api/core/v3";

function post(
  origin: string,
  path: string,
  authorization: string,
  body: string | FormData,
) {
  const headers: Record<string, string> = { authorization };
  if (typeof body === "string") headers["content-type"] = "application/json";
  return fetch(origin + api + path, { method: "POST", headers, body });
}

describe("what would break the platform later is refused at once", () => {
  test.each([
    ["half a character in a username", '{"username":"\\ud800"}'],
    ["half a character as a field", '{"\\udc00":1}'],
  ])("%s is answered 400", async (_what, body) => {
    const { origin } = await platformForTest();
    const response = await post(origin, "/people", asService, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("half a character");
  });

  test("whole characters, escaped or not, and escaped backslashes are fine", async () => {
    const { origin } = await platformForTest();
    const body = JSON.stringify(personBody("ada", { location: "🚀 \\ud800" }));
    const escaped = body.replace("🚀", "\\ud83d\\ude80");
    const response = await post(origin, "/people", asService, escaped);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ location: "🚀 \\ud800" });
  });

  test.each([".", ".."])(
    "the username %s is answered 400",
    async (username) => {
      const { origin } = await platformForTest();
      const body = JSON.stringify(
        personBody(username, {
          emails: [{ value: "a@b.example", svc_label: "Email" }],
        }),
      );
      expect((await post(origin, "/people", asService, body)).status).toBe(400);
    },
  );

  test.each(["9999-12-31T23:59:59.999-1400", "0000-01-01T00:00:00.000+1400"])(
    "the due date %s, which is in no year that the form can say, is answered 400",
    async (dueDate) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      const body = JSON.stringify({ type: "task", subject: "s", dueDate });
      const response = await post(
        platform.origin,
        `/people/${id}/tasks`,
        asAda,
        body,
      );
      expect(response.status).toBe(400);
    },
  );
});

test("nothing is made in the name of a person who was deleted while the request came in", async () => {
  const platform = await platformForTest();
  const { id } = await createPerson(platform, "ada");
  let send: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        if (text.endsWith("}")) controller.close();
      };
    },
  });
  const answer = fetch(`${platform.origin}${api}/contents`, {
    method: "POST",
    headers: { authorization: asAda, "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  send('{"type":"post","subject":"late",');
  await fetch(`${platform.origin}${api}/people/${id}`, {
    method: "DELETE",
    headers: { authorization: asService },
  });
  send('"content":{"type":"text/html","text":"x"}}');
  expect((await answer).status).toBe(401);
});

test("an image is found in a part of any name, and beside parts of the same name", async () => {
  const { origin } = await platformForTest();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  for (const name of ["file[]", "file"]) {
    const form = new FormData();
    form.append(name, new Blob([png], { type: "image/png" }), "a.png");
    form.append(name, new Blob(["text"]), "a.txt");
    const response = await post(
      origin,
      "/profileImages/temporary",
      asService,
      form,
    );
    expect(response.status).toBe(201);
  }
});

test("the author and the place of a content say what the requester may do with them", async () => {
  const platform = await platformForTest();
  await createPerson(platform, "ada");
  const make = async (path: string, body: object) =>
    (await (
      await post(platform.origin, path, asAda, JSON.stringify(body))
    ).json()) as { id: string };
  const place = await make("/places", { type: "group", name: "Group" });
  const { id } = await make("/contents", {
    type: "discussion",
    subject: "s",
    content: { type: "text/html", text: "x" },
    place: place.id,
  });
  const response = await fetch(`${platform.origin}${api}/contents/${id}`, {
    headers: { authorization: asAda },
  });
  const content: unknown = JSON.parse(
    (await response.text()).replace(/^throw[^;]*;\s*/, ""),
  );
  expect(content).toMatchObject({
    author: { resources: { self: { allowed: ["GET", "PUT"] } } },
    place: { resources: { self: { allowed: ["GET", "PUT", "DELETE"] } } },
  });
});
