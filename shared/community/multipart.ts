import { randomUUID } from "node:crypto";
import type { Call } from "./transport.ts";

export type UploadFile = {
  bytes: Uint8Array;
  /** e.g. `image/png` */
  contentType: string;
  /** Letters, digits, dots and dashes only. */
  filename: string;
};

/**
 * Writes a multipart form with one file part (RFC 7578). The global FormData is not used because it would load undici.
 *
 * @throws TypeError when `bytes` is not a Uint8Array, or the name or the type could break out of its header line
 */
export function multipartFile({
  bytes,
  contentType,
  filename,
}: UploadFile): Pick<Call, "headers" | "body"> {
  if (!(bytes instanceof Uint8Array))
    throw new TypeError("a file needs its bytes as a Uint8Array");
  if (!/^[\w.-]+$/.test(filename) || !/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
    throw new TypeError("a file needs a plain name and a media type");
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(head),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
