import { expect } from "vitest";
import { entraToken } from "../../../infra/local/credentials.ts";

export const enterpriseUrn =
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
/** How Entra ends the access of a user, and gives it back. */
export const off = { op: "Replace", path: "active", value: "False" };
export const on = { ...off, value: "True" };

/** What a request answers, with its body as JSON. */
export type ScimAnswer = { status: number; headers: Headers; body: ScimBody };

/** What tests read of a body. */
export type ScimBody = Record<string, unknown> & {
  id: string;
  detail: string;
  active?: boolean;
  title?: string;
  userName?: string;
  emails: Record<string, unknown>[];
  meta: { location: string };
  totalResults: number;
  startIndex?: number;
  nextCursor?: string;
  itemsPerPage: number;
  Resources: ScimBody[];
};

type App = {
  request: (path: string, init: RequestInit) => Response | Promise<Response>;
};

/** Sends requests of SCIM as the caller `entra`. */
export function scimClient(
  app: () => App,
  { caller = "entra", token = entraToken as string } = {},
) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> => {
    const response = await app().request(`/scim/v2/${caller}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? {} : JSON.parse(text)) as ScimBody,
    };
  };
}

/** A user as Entra sends it. */
export function entraUser(name: string, more: Record<string, unknown> = {}) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: `${name}@example.com`,
    externalId: name,
    active: true,
    displayName: `${name} Byron`,
    name: { givenName: name, familyName: "Byron" },
    emails: [{ type: "work", primary: true, value: `${name}@example.com` }],
    title: "Engineer",
    ...more,
  };
}

/** The path of a search for users. */
export const usersWhere = (filter: string): string =>
  `/Users?filter=${encodeURIComponent(filter)}`;

/** The body of a PATCH. */
export function patchOp(...operations: unknown[]) {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: operations,
  };
}

export function expectError(
  { status: answered, headers, body }: ScimAnswer,
  status: number,
  scimType?: string,
): void {
  expect(answered).toBe(status);
  expect(headers.get("content-type")).toBe(
    "application/scim+json; charset=utf-8",
  );
  expect(body).toEqual({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    ...(scimType && { scimType }),
    detail: expect.any(String),
  });
}
