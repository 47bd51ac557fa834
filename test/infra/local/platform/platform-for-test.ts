import { expect, onTestFinished } from "vitest";
import * as z from "zod";
import type { PlatformOptions } from "../../../../infra/local/platform/state/options.ts";
import {
  startPlatform,
  type Platform,
} from "../../../../infra/local/platform/start-platform.ts";

/** Starts a platform that ends with the test. */
export async function platformForTest(
  options: Partial<PlatformOptions> = {},
): Promise<Platform> {
  const platform = await startPlatform(options);
  onTestFinished(() => platform.close());
  return platform;
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

export const asService = basic("service", "service-password");
export const asAda = basic("ada", "ada-password");
export const asBob = basic("bob", "bob-password");

export const guard = "throw 'allowIllegalResourceCall is false.';\n";

/** The minimum body of §2.1, with what the test adds. */
export function personBody(
  username: string,
  fields: Record<string, unknown> = {},
  svc: Record<string, unknown> = {},
) {
  return {
    emails: [{ value: `${username}@community.example`, svc_label: "Email" }],
    svc: { username, password: `${username}-password`, ...svc },
    name: { givenName: username, familyName: "Example" },
    ...fields,
  };
}

export type Call = {
  /** Value of the Authorization header; `null` sends none. The service account unless told otherwise. */
  as?: string | null;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit["body"]>;
};

/** Calls a path below /api/core/v3, or an absolute URL. */
export async function call(
  platform: Platform,
  method: string,
  path: string,
  { as = asService, json, form, headers = {}, body }: Call = {},
): Promise<Answer> {
  const url = path.startsWith("http")
    ? path
    : `${platform.baseUrl}/api/core/v3${path}`;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(as !== null && { authorization: as }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: new URLSearchParams(form) }),
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: () => JSON.parse(text.replace(/^throw[^;]*;\s*/, "")) as unknown,
  };
}

export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** The parsed body, its guard line taken off. */
  json: () => unknown;
};

const resource = z.object({ ref: z.string(), allowed: z.array(z.string()) });
const objectSchema = z.looseObject({
  id: z.string(),
  resources: z.record(z.string(), resource),
});
const pageSchema = z.strictObject({
  list: z.array(z.looseObject({ resources: z.record(z.string(), resource) })),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  links: z.strictObject({
    next: z.string().optional(),
    prev: z.string().optional(),
  }),
});

/** The body as an object of the platform; every one has `resources` (§2.3). */
export function objectOf(answer: Answer) {
  return objectSchema.parse(answer.json());
}

/** The body as a paginated list (§2.4). */
export function pageOf(answer: Answer) {
  return pageSchema.parse(answer.json());
}

/** Creates a person as the service account does; returns it as the answer shows it. */
export async function createPerson(
  platform: Platform,
  username: string,
  fields: Record<string, unknown> = {},
  svc: Record<string, unknown> = {},
) {
  const json = personBody(username, fields, svc);
  return objectOf(await call(platform, "POST", "/people", { json }));
}

/** Creates an object by POST, which must be answered 201. */
export async function create(
  platform: Platform,
  path: string,
  json: unknown,
  as: string = asService,
) {
  const answer = await call(platform, "POST", path, { as, json });
  expect(answer.status).toBe(201);
  return objectOf(answer);
}

/** The named fields of a list's objects, in order; its filters are part of the path. */
export async function namesIn(
  platform: Platform,
  path: string,
  field: string,
  as: string = asService,
): Promise<unknown[]> {
  const answer = await call(platform, "GET", path, { as });
  expect(answer.status).toBe(200);
  return pageOf(answer).list.map((item) => item[field]);
}

/** Where a resource of an object leads. */
export function refOf(
  { resources }: { resources: Record<string, { ref: string }> },
  name: string,
): string {
  return resources[name]?.ref ?? `no resource ${name}`;
}
