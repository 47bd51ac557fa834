import { expect, onTestFinished } from "vitest";
import * as z from "zod";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import {
  startPlatform,
  type Platform,
} from "../../../infra/platform/start-platform.ts";
import { newPerson } from "../../fixtures/community-client.ts";

/** Starts a platform. It is closed at the end of the test. */
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

/** The line before the JSON of each answer to a GET (docs/interface.md, §2.6). */
export const guard = "throw 'allowIllegalResourceCall is false.';\n";

/** The minimum body of a person (docs/interface.md, §2.1) with further fields. */
export function personBody(
  username: string,
  fields: Record<string, unknown> = {},
  svc: Record<string, unknown> = {},
) {
  const { emails, name, svc: least } = newPerson(username);
  return { emails, name, svc: { ...least, ...svc }, ...fields };
}

export type Call = {
  /** Value of the Authorization header. `null` sends none. @default the service account */
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
) {
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
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    /** Parses the body without its guard line. */
    json: () => JSON.parse(text.replace(/^throw[^;]*;\s*/, "")) as unknown,
  };
}

const objectSchema = z.looseObject({
  id: z.string(),
  resources: z.record(z.string(), z.looseObject({ ref: z.string() })),
});
/** The body as an object of the platform, which always has `resources` (docs/interface.md, §2.3). */
function objectOf(answer: Awaited<ReturnType<typeof call>>) {
  return objectSchema.parse(answer.json());
}

/** The body of a content of this type with further fields. */
export function contentBody(
  type: string,
  fields: Record<string, unknown> = {},
) {
  return {
    type,
    subject: `A ${type}`,
    content: { type: "text/html", text: "<p>Words</p>" },
    ...(type === "poll" && { options: ["Yes", "No"] }),
    ...fields,
  };
}

/** Creates a person by the service account. Returns the person of the answer, and throws at a refusal. */
export async function createPerson(
  platform: Platform,
  username: string,
  fields: Record<string, unknown> = {},
  svc: Record<string, unknown> = {},
) {
  const json = personBody(username, fields, svc);
  return objectOf(await call(platform, "POST", "/people", { json }));
}

/** Creates an object by POST, and expects 201. */
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

/** The address of a resource of an object. */
export function refOf(
  { resources }: { resources: Record<string, { ref: string }> },
  name: string,
): string {
  return resources[name]?.ref ?? `no resource ${name}`;
}

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

/** A login of the service account by its password, or a login with the given fields. */
export function loginForm(
  form: Record<string, string> = {
    grant_type: "password",
    username: "service",
    password: "service-password",
    scope: "PRODUCTION",
  },
) {
  return { as: basic("local-consumer-key", "local-consumer-secret"), form };
}

/** Logs the service account in. Returns the tokens of the answer. */
export async function logIn(
  platform: Platform,
  fields?: Record<string, string>,
) {
  const url = `${platform.authUrl}/login`;
  const answer = await call(platform, "POST", url, loginForm(fields));
  return tokensSchema.parse(answer.json());
}
