import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  ForeignOriginError,
} from "../../../shared/community/errors.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import { answer, answering, broken } from "../../fixtures/fake-http.ts";

const bytes = Buffer.from("89504e470d0a1a0a", "hex");
const image = { bytes, contentType: "image/png", filename: "avatar.png" };

describe("profile image", () => {
  test("is attached at the URL of the person's images ref", async () => {
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
});

describe("uploadTemporary", () => {
  const uploadTo = (location?: string) =>
    clientOn(
      answering(answer(201, "", location ? { location } : {})),
    ).images.uploadTemporary(image);

  test("resolves to the Location, which may be relative", async () => {
    expect(await uploadTo(`${fakeApiUrl}/t/1`)).toBe(`${fakeApiUrl}/t/1`);
    expect(await uploadTo("/t/1")).toBe("https://community.example.test/t/1");
  });

  test.each([undefined, "https://"])(
    "throws an ApiShapeError if the Location of a success is %j",
    async (location) => {
      await expect(uploadTo(location)).rejects.toThrow(ApiShapeError);
    },
  );

  test.each([
    "https://elsewhere.example.test/t/1",
    "//elsewhere.example.test/t/1",
    "blob:https://community.example.test/0a1b2c3d",
    "http://community.example.test/t/1",
  ])("rejects the Location %s on another origin", async (location) => {
    await expect(uploadTo(location)).rejects.toThrow(ForeignOriginError);
  });

  test("is repeated after a failure, because an unused temporary image expires", async () => {
    const location = `${fakeApiUrl}/t/1`;
    const http = answering(broken, answer(503), answer(201, "", { location }));
    expect(await clientOn(http).images.uploadTemporary(image)).toBe(location);
  });
});

describe("avatar", () => {
  test("keeps all its bytes when they begin like a guard line", async () => {
    const http = answering(answer(200, "throw 'x';\nbytes"));
    const avatar = await clientOn(http).images.avatar("7");
    expect(Buffer.from(avatar.bytes).toString()).toBe("throw 'x';\nbytes");
    expect(avatar.contentType).toBeUndefined();
    expect(http.requests[0]?.headers["accept"]).toBe("image/*");
  });
});
