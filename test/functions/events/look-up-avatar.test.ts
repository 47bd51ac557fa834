import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { lookUpAvatar } from "../../../functions/events/look-up-avatar.ts";
import { asked, host, useSource } from "../../shared/source/source-for-test.ts";
import {
  html,
  pixel,
  pngOf,
  pngOfSize,
} from "../../shared/person/avatar/images.ts";

const startSource = useSource();
const sizes = ["original", "large", "small"];
const given = asked({
  lookup: {
    avatar: sizes.map((size) => `https://${host}/photos/{employeeId}/${size}`),
  },
});

/** The system answers with these images, and with 404 for all others. */
async function startPhotos(
  photos: Partial<Record<string, Buffer | ((to: ServerResponse) => unknown)>>,
) {
  const system = await startSource();
  for (const [size, photo] of Object.entries(photos))
    system.answers[`/photos/4711/${size}`] = (response) =>
      typeof photo === "function" ? photo(response) : response.end(photo);
  return {
    ...system,
    lookUp: (maxBytes?: number) =>
      lookUpAvatar(system.createReader(), given, maxBytes),
    asked: () => system.got.map(({ url }) => url?.split("/").at(-1)),
  };
}

test("the first image of a record counts, with the credentials of its source", async () => {
  const {
    lookUp,
    asked: sizesAsked,
    got,
  } = await startPhotos({ large: pixel.png, small: pixel.gif });
  expect(await lookUp()).toEqual({
    bytes: pixel.png,
    contentType: "image/png",
    filename: "avatar.png",
  });
  expect(sizesAsked()).toEqual(["original", "large"]);
  expect(got[0]?.headers).toMatchObject({
    accept: expect.stringContaining("image/png"),
    authorization: "Bearer the-token-of-the-source",
  });
});

test("a record without an image has no avatar, and nothing has failed", async () => {
  const { lookUp, asked: sizesAsked } = await startPhotos({});
  expect(await lookUp()).toBeUndefined();
  expect(sizesAsked()).toEqual(sizes);
});

test.each([
  ["larger than the limit", pngOfSize(1_001)],
  ["larger than the limit by its dimensions", pngOf(50_000, 50_000)],
  ["no image", Buffer.from(html)],
])(
  "a photo that is %s is passed over for the next size",
  async (_name, photo) => {
    const { lookUp } = await startPhotos({
      original: photo,
      small: pixel.jpeg,
    });
    expect(await lookUp(1_000)).toMatchObject({ contentType: "image/jpeg" });
  },
);

test("a record whose photos are all too large has no avatar because of their size", async () => {
  const { lookUp } = await startPhotos({ small: pngOfSize(1_001) });
  await expect(lookUp(1_000)).rejects.toMatchObject({
    name: "StepFailure",
    code: "avatar-too-large",
    retryable: false,
  });
});

test.each([
  ["busy", 429, "avatar-http-status", true],
  ["failing", 503, "avatar-http-status", true],
  ["forbidding it", 403, "avatar-http-status", false],
  ["redirecting", 302, "avatar-http-status", false],
])(
  "a source that is %s gives no avatar, and its other sizes are not asked for",
  async (_name, status, code, retryable) => {
    const { lookUp, asked: sizesAsked } = await startPhotos({
      original: (response) => response.writeHead(status).end(),
      large: pixel.png,
    });
    await expect(lookUp()).rejects.toMatchObject({ code, retryable });
    expect(sizesAsked()).toEqual(["original"]);
  },
);

test("a source that cannot be reached gives no avatar for now, and the error has no id", async () => {
  const { lookUp } = await startPhotos({
    original: (response) => response.socket?.destroy(),
  });
  const error: unknown = await lookUp().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "avatar-unreachable", retryable: true });
  expect(String(error)).not.toContain("4711");
});

test("a lookup without avatars asks the source nothing", async () => {
  const { createReader, got } = await startSource();
  expect(await lookUpAvatar(createReader(), asked())).toBeUndefined();
  expect(got).toEqual([]);
});

test("an error that is no answer of a source ends the lookup at once, as it is", async () => {
  const error = new TypeError("an error of ours");
  let calls = 0;
  const reader = {
    readRecord: () => Promise.reject(error),
    ask: () => {
      calls++;
      return Promise.reject(error);
    },
  };
  await expect(lookUpAvatar(reader, given)).rejects.toBe(error);
  expect(calls).toBe(1);
});
