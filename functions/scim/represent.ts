import type { ScimResource } from "../../shared/store/scim-user.ts";
import { isHeldReason } from "../../shared/store/verbs.ts";
import {
  enterpriseUrn,
  nameOfPart,
  userUrn,
  withoutCoreUrn,
} from "./attributes.ts";
import type { UserPage } from "./list-users.ts";
import { withoutUndefined, toJson } from "./resource.ts";
import type { ShownUser } from "./user-records.ts";

/** Our own extension of a user: the operation of the last event. */
export const operationUrn =
  "urn:community-automation:scim:schemas:extension:2.0:Operation";

/** Which attributes an answer has (RFC 7644, §3.9). */
export type AttributeSelection = {
  only: readonly string[];
  without: readonly string[];
};

/** A user as a resource of SCIM. It has the values that the provider sent. */
export function representUser(
  { id, resource, operation, createdAtMs, updatedAtMs }: ShownUser,
  baseUrl: string,
  selection: AttributeSelection,
): Record<string, unknown> {
  const { status, reason } = operation ?? {};
  const shown = withoutUndefined({
    active: true,
    ...resource,
    [`${operationUrn}:location`]: operation && `/operations/${operation.id}`,
    [`${operationUrn}:status`]: status,
    [`${operationUrn}:reason`]: reason,
    [`${operationUrn}:held`]:
      status === "needs_attention" ? isHeldReason(reason) : undefined,
    "meta.resourceType": "User",
    "meta.created": new Date(createdAtMs).toISOString(),
    "meta.lastModified": new Date(updatedAtMs).toISOString(),
    "meta.location": `${baseUrl}/Users/${id}`,
  });
  const json = toJson(select(shown, selection));
  const extensions = [enterpriseUrn, operationUrn].filter((urn) => urn in json);
  return { schemas: [userUrn, ...extensions], id, ...json };
}

function select(
  resource: ScimResource,
  { only, without }: AttributeSelection,
): ScimResource {
  const wanted = only.map(spelled);
  const unwanted = without.map(spelled);
  const isShown = (name: string) =>
    (wanted.length === 0 || wanted.some((whole) => isIn(whole, name))) &&
    !unwanted.some((whole) => isIn(whole, name));
  const shown: ScimResource = {};
  for (const [key, content] of Object.entries(resource)) {
    if (!Array.isArray(content)) {
      if (isShown(key)) shown[key] = content;
      continue;
    }
    const list = content.map((entry) =>
      Object.fromEntries(
        Object.entries(entry).filter(([part]) =>
          isShown(nameOfPart(key, part)),
        ),
      ),
    );
    const entries = list.filter((entry) => Object.keys(entry).length > 0);
    if (entries.length > 0) shown[key] = entries;
  }
  return shown;
}

/** A name of a request in lower case. What stands in brackets is ignored. */
function spelled(name: string): string {
  return withoutCoreUrn(name.trim().replace(/\[[^\]]*\]/g, ""));
}

/** Whether an attribute is the attribute `whole` of the request, or a part of it. */
function isIn(whole: string, name: string): boolean {
  const lower = name.toLowerCase();
  return lower === whole || lower.startsWith(nameOfPart(whole, ""));
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
  more: Pick<UserPage, "startIndex" | "nextCursor">,
): Record<string, unknown> {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults,
    ...more,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
