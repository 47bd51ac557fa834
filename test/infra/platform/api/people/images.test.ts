import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  createPerson,
  objectOf,
  platformForTest,
} from "../../platform-for-test.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

function upload(platform: Platform, bytes: Buffer<ArrayBuffer>, part = "file") {
  const body = new FormData();
  body.set("note", "not a file");
  body.set(
    part,
    new File([bytes], "me.bin", { type: "application/octet-stream" }),
  );
  return call(platform, "POST", "/profileImages/temporary", { body });
}

async function temporaryImage(
  platform: Platform,
  bytes: Buffer<ArrayBuffer> = png,
) {
  return (await upload(platform, bytes)).headers.get("location") ?? "";
}

function attach(platform: Platform, id: string, imageURI: string, as?: string) {
  return call(platform, "POST", `/people/${id}/images`, {
    form: { imageURI },
    ...(as && { as }),
  });
}

describe("profile image", () => {
  test("only the person itself and administrators attach an image", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const location = await temporaryImage(platform);
    expect((await attach(platform, id, location, asBob)).status).toBe(403);
    expect((await attach(platform, id, location, asAda)).status).toBe(201);
  });

  test("a person without an image offers no avatar, which is answered 404, and no thumbnail", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    expect((await call(platform, "GET", `/people/${id}/avatar`)).status).toBe(
      404,
    );
    const person = objectOf(await call(platform, "GET", `/people/${id}`));
    expect(person.resources).not.toHaveProperty("avatar");
    expect(person).not.toHaveProperty("thumbnailUrl");
    expect(person).toHaveProperty("photos", []);
  });

  test("an instance without profile images has none of their resources", async () => {
    const platform = await platformForTest({ profileImages: false });
    const person = await createPerson(platform, "ada");
    expect(person).not.toHaveProperty("photos");
    expect(person.resources).not.toHaveProperty("images");
    expect(person.resources).not.toHaveProperty("avatar");
    expect((await upload(platform, png)).status).toBe(404);
    expect(
      (await call(platform, "GET", `/people/${person.id}/avatar`)).status,
    ).toBe(404);
  });
});

describe("temporary image", () => {
  test("a temporary image expires after its lifetime", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      nowMs: () => nowMs,
      temporaryImageLifetimeMs: 1000,
    });
    const { id } = await createPerson(platform, "ada");
    const location = await temporaryImage(platform);
    nowMs = 999;
    expect((await attach(platform, id, location)).status).toBe(201);
    nowMs = 1000;
    expect((await attach(platform, id, location)).status).toBe(404);
  });

  test("an upload must be an image in a multipart form of at most 10 MB", async () => {
    const platform = await platformForTest();
    const statusOf = async (
      body: FormData | Buffer<ArrayBuffer> | string,
      type?: string,
    ) =>
      (
        await call(platform, "POST", "/profileImages/temporary", {
          body,
          ...(type && { headers: { "content-type": type } }),
        })
      ).status;
    expect(
      (await upload(platform, Buffer.from("<svg xmlns='x'/>"))).status,
    ).toBe(400);
    expect((await upload(platform, Buffer.alloc(0))).status).toBe(400);
    expect(await statusOf(new FormData())).toBe(400);
    expect(await statusOf(png, "image/png")).toBe(415);
    expect(await statusOf("nonsense", "multipart/form-data; boundary=x")).toBe(
      400,
    );
    expect(await statusOf("nonsense", "multipart/form-data; x")).toBe(400);
    expect(
      (await upload(platform, Buffer.concat([png, Buffer.alloc(2_000_000)])))
        .status,
    ).toBe(201);
    expect(
      (await upload(platform, Buffer.concat([png, Buffer.alloc(10_485_760)])))
        .status,
    ).toBe(413);
  });
});
