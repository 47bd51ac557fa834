export type DetectedImage = {
  contentType: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
  extension: "jpg" | "png" | "gif" | "webp";
  /** As the header declares it. It may be 0 or very large. */
  widthPx: number;
  /** As the header declares it. It may be 0 or very large. */
  heightPx: number;
};

type Size = Pick<DetectedImage, "widthPx" | "heightPx">;

/** GIF and WebP write the low byte of a number first; PNG and JPEG, like a `DataView` without this, the high byte. */
const littleEndian = true;

/**
 * Recognises JPEG, PNG, GIF and WebP by their first bytes, and reads the size from the header without decoding pixels.
 * Undefined for other bytes and for a header that is not complete. It never throws.
 *
 * SVG is intentionally not recognised, because an SVG can contain a script.
 */
export function detectImage(bytes: Uint8Array): DetectedImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = readPng(view);
  if (png) return { contentType: "image/png", extension: "png", ...png };
  const jpeg = readJpeg(view);
  if (jpeg) return { contentType: "image/jpeg", extension: "jpg", ...jpeg };
  const gif = readGif(view);
  if (gif) return { contentType: "image/gif", extension: "gif", ...gif };
  const webp = readWebp(view);
  if (webp) return { contentType: "image/webp", extension: "webp", ...webp };
  return undefined;
}

/** PNG, §5.2 (signature) and §11.2.1 (the chunk IHDR, which comes first and has 13 bytes). */
function readPng(view: DataView): Size | undefined {
  if (view.byteLength < 33) return undefined;
  if (!hasText(view, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return undefined;
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
}

/** The first bytes of blocks of a GIF (GIF89a, §20 and §23 to §26). */
const gifBlock = { image: 0x2c, extension: 0x21 };

/**
 * GIF89a, §17 and §18: the size of the logical screen, or of the frames if they reach beyond it (§20), because a
 * decoder allocates memory for each frame.
 */
function readGif(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined;
  if (!hasText(view, 0, "GIF87a") && !hasText(view, 0, "GIF89a")) {
    return undefined;
  }
  let widthPx = view.getUint16(6, littleEndian);
  let heightPx = view.getUint16(8, littleEndian);
  let offset = 13 + colorTableBytes(view.getUint8(10));
  while (offset + 10 <= view.byteLength) {
    const block = view.getUint8(offset);
    if (block === gifBlock.extension) {
      offset = skipSubBlocks(view, offset + 2);
    } else if (block === gifBlock.image) {
      const left = view.getUint16(offset + 1, littleEndian);
      const top = view.getUint16(offset + 3, littleEndian);
      widthPx = Math.max(
        widthPx,
        left + view.getUint16(offset + 5, littleEndian),
      );
      heightPx = Math.max(
        heightPx,
        top + view.getUint16(offset + 7, littleEndian),
      );
      const table = colorTableBytes(view.getUint8(offset + 9));
      // The code size is between the color table and the data.
      offset = skipSubBlocks(view, offset + 10 + table + 1);
    } else {
      break;
    }
  }
  return { widthPx, heightPx };
}

/** GIF89a, §18 and §20: a color table has three bytes for each of its 2 to 256 colors. It is optional. */
function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** GIF89a, §15: each sub-block begins with its length. A sub-block of length 0 is the last one. */
function skipSubBlocks(view: DataView, start: number): number {
  let offset = start;
  while (offset < view.byteLength) {
    const length = view.getUint8(offset);
    offset += 1 + length;
    if (length === 0) break;
  }
  return offset;
}

/** JPEG (ITU-T T.81, annex B): skips segments until the frame header, which has the size. */
function readJpeg(view: DataView): Size | undefined {
  if (!hasText(view, 0, "\xff\xd8\xff")) return undefined;
  let offset = 2;
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1; // A marker may be preceded by any number of fill bytes.
    } else if (isFrameHeader(marker)) {
      return {
        widthPx: view.getUint16(offset + 7),
        heightPx: view.getUint16(offset + 5),
      };
    } else if (!precedesFrame(marker)) {
      return undefined;
    } else {
      offset += 2 + view.getUint16(offset + 2);
    }
  }
  return undefined;
}

/** The markers SOF0 to SOF15. Three codes in this range have another meaning. */
function isFrameHeader(marker: number): boolean {
  return (
    marker >= 0xc0 &&
    marker <= 0xcf &&
    marker !== 0xc4 && // DHT
    marker !== 0xc8 && // JPG
    marker !== 0xcc // DAC
  );
}

/** The segments with a length that may be between SOI and the frame header (B.2.1). */
function precedesFrame(marker: number): boolean {
  return (
    marker === 0xc4 || // DHT
    marker === 0xcc || // DAC
    marker === 0xdb || // DQT
    marker === 0xdd || // DRI
    (marker >= 0xe0 && marker <= 0xef) || // APPn
    marker === 0xfe // COM
  );
}

/** WebP (RFC 9649, §2.4 to §2.7): lossy, lossless and extended files. */
function readWebp(view: DataView): Size | undefined {
  if (!hasText(view, 0, "RIFF") || !hasText(view, 8, "WEBP")) return undefined;
  if (view.byteLength < 30) return undefined;
  if (hasText(view, 12, "VP8 ") && hasText(view, 23, "\x9d\x01\x2a")) {
    return {
      widthPx: view.getUint16(26, littleEndian) & 0x3fff,
      heightPx: view.getUint16(28, littleEndian) & 0x3fff,
    };
  }
  if (hasText(view, 12, "VP8L") && hasText(view, 20, "\x2f")) {
    const packed = view.getUint32(21, littleEndian);
    return {
      widthPx: 1 + (packed & 0x3fff),
      heightPx: 1 + ((packed >>> 14) & 0x3fff),
    };
  }
  if (hasText(view, 12, "VP8X")) {
    return {
      widthPx: 1 + (view.getUint32(24, littleEndian) & 0xff_ffff),
      heightPx: 1 + (view.getUint32(26, littleEndian) >>> 8),
    };
  }
  return undefined;
}

/** Whether the bytes from the offset on are this text, in which each character is one byte. */
function hasText(view: DataView, offset: number, text: string): boolean {
  if (offset + text.length > view.byteLength) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (view.getUint8(offset + index) !== text.charCodeAt(index)) return false;
  }
  return true;
}
