import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
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

/** Most of them would fill the memory of a decoder. */
const hugeImages: Record<string, Buffer> = {
  "PNG of 50,000 px": pngOf(50_000, 50_000),
  "PNG of 4,294,967,295 px": pngOf(0xffff_ffff, 0xffff_ffff),
  "PNG, narrow and endless": pngOf(1, 50_000),
  "PNG without width": pngOf(0, 1),
  "JPEG of 50,000 px": jpegOf(50_000, 50_000),
  "JPEG without height": jpegOf(1, 0),
  "GIF of 50,000 px": gifOf(50_000, 50_000),
  "GIF with a frame of 50,000 px": gifWithFrameOf(50_000, 50_000),
  // The maximum that these two formats can declare.
  "WebP, lossy, of 16,383 px": webpOf(16_383, 16_383),
  "WebP, lossless, of 16,384 px": webpLosslessOf(16_384, 16_384),
  "WebP, extended, of 50,000 px": webpExtendedOf(50_000, 50_000),
  "a script that begins as a GIF": Buffer.from("GIF89a/*aaaa*/=1;alert(1)//"),
};
const noImages: Record<string, Buffer> = {
  SVG: svg,
  HTML: html,
  "PNG behind HTML": Buffer.concat([html, pixel.png]),
  "PNG behind a line end": Buffer.concat([Buffer.from("\n"), pixel.png]),
  "PNG, compressed": gzipSync(pixel.png),
  "PDF with a JPEG inside": Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    pixel.jpeg,
  ]),
  "ZIP with a PNG inside": Buffer.concat([
    Buffer.from("PK\x03\x04"),
    pixel.png,
  ]),
  "the signature of a PNG alone": pixel.png.subarray(0, 8),
};

const hostileImages = [
  ...Object.entries(hugeImages).map(
    (one) => [...one, "avatar-wrong-dimensions"] as const,
  ),
  ...Object.entries(noImages).map(
    (one) => [...one, "avatar-not-an-image"] as const,
  ),
];

test.each(hostileImages)(
  "an avatar that is %s is refused",
  (_name, bytes, code) => {
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
