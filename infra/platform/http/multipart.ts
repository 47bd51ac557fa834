import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { readBytes } from "./body.ts";

/** 10 MiB. A larger upload is answered 413. */
const maxUploadBytes = 10_485_760;

/**
 * Reads the files of a multipart form. The names of the parts do not matter.
 *
 * @throws HTTPException 415 for another content type, 413 for an upload that is too large, 400 for a malformed form
 */
export async function readFiles(c: Context): Promise<File[]> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new HTTPException(415, {
      message: "Send the file as multipart/form-data.",
    });
  }
  const body = await readBytes(c, maxUploadBytes);
  const headers = { "content-type": contentType };
  try {
    const request = new Request("http://form", {
      method: "POST",
      headers,
      body,
    });
    // oxlint-disable-next-line typescript/no-deprecated -- the form stays in memory, and its size is limited above
    const parts = [...(await request.formData()).values()];
    return parts.filter((part) => part instanceof File);
  } catch (cause) {
    throw new HTTPException(400, {
      message: "The body is not a multipart form.",
      cause,
    });
  }
}
