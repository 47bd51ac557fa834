import { describe, expect, test } from "vitest";
import { readAvatar } from "../../../../shared/person/avatar/upload-avatar.ts";
import {
  gifWithFrameOf,
  html,
  jpegOf,
  pixel,
  pngOf,
  pngOfSize,
  svg,
  webpExtendedOf,
  webpLosslessOf,
  webpOf,
} from "./images.ts";
import { avatarUrl, optionsFor, startAvatarHost } from "./loopback.ts";

const maxInlineBytes = 300 * 1024;

test.each([
  ["image/png", "avatar.png", pixel.png],
  ["image/jpeg", "avatar.jpg", pixel.jpeg],
  ["image/gif", "avatar.gif", pixel.gif],
  ["image/webp", "avatar.webp", pixel.webp],
])(
  "an inline image of type %s becomes the file %s",
  async (contentType, filename, bytes) => {
    const expected = { bytes, contentType, filename };
    expect(await readAvatar({ inline: bytes })).toEqual(expected);
  },
);

test("an image behind a URL is fetched", async () => {
  await using host = await startAvatarHost((_request, response) => {
    response.end(pixel.jpeg);
  });
  expect(await readAvatar({ url: avatarUrl }, optionsFor(host))).toEqual({
    bytes: pixel.jpeg,
    contentType: "image/jpeg",
    filename: "avatar.jpg",
  });
});

test("an image behind a URL can be larger than an inline one", async () => {
  await using host = await startAvatarHost((_request, response) => {
    response.end(pngOfSize(maxInlineBytes + 1));
  });
  const { bytes } = await readAvatar({ url: avatarUrl }, optionsFor(host));
  expect(bytes.byteLength).toBe(maxInlineBytes + 1);
});

test("the rules for URLs apply by default", async () => {
  await expect(readAvatar({ url: "https://127.0.0.1/" })).rejects.toMatchObject(
    { code: "avatar-url-not-allowed" },
  );
});

describe("the size limit of an inline image", () => {
  test("an inline image of exactly 300 KB is accepted", async () => {
    const image = pngOfSize(maxInlineBytes);
    const { bytes } = await readAvatar({ inline: image });
    expect(bytes.byteLength).toBe(maxInlineBytes);
  });

  test("an inline image of one byte above 300 KB is too large", async () => {
    const image = pngOfSize(maxInlineBytes + 1);
    await expect(readAvatar({ inline: image })).rejects.toMatchObject({
      code: "avatar-too-large",
      retryable: false,
    });
  });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["SVG", svg],
  ["HTML", html],
])("an inline %s is not an image", async (_name, bytes) => {
  await expect(readAvatar({ inline: bytes })).rejects.toMatchObject({
    code: "avatar-not-an-image",
    retryable: false,
  });
});

describe("the side lengths of an image", () => {
  test.each([
    ["1 x 1", pngOf(1, 1)],
    ["8,192 x 8,192", pngOf(8_192, 8_192)],
    ["8,192 x 1", jpegOf(8_192, 1)],
  ])("an image of %s is accepted", async (_name, inline) => {
    expect(await readAvatar({ inline })).toMatchObject({ bytes: inline });
  });

  test.each([
    ["0 x 1", pngOf(0, 1)],
    ["1 x 0, as a JPEG that declares its height later", jpegOf(1, 0)],
    ["8,193 x 1", pngOf(8_193, 1)],
    ["1 x 8,193", webpOf(1, 8_193)],
    ["1 x 8,193, as a lossless WebP", webpLosslessOf(1, 8_193)],
    ["50,000 x 50,000", webpExtendedOf(50_000, 50_000)],
    ["50,000 x 50,000 by a frame of a GIF", gifWithFrameOf(50_000, 50_000)],
    ["a script that begins as a GIF", Buffer.from("GIF89a/*aa*/=1;alert(1)//")],
  ])("an image of %s is refused", async (_name, inline) => {
    await expect(readAvatar({ inline })).rejects.toMatchObject({
      code: "avatar-wrong-dimensions",
      retryable: false,
    });
  });
});
