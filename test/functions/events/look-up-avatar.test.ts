import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { lookUpAvatar } from "../../../functions/events/look-up-avatar.ts";
import { rows } from "../../fixtures/rows.ts";
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

type Photo = Buffer | ((to: ServerResponse) => unknown);

/** Looks up the avatar of a system that has these images, and answers 404 for all others. */
async function lookUp(photos: Partial<Record<string, Photo>>) {
  const system = await startSource();
  for (const [size, photo] of Object.entries(photos))
    system.answers[`/photos/4711/${size}`] = (response) =>
      typeof photo === "function" ? photo(response) : response.end(photo);
  const found = await lookUpAvatar(system.createReader(), given, 1_000).catch(
    (error: unknown) => error,
  );
  const sizesAsked = system.got.map(({ url }) => url?.split("/").at(-1));
  return { found, sizesAsked, got: system.got };
}

const answering = (status: number) => (to: ServerResponse) =>
  to.writeHead(status).end();
const isJpeg = { contentType: "image/jpeg" };
const tooLarge = {
  name: "StepFailure",
  code: "avatar-too-large",
  retryable: false,
};
const failed = (retryable: boolean, code = "avatar-http-status") => ({
  code,
  retryable,
});

test("the first image of a record counts, with the credentials of its source", async () => {
  const { found, sizesAsked, got } = await lookUp({
    large: pixel.png,
    small: pixel.gif,
  });
  expect(found).toEqual({
    bytes: pixel.png,
    contentType: "image/png",
    filename: "avatar.png",
  });
  expect(sizesAsked).toEqual(["original", "large"]);
  expect(got[0]?.headers).toMatchObject({
    accept: expect.stringContaining("image/png"),
    authorization: "Bearer the-token-of-the-source",
  });
});

// Columns: title, photos, avatar or error, count of requests.
test.each(rows<[string, Record<string, Photo>, object | undefined, number]>`
  without an image has no avatar, and nothing has failed | ${{}} | ${undefined} | ${3}
  with a photo larger than the limit has its next size | ${{ original: pngOfSize(1_001), small: pixel.jpeg }} | ${isJpeg} | ${3}
  with a photo larger than the limit by its dimensions has its next size | ${{ original: pngOf(50_000, 50_000), small: pixel.jpeg }} | ${isJpeg} | ${3}
  with a photo that is no image has its next size | ${{ original: Buffer.from(html), small: pixel.jpeg }} | ${isJpeg} | ${3}
  with photos that are all too large has no avatar because of their size | ${{ small: pngOfSize(1_001) }} | ${tooLarge} | ${3}
  of a source that is busy has no avatar for now | ${{ original: answering(429), large: pixel.png }} | ${failed(true)} | ${1}
  of a source that fails has no avatar for now | ${{ original: answering(503), large: pixel.png }} | ${failed(true)} | ${1}
  of a source that cannot be reached has no avatar for now | ${{ original: (to: ServerResponse) => to.socket?.destroy() }} | ${failed(true, "avatar-unreachable")} | ${1}
  of a source that forbids it has no avatar | ${{ original: answering(403), large: pixel.png }} | ${failed(false)} | ${1}
  of a source that redirects has no avatar | ${{ original: answering(302), large: pixel.png }} | ${failed(false)} | ${1}
`)("a record %s", async (_title, photos, avatar, requests) => {
  const { found, sizesAsked } = await lookUp(photos);
  if (avatar) expect(found).toMatchObject(avatar);
  else expect(found).toBeUndefined();
  expect(String(found)).not.toContain("4711");
  expect(sizesAsked).toEqual(sizes.slice(0, requests));
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
