/** The smallest whole images of each kind, and headers that declare any size. */

const base64 = {
  jpeg: "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z",
  png: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  gif: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  webp: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
  webpLossless: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
};

export const pixel = {
  jpeg: Buffer.from(base64.jpeg, "base64"),
  png: Buffer.from(base64.png, "base64"),
  gif: Buffer.from(base64.gif, "base64"),
  webp: Buffer.from(base64.webp, "base64"),
  webpLossless: Buffer.from(base64.webpLossless, "base64"),
};

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>',
);

export const html = Buffer.from(
  "<!doctype html><title>Sign in</title><p>Please sign in.",
);

export function pngOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from(pixel.png);
  bytes.writeUInt32BE(widthPx, 16);
  bytes.writeUInt32BE(heightPx, 20);
  return bytes;
}

export function gifOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from(pixel.gif);
  bytes.writeUInt16LE(widthPx, 6);
  bytes.writeUInt16LE(heightPx, 8);
  return bytes;
}

/** A GIF of one pixel by its header, and a second frame of the given size. */
export function gifWithFrameOf(widthPx: number, heightPx: number): Buffer {
  const frame = Buffer.from(pixel.gif.subarray(pixel.gif.indexOf(0x2c), -1));
  frame.writeUInt16LE(widthPx, 5);
  frame.writeUInt16LE(heightPx, 7);
  return Buffer.concat([
    pixel.gif.subarray(0, -1),
    frame,
    pixel.gif.subarray(-1),
  ]);
}

/** A JPEG as cameras write it: metadata, fill bytes and tables before the frame header `sof`. */
export function jpegOf(
  widthPx: number,
  heightPx: number,
  sof = 0xc2,
  // Looks like a frame header of 4,112 x 4,112 px, but is inside the metadata.
  metadata = Buffer.from("ffc0001108101010100301220000", "hex"),
): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe1, metadata),
    Buffer.from([0xff, 0xff]),
    jpegSegment(0xdb, Buffer.alloc(65)),
    jpegSegment(0xc4, Buffer.alloc(20)),
    jpegSegment(
      sof,
      Buffer.from([8, ...uint16(heightPx), ...uint16(widthPx), 1, 1, 17, 0]),
    ),
    jpegSegment(0xda, Buffer.alloc(6)),
  ]);
}

export function webpOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from(pixel.webp);
  bytes.writeUInt16LE(widthPx, 26);
  bytes.writeUInt16LE(heightPx, 28);
  return bytes;
}

export function webpLosslessOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from(pixel.webpLossless);
  bytes.writeUInt32LE((widthPx - 1) | ((heightPx - 1) << 14), 21);
  return bytes;
}

export function webpExtendedOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0", "latin1");
  bytes.writeUIntLE(widthPx - 1, 24, 3);
  bytes.writeUIntLE(heightPx - 1, 27, 3);
  return bytes;
}

/** A PNG of exactly this many bytes. Bytes after its end do not change its type. */
export function pngOfSize(sizeBytes: number): Buffer {
  return Buffer.concat([pixel.png], sizeBytes);
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = [0xff, marker, ...uint16(content.byteLength + 2)];
  return Buffer.concat([Buffer.from(head), content]);
}

function uint16(value: number): [number, number] {
  return [value >> 8, value & 0xff];
}
