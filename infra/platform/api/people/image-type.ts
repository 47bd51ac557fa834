const signatures: readonly {
  contentType: string;
  matches: (bytes: Buffer) => boolean;
}[] = [
  {
    contentType: "image/png",
    matches: (bytes) => startsWith(bytes, "89504e470d0a1a0a"),
  },
  {
    contentType: "image/jpeg",
    matches: (bytes) => startsWith(bytes, "ffd8ff"),
  },
  {
    contentType: "image/gif",
    matches: (bytes) => /^GIF8[79]a/.test(latin1(bytes)),
  },
  {
    contentType: "image/webp",
    matches: (bytes) => /^RIFF.{4}WEBP/s.test(latin1(bytes)),
  },
];

/** The content type of an image by its first bytes. The filename and the type of the upload do not matter. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.contentType;
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.toString("hex", 0, hex.length / 2) === hex;
}

function latin1(bytes: Buffer): string {
  return bytes.toString("latin1", 0, 12);
}
