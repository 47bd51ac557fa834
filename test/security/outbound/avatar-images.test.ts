import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { checkAvatar } from "../../../shared/person/avatar/check-avatar.ts";
import { maxSidePx } from "../../../shared/person/avatar/limits.ts";
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
} from "../../shared/person/avatar/images.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { seed } from "./seed.ts";

const area = "Attacks, outward";
const script = "<script>fetch('//x')</script>";

/** Images by their declared type or size. Most of them would fill the memory of a decoder. */
const hostileImages: Record<string, [Buffer, ReasonCode]> = {
  "PNG of 50,000 px": [pngOf(50_000, 50_000), "avatar-wrong-dimensions"],
  "PNG of 4,294,967,295 px": [
    pngOf(0xffff_ffff, 0xffff_ffff),
    "avatar-wrong-dimensions",
  ],
  "PNG, narrow and endless": [pngOf(1, 50_000), "avatar-wrong-dimensions"],
  "PNG without width": [pngOf(0, 1), "avatar-wrong-dimensions"],
  "JPEG of 50,000 px": [jpegOf(50_000, 50_000), "avatar-wrong-dimensions"],
  "JPEG without height": [jpegOf(1, 0), "avatar-wrong-dimensions"],
  "GIF of 50,000 px": [gifOf(50_000, 50_000), "avatar-wrong-dimensions"],
  "GIF with a frame of 50,000 px": [
    gifWithFrameOf(50_000, 50_000),
    "avatar-wrong-dimensions",
  ],
  // The maximum that these two formats can declare.
  "WebP, lossy, of 16,383 px": [
    webpOf(16_383, 16_383),
    "avatar-wrong-dimensions",
  ],
  "WebP, lossless, of 16,384 px": [
    webpLosslessOf(16_384, 16_384),
    "avatar-wrong-dimensions",
  ],
  "WebP, extended, of 50,000 px": [
    webpExtendedOf(50_000, 50_000),
    "avatar-wrong-dimensions",
  ],
  "a script that begins as a GIF": [
    Buffer.from("GIF89a/*aaaa*/=1;alert(1)//"),
    "avatar-wrong-dimensions",
  ],
  SVG: [svg, "avatar-not-an-image"],
  HTML: [html, "avatar-not-an-image"],
  "PNG behind HTML": [Buffer.concat([html, pixel.png]), "avatar-not-an-image"],
  "PNG behind a line end": [
    Buffer.concat([Buffer.from("\n"), pixel.png]),
    "avatar-not-an-image",
  ],
  "PNG, compressed": [gzipSync(pixel.png), "avatar-not-an-image"],
  "PDF with a JPEG inside": [
    Buffer.concat([Buffer.from("%PDF-1.7\n"), pixel.jpeg]),
    "avatar-not-an-image",
  ],
  "ZIP with a PNG inside": [
    Buffer.concat([Buffer.from("PK\x03\x04"), pixel.png]),
    "avatar-not-an-image",
  ],
  "the signature of a PNG alone": [
    pixel.png.subarray(0, 8),
    "avatar-not-an-image",
  ],
};

test.each(Object.entries(hostileImages))(
  "an avatar that is %s is refused",
  (_name, [bytes, code]) => {
    expect(() => checkAvatar(bytes)).toThrow(
      expect.objectContaining({ code, retryable: false }),
    );
  },
);

test("bytes that are accepted as an image start like one and declare an allowed size", ({
  task,
}) => {
  const makers = [
    pngOf,
    gifOf,
    gifWithFrameOf,
    jpegOf,
    webpOf,
    webpLosslessOf,
    webpExtendedOf,
  ];
  const side = fc.oneof(
    fc.constantFrom(0, 1, maxSidePx, maxSidePx + 1, 16_383, 50_000, 65_535),
    fc.nat(65_535),
  );
  const declared = fc
    .tuple(fc.constantFrom(...makers), side, side)
    .map(([make, widthPx, heightPx]) => {
      try {
        return make(widthPx, heightPx);
      } catch {
        // More than the format can declare.
        return Buffer.alloc(0);
      }
    });
  // An image with other bytes before, inside or after it, or cut off.
  const spoiled = fc
    .tuple(
      fc.oneof(declared, fc.constantFrom(...Object.values(pixel))),
      fc.nat(300),
      fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.constantFrom(Buffer.from(script), pixel.png, svg),
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
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(declared, spoiled), (bytes) => {
      let avatar;
      try {
        avatar = checkAvatar(bytes);
      } catch (error) {
        expect(error).toMatchObject({ name: "StepFailure" });
        return;
      }
      taken += 1;
      const beginnings = {
        "image/png": "\x89PNG\r\n\x1a\n",
        "image/jpeg": "\xff\xd8\xff",
        "image/gif": "GIF8",
        "image/webp": "RIFF",
      };
      const beginning = beginnings[avatar.contentType];
      expect(avatar.filename).toMatch(/^avatar\.(png|jpg|gif|webp)$/);
      expect(bytes.toString("latin1").startsWith(beginning)).toBe(true);
    }),
    { numRuns, ...seed() },
  );
  expect(taken).toBeGreaterThan(numRuns / 20);
  recordFigure(task, {
    area,
    what: "avatar: spoiled images that threw, or passed as what they do not begin like",
    figure: `${numRuns} tried, 0`,
  });
});
