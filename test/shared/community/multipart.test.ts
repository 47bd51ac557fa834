import fc from "fast-check";
import { parseBody } from "hono/utils/body";
import { describe, expect, test } from "vitest";
import {
  multipartFile,
  type UploadFile,
} from "../../../shared/community/multipart.ts";

const file = {
  bytes: Buffer.from("bytes"),
  contentType: "image/png",
  filename: "avatar.png",
};

describe("multipartFile", () => {
  test("writes a form that Hono reads as one part with the same bytes, name and type", async () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    // These bytes look like the end of a part, and must not end it.
    const tricky = bytes.map((tail) =>
      Buffer.concat([Buffer.from("\r\n--\r\n--x--\r\n"), tail]),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, tricky), async (content) => {
        const parts = await partsOf({ ...file, bytes: content });
        expect(parts).toEqual([
          {
            name: "avatar.png",
            type: "image/png",
            bytes: Buffer.from(content),
          },
        ]);
      }),
      { numRuns: 50 },
    );
  });

  test("rejects content that is not a Uint8Array", () => {
    const bytes = "text" as unknown as Uint8Array;
    expect(() => multipartFile({ ...file, bytes })).toThrow("a Uint8Array");
  });

  test("uses a new boundary for each form", () => {
    const boundary = () => multipartFile(file).headers?.["content-type"];
    expect(boundary()).not.toBe(boundary());
  });

  test.each([
    ["the name is empty", { filename: "" }],
    ["the name would end its quotes", { filename: 'a".png' }],
    ["the name would begin a new header", { filename: "a\r\nx: y" }],
    ["the name ends in a line feed", { filename: "a\n" }],
    ["the name has a folder", { filename: "../a.png" }],
    ["the type is not a media type", { contentType: "png" }],
    ["the type has parameters", { contentType: "image/png; a=b" }],
    ["the type would begin a new header", { contentType: "image/png\r\nx: y" }],
    ["the type would end its header", { contentType: "\r\nimage/png" }],
  ])("rejects a file when %s", (_title, changes) => {
    const write = () => multipartFile({ ...file, ...changes });
    expect(write).toThrow(TypeError);
    expect(write).toThrow("a plain name and a media type");
  });

  test.each(["image/svg+xml", "image/vnd.microsoft.icon", "image/x-png"])(
    "accepts the type %s",
    async (contentType) => {
      const [part] = await partsOf({ ...file, contentType });
      expect(part?.type).toBe(contentType);
    },
  );
});

async function partsOf(upload: UploadFile) {
  const { headers = {}, body = "" } = multipartFile(upload);
  const request = new Request("http://form", {
    method: "POST",
    headers,
    body: Buffer.from(body),
  });
  const values = Object.values(await parseBody(request)).flat();
  return Promise.all(
    values.map(async (value) => {
      if (!(value instanceof File)) throw new Error("a field is no file");
      const bytes = Buffer.from(await value.arrayBuffer());
      return { name: value.name, type: value.type, bytes };
    }),
  );
}
