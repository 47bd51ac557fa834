import { enterpriseUrn, userUrn } from "./attributes.ts";
import type { ShownUser } from "./user-records.ts";

/** What of our own a user shows: the operation of the last event. */
export const operationUrn =
  "urn:community-automation:scim:schemas:extension:2.0:Operation";

const holds = /-limit$|^person-has-contents$/;

/** A user as a resource of SCIM. It has the values that the provider sent. */
export function representUser(
  { user, resource, operation }: ShownUser,
  baseUrl: string,
): Record<string, unknown> {
  const { id, createdAtMs, updatedAtMs } = user;
  return {
    schemas: [
      userUrn,
      ...(enterpriseUrn in resource ? [enterpriseUrn] : []),
      ...(operation ? [operationUrn] : []),
    ],
    id,
    active: true,
    ...resource,
    ...(operation && {
      [operationUrn]: {
        location: `/operations/${operation.id}`,
        status: operation.status,
        ...(operation.reason !== undefined && { reason: operation.reason }),
        ...(operation.status === "needs_attention" && {
          held: holds.test(operation.reason ?? ""),
        }),
      },
    }),
    meta: {
      resourceType: "User",
      created: new Date(createdAtMs).toISOString(),
      lastModified: new Date(updatedAtMs).toISOString(),
      location: `${baseUrl}/Users/${id}`,
    },
  };
}

/** Which attributes an answer has (RFC 7644, §3.9). */
export type AttributeSelection = {
  only: readonly string[];
  without: readonly string[];
};

const alwaysShown = ["schemas", "id"];

/** A resource with the attributes that the request asks for. What stands in brackets is ignored. */
export function select(
  resource: Record<string, unknown>,
  { only, without }: AttributeSelection,
): Record<string, unknown> {
  if (only.length === 0 && without.length === 0) return resource;
  const wanted = only.map(pathOf);
  const unwanted = without.map(pathOf);
  const entries = Object.entries(resource).flatMap(
    ([name, content]): [string, unknown][] => {
      if (alwaysShown.includes(name)) return [[name, content]];
      const mine = (paths: readonly string[][]) =>
        paths.filter(([first]) => first === name.toLowerCase());
      if (only.length > 0 && mine(wanted).length === 0) return [];
      const dropped = mine(unwanted);
      if (dropped.some((path) => path.length === 1)) return [];
      const kept = mine(wanted);
      const isWhole = kept.some((path) => path.length === 1);
      const parts = (paths: readonly string[][]) =>
        paths.flatMap(([, part]) => part ?? []);
      return [
        [
          name,
          selectParts(content, isWhole ? [] : parts(kept), parts(dropped)),
        ],
      ];
    },
  );
  return Object.fromEntries(entries);
}

function selectParts(
  content: unknown,
  only: readonly string[],
  without: readonly string[],
): unknown {
  if (Array.isArray(content))
    return content.map((one: unknown) => selectParts(one, only, without));
  if (typeof content !== "object" || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).filter(
      ([name]) =>
        (only.length === 0 || only.includes(name.toLowerCase())) &&
        !without.includes(name.toLowerCase()),
    ),
  );
}

/** The names of an attribute and of its part, in lower case, without the URN of the core and without brackets. */
function pathOf(text: string): string[] {
  const lower = text
    .trim()
    .replace(/\[[^\]]*\]/g, "")
    .toLowerCase();
  const ofCore = `${userUrn.toLowerCase()}:`;
  const extension = [enterpriseUrn, operationUrn].find((urn) =>
    lower.startsWith(urn.toLowerCase()),
  );
  if (extension !== undefined) {
    const part = lower.slice(extension.length + 1);
    return [extension.toLowerCase(), ...(part ? [part] : [])];
  }
  const path = lower.startsWith(ofCore) ? lower.slice(ofCore.length) : lower;
  return path.split(".").slice(0, 2);
}

/** The names in a list of attributes of a query, whose brackets may contain commas. */
export function namesIn(text: string | undefined): string[] {
  return (text ?? "")
    .split(/,(?![^[]*\])/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** An answer with a list (RFC 7644, §3.4.2). */
export function listResponse(
  resources: readonly unknown[],
  totalResults: number,
  more: { startIndex?: number; nextCursor?: string | undefined } = {},
): Record<string, unknown> {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults,
    ...more,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
