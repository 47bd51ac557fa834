import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAvatar } from "../../../../shared/person/avatar/check-avatar.ts";
import { detectImage } from "../../../../shared/person/avatar/image-type.ts";
import {
  gifOf,
  gifWithFrameOf,
  html,
  jpegOf,
  pixel,
  pngOf,
  svg,
  webpExtendedOf,
  webpLosslessOf,
  webpOf,
} from "./images.ts";
import { effort } from "../../../resilience/effort.ts";

const size = (widthPx: number, heightPx: number) => ({ widthPx, heightPx });

test.each([
  ["image/jpeg", "avatar.jpg", pixel.jpeg],
  ["image/png", "avatar.png", pixel.png],
  ["image/gif", "avatar.gif", pixel.gif],
  ["image/webp", "avatar.webp", pixel.webp],
  ["image/webp", "avatar.webp", pixel.webpLossless],
])(
  "a whole image is recognised by its bytes as %s and gets the name %s (%#)",
  (contentType, filename, bytes) => {
    expect(checkAvatar(bytes)).toEqual({ bytes, contentType, filename });
    expect(detectImage(bytes)).toMatchObject(size(1, 1));
  },
);

describe("the size of an image", () => {
  test.each([
    ["PNG", pngOf],
    ["GIF", gifOf],
    ["JPEG", jpegOf],
    ["WebP, lossy", webpOf],
    ["WebP, lossless", webpLosslessOf],
    ["WebP, extended", webpExtendedOf],
  ])("the size of an image is read from its header: %s", (_name, imageOf) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 0x3fff }),
        fc.integer({ min: 1, max: 0x3fff }),
        (widthPx, heightPx) => {
          expect(detectImage(imageOf(widthPx, heightPx))).toMatchObject({
            widthPx,
            heightPx,
          });
        },
      ),
    );
  });

  test.each([
    0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce,
    0xcf,
  ])("the size of a JPEG is read from its frame header %i", (sof) => {
    expect(detectImage(jpegOf(640, 480, sof))).toMatchObject(size(640, 480));
  });

  test("the largest size that each format can declare is read", () => {
    for (const [imageOf, px] of [
      [pngOf, 0xffff_ffff],
      [webpExtendedOf, 1 << 24],
      [webpLosslessOf, 1 << 14],
    ] as const)
      expect(detectImage(imageOf(px, px))).toMatchObject(size(px, px));
  });

  test("a GIF is as large as its largest frame, at any place in the file", () => {
    expect(detectImage(gifWithFrameOf(50_000, 3))).toMatchObject(
      size(50_000, 3),
    );
    const moved = gifWithFrameOf(640, 480);
    const frame = moved.lastIndexOf(0x2c);
    moved.writeUInt16LE(1_000, frame + 1);
    moved.writeUInt16LE(2_000, frame + 3);
    expect(detectImage(moved)).toMatchObject(size(1_640, 2_480));
    // A local color table moves the blocks after it.
    const colors = Buffer.alloc(3 * 256);
    const first = pixel.gif.indexOf(0x2c);
    const head = Buffer.from(moved.subarray(0, first + 10));
    head.writeUInt8(0x87, first + 9);
    const tabled = Buffer.concat([head, colors, moved.subarray(first + 10)]);
    expect(detectImage(tabled)).toMatchObject(size(1_640, 2_480));
  });

  test("the scale of a lossy WebP is not part of its size", () => {
    expect(detectImage(webpOf(0xc000 | 640, 0x4000 | 480))).toMatchObject(
      size(640, 480),
    );
  });

  test("an image inside a larger buffer is read at its own offset", () => {
    const larger = Buffer.concat([html, pngOf(3, 4), html]);
    const image = larger.subarray(html.length, larger.length - html.length);
    expect(detectImage(image)).toMatchObject({ widthPx: 3, heightPx: 4 });
  });
});

