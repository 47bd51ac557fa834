import { expect, test } from "vitest";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import { answer, answering, broken } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";

const bytes = Buffer.from("89504e470d0a1a0a", "hex");
const image = { bytes, contentType: "image/png", filename: "avatar.png" };

test("a profile image is attached at the URL of the person's images ref", async () => {
  const ref = `${fakeApiUrl}/pictures/7`;
  const http = answering(answer(201));
  await clientOn(http).images.add(
    { id: "7", resources: { images: { ref, allowed: ["GET", "POST"] } } },
    "https://community.example.test/t/1?a=b&c=d e",
  );
  expect(http.requests).toMatchObject([
    {
      method: "POST",
      url: new URL(ref),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "imageURI=https%3A%2F%2Fcommunity.example.test%2Ft%2F1%3Fa%3Db%26c%3Dd+e",
    },
  ]);
});

test("uploadTemporary is repeated after a failure, because an unused temporary image expires", async () => {
  const location = `${fakeApiUrl}/t/1`;
  const http = answering(broken, answer(503), answer(201, "", { location }));
  expect(await clientOn(http).images.uploadTemporary(image)).toBe(location);
});

const shape = { name: "ApiShapeError" };
const foreign = { name: "ForeignOriginError" };

test.each(rows<[string, string | object]>`
  /t/1                                         | https://community.example.test/t/1
                                               | ${shape}
  https://                                     | ${shape}
  https://elsewhere.example.test/t/1           | ${foreign}
  //elsewhere.example.test/t/1                 | ${foreign}
  blob:https://community.example.test/0a1b2c3d | ${foreign}
  http://community.example.test/t/1            | ${foreign}
`)(
  "uploadTemporary turns the Location '%s' into %j",
  async (location, expected) => {
    const http = answering(answer(201, "", location ? { location } : {}));
    const uploaded = clientOn(http).images.uploadTemporary(image);
    const outcome: unknown = await uploaded.catch((error: unknown) => error);
    expect({ outcome }).toMatchObject({ outcome: expected });
  },
);

test("an avatar keeps all its bytes when they begin like a guard line", async () => {
  const http = answering(answer(200, "throw 'x';\nbytes"));
  const avatar = await clientOn(http).images.avatar("7");
  expect(Buffer.from(avatar.bytes).toString()).toBe("throw 'x';\nbytes");
  expect(avatar.contentType).toBeUndefined();
  expect(http.requests[0]?.headers["accept"]).toBe("image/*");
});
