import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  recordRequestFields,
  recordUrl,
} from "../../../shared/source/record-request.ts";

const schema = z.object(recordRequestFields);
const url = "https://api.example.com/people/{employeeId}";
const least = { request: { url }, id: "/id" };

const issuesOf = (written: object) =>
  (schema.safeParse(written).error?.issues ?? []).map(
    ({ path, message }) => `/${path.join("/")} ${message}`,
  );
const withUrl = (text: string) => ({ ...least, request: { url: text } });
const withHeader = (name: string, value = "x") => ({
  ...least,
  request: { url, headers: { [name]: value } },
});

describe("the request for a record", () => {
  test("is a GET without headers, and its answer is the record, if the lookup says no more", () => {
    expect(schema.parse(least)).toEqual({
      request: { method: "GET", url, headers: {} },
      record: "",
      id: "/id",
    });
  });

  test.each([
    { ...least.request, method: "GET" },
    { ...least.request, method: "POST", body: { fields: ["id"] } },
  ])("has the method and the body of the lookup: %j", (request) => {
    expect(schema.parse({ ...least, request }).request).toEqual({
      ...request,
      headers: {},
    });
  });

  test.each([
    ["the method PUT", { ...least, request: { url, method: "PUT" } }],
    ["an unknown field", { ...least, request: { url, query: "x" } }],
    ["no pointer to its id", { request: { url } }],
    ["an id that is no pointer", { ...least, id: "id" }],
    ["a record that is no pointer", { ...least, record: "data" }],
    ["an empty list of avatars", { ...least, avatar: [] }],
    ["seven avatars", { ...least, avatar: Array(7).fill(url) }],
    ["an avatar over http", { ...least, avatar: ["http://example.com/x"] }],
  ])("is refused with %s", (_, written) => {
    expect(issuesOf(written)).toHaveLength(1);
  });

  test("may have six avatars", () => {
    expect(issuesOf({ ...least, avatar: Array(6).fill(url) })).toEqual([]);
  });
});

describe("the URL of a record's request", () => {
  test.each([
    "https://api.example.com",
    "https://api.example.com/",
    "https://api.example.com:8443/people",
    "https://api.example.com:65535",
    "https://api.example.com?id={employeeId}",
    "https://api-2.example.com/people/{employeeId}?view=full",
    "http://127.0.0.1:8080/people",
    "http://localhost/people",
  ])("may be %s", (text) => {
    expect(issuesOf(withUrl(text))).toEqual([]);
  });

  test.each([
    "",
    "api.example.com/people",
    "http://api.example.com/people",
    "http://127.0.0.2/people",
    "https://API.example.com/people",
    "https://user@api.example.com/people",
    "https://{employeeId}.example.com/people",
    "https://api.example.com:/people",
    "https://api.example.com:123456",
    "https://api.example.com/people#top",
    "https://api.example.com/a b",
    "https://api.example.com/people\n",
    "https://api.example.com\\people",
    " https://api.example.com/people",
  ])("must not be %j", (text) => {
    expect(issuesOf(withUrl(text))).toEqual([
      "/request/url must be an https URL with its host in lower case",
    ]);
  });

  test("has the id in each place, percent-encoded; an id that no URL can have gives no URL", () => {
    const template = `${url}?again={employeeId}`;
    expect(recordUrl(template, "a/$&?")?.href).toBe(
      "https://api.example.com/people/a%2F%24%26%3F?again=a%2F%24%26%3F",
    );
    for (const id of [".a", "...", "..a", "a.."])
      expect(recordUrl(url, id)?.href).toBe(url.replace("{employeeId}", id));
    for (const id of ["", ".", "..", "a\n", "\na", "\ud800", "x".repeat(129)])
      expect(recordUrl(url, id)).toBeUndefined();
    expect(recordUrl(url, "x".repeat(128))?.href).toHaveLength(
      url.length - "{employeeId}".length + 128,
    );
  });
});

describe("a header of a record's request", () => {
  test.each([
    ["a common one", "accept-language", "de"],
    ["one without a value", "x-1", ""],
    ["one of full length", `x${"-".repeat(63)}`, "~".repeat(1_000)],
    ["one that ends like a header of the request itself", "x-host", "x"],
    ["one that begins like a header of the request itself", "host-name", "x"],
  ])("may be %s", (_what, name, value) => {
    expect(issuesOf(withHeader(name, value))).toEqual([]);
  });

  test.each([
    "authorization",
    "transfer-encoding",
    "X-Version",
    "1-version",
    "x-version:",
    "",
    `x${"-".repeat(64)}`,
  ])("must not have the name %j", (name) => {
    expect(schema.safeParse(withHeader(name)).error?.issues).toMatchObject([
      {
        path: ["request", "headers", name],
        issues: [
          {
            message:
              "must be the name of a header in lower case, and none of authorization, connection, content-length, cookie, host, transfer-encoding",
          },
        ],
      },
    ]);
  });

  test.each([
    ["a letter that is not ASCII", "ü"],
    ["a line break", "a\r\nb"],
    ["a tab", "a\tb"],
    ["1,001 characters", "~".repeat(1_001)],
  ])("must not have a value with %s", (_what, value) => {
    expect(issuesOf(withHeader("x-view", value))).toEqual([
      "/request/headers/x-view must be ASCII text",
    ]);
  });
});