describe("the side lengths of an avatar", () => {
  test.each([
    ["1 x 1", pngOf(1, 1)],
    ["8,192 x 8,192", pngOf(8_192, 8_192)],
    ["8,192 x 1", jpegOf(8_192, 1)],
  ])("an image of %s is accepted", (_name, bytes) => {
    expect(checkAvatar(bytes)).toMatchObject({ bytes });
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
  ])("an image of %s is refused", (_name, bytes) => {
    expect(refusalOf(bytes)).toMatchObject({
      code: "avatar-wrong-dimensions",
      retryable: false,
    });
  });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["SVG", svg],
  ["SVG behind a byte order mark", Buffer.concat([bom(), svg])],
  ["HTML", html],
  ["HTML before a PNG", Buffer.concat([html, pixel.png])],
  ["a compressed PNG", gzipSync(pixel.png)],
  ["the signature of a PNG alone", pixel.png.subarray(0, 8)],
  ["BMP", Buffer.from("BM".padEnd(64, "\0"))],
  ["ZIP with a PNG", Buffer.concat([Buffer.from("PK\x03\x04"), pixel.png])],
  ["WAV, which is RIFF too", Buffer.from("RIFF\0\0\0\0WAVE".padEnd(64))],
  ["a PNG whose first chunk is not IHDR", edited(pixel.png, 12, "iTXt")],
  ["a GIF of an unknown version", edited(pixel.gif, 0, "GIF90a")],
  ["a WebP that is not RIFF", edited(pixel.webp, 0, "RIFX")],
  ["a WebP of an unknown kind", edited(pixel.webp, 12, "VP9 ")],
  ["a lossy WebP without start code", edited(pixel.webp, 23, "\0")],
  ["a lossless WebP without signature", edited(pixel.webpLossless, 20, "\0")],
  ["a JPEG whose scan comes before its frame", jpegOf(1, 1, 0xda)],
  ["a JPEG with a scan between tables", edited(jpegOf(1, 1), 23, "\xda")],
  ["a JPEG that begins twice", edited(jpegOf(1, 1), 23, "\xd8")],
  ["a JPEG whose frame header is DAC", jpegOf(1, 1, 0xcc)],
  ["a JPEG whose frame header is DHT", jpegOf(1, 1, 0xc4)],
  ["a JPEG whose frame header is JPG", jpegOf(1, 1, 0xc8)],
  ["a JPEG with a segment of no length", edited(pixel.jpeg, 4, "\0\0")],
  ["a JPEG with bytes between its segments", edited(pixel.jpeg, 20, "?")],
])("bytes are not recognised as an image: %s", (_name, bytes) => {
  expect(refusalOf(bytes)).toMatchObject({
    code: "avatar-not-an-image",
    retryable: false,
  });
});

describe("hostile bytes", () => {
  const images = Object.values(pixel);
  const beginnings = {
    "image/png": "\x89PNG\r\n\x1a\n",
    "image/jpeg": "\xff\xd8\xff",
    "image/gif": "GIF8",
    "image/webp": "RIFF",
  };

  test("random bytes, with or without the beginning of an image, throw only a refusal", () => {
    const hostile = fc
      .tuple(
        fc.constantFrom(Buffer.alloc(0), ...images, jpegOf(1, 1)),
        fc.nat(300),
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.constantFrom(pixel.png, svg),
        ),
        fc.boolean(),
      )
      .map(([image, at, other, isCut]) =>
        Buffer.concat([
          image.subarray(0, at),
          other,
          ...(isCut ? [] : [image.subarray(at)]),
        ]),
      );
    const numRuns = effort(1_000, 50_000);
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (bytes) => {
        const refusal = refusalOf(bytes);
        if (refusal) expect(refusal).toMatchObject({ name: "StepFailure" });
        else {
          const { contentType } = checkAvatar(bytes);
          const start = bytes.toString("latin1");
          expect(start.startsWith(beginnings[contentType])).toBe(true);
          accepted += 1;
        }
      }),
      { numRuns },
    );
    // Enough of them are still images.
    expect(accepted).toBeGreaterThan(numRuns / 20);
  });

  test("an image that is cut off anywhere has its true size, or is no image", () => {
    for (const image of [...images, jpegOf(7, 7), webpExtendedOf(7, 7)]) {
      const whole = detectImage(image);
      let wasWhole = false;
      for (let length = 0; length <= image.byteLength; length += 1) {
        const found = detectImage(image.subarray(0, length));
        // As soon as its size is found, more bytes do not change it.
        if (wasWhole || found) expect(found).toEqual(whole);
        wasWhole = found !== undefined;
      }
      expect(wasWhole).toBe(true);
    }
  });

  test("five megabytes of fill bytes or of empty segments end without a result", () => {
    const fill = Buffer.alloc(5 * 1024 * 1024, 0xff);
    fill[1] = 0xd8;
    expect(detectImage(fill)).toBeUndefined();
    const segments = Buffer.alloc(5 * 1024 * 1024);
    segments.writeUInt16BE(0xffd8);
    segments.fill("ffe00002", 2, undefined, "hex");
    expect(detectImage(segments)).toBeUndefined();
  });
});

/** What the check of an avatar throws. */
function refusalOf(bytes: Buffer): unknown {
  try {
    checkAvatar(bytes);
  } catch (error) {
    return error;
  }
  return undefined;
}

function bom(): Buffer {
  return Buffer.from([0xef, 0xbb, 0xbf]);
}

/** The image with this text at an offset. */
function edited(image: Buffer, offset: number, text: string): Buffer {
  const copy = Buffer.from(image);
  copy.write(text, offset, "latin1");
  return copy;
}
