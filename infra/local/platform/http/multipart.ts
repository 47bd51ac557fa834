import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { readBytes } from "./body.ts";

/** 10 MB; a larger upload is answered 413. */
const maxUploadBytes = 10_485_760;

/**
 * The files of a multipart form, whatever their parts are called.
 *
 * @throws HTTPException 415 for another content type, 413 when too large, 400 for what is no such form.
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
    // oxlint-disable-next-line typescript/no-deprecated -- it holds the form in memory, which is capped above
    const parts = [...(await request.formData()).values()];
    return parts.filter((part) => part instanceof File);
  } catch (cause) {
    throw new HTTPException(400, {
      message: "The body is no multipart form.",
      cause,
    });
  }
}
