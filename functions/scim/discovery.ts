import {
  type Attribute,
  enterpriseAttributes,
  enterpriseUrn,
  userAttributes,
  userUrn,
} from "./attributes.ts";
import { cursorMs, maxResults } from "./list-users.ts";
import { operationUrn } from "./represent.ts";

const urnOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

/** An attribute as `/Schemas` describes it. Only attributes that clients cannot write have the additional types. */
type DescribedAttribute = Omit<Attribute, "type" | "parts"> & {
  type: Attribute["type"] | "integer" | "reference";
  parts?: readonly DescribedAttribute[];
};

/** An attribute of a schema (RFC 7643, §7). */
function describe(
  attribute: DescribedAttribute,
  mutability: "readWrite" | "readOnly",
): Record<string, unknown> {
  const { name, description, type, parts, canonicalValues } = attribute;
  return {
    name,
    type,
    multiValued: attribute.isMulti ?? false,
    description,
    required: attribute.isRequired ?? false,
    ...(canonicalValues && { canonicalValues }),
    ...(type === "string" && { caseExact: attribute.isCaseExact ?? false }),
    ...(type === "reference" && { caseExact: true, referenceTypes: ["uri"] }),
    mutability,
    returned: "default",
    uniqueness: attribute.isUnique ? "server" : "none",
    ...(parts && {
      subAttributes: parts.map((part) => describe(part, mutability)),
    }),
  };
}

/** Every resource has these attributes, so no schema lists them (RFC 7643, §3.1). */
const common = ["schemas", "id", "meta"];

/** The attributes of a document that clients only read. They follow from the values of an example. */
function attributesOf(document: object, owner: string): DescribedAttribute[] {
  return Object.entries(document)
    .filter(([name]) => !common.includes(name))
    .map(([name, content]: [string, unknown]) => {
      const [first]: unknown[] = [content].flat();
      const description = `${name} of ${owner}`;
      const attribute = {
        name,
        description,
        ...(Array.isArray(content) && { isMulti: true as const }),
      };
      if (typeof first === "object" && first !== null)
        return {
          ...attribute,
          type: "complex",
          parts: attributesOf(first, name),
        };
      if (typeof first === "boolean") return { ...attribute, type: "boolean" };
      if (typeof first === "number") return { ...attribute, type: "integer" };
      const isUri = name === "endpoint" || name === "schema";
      return { ...attribute, type: isUri ? "reference" : "string" };
    });
}

type Described = Record<string, unknown> & { id: string };

/** `/Schemas`: the attributes of a user that we keep, and those of our own documents (RFC 7643, §5 to §7). */
export function describeSchemas(baseUrl: string): Described[] {
  const schema = (
    mutability: "readWrite" | "readOnly",
    id: string,
    name: string,
    description: string,
    attributes: readonly DescribedAttribute[],
  ) => ({
    schemas: [urnOf("Schema")],
    id,
    name,
    description,
    attributes: attributes.map((one) => describe(one, mutability)),
    meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${id}` },
  });
  const readOnly = (name: string, document: object, id = urnOf(name)) =>
    schema("readOnly", id, name, name, attributesOf(document, name));

  const user = schema(
    "readWrite",
    userUrn,
    "User",
    "User Account",
    userAttributes,
  );
  // With each field that an attribute can have. `subAttributes` have the same ones, so they are not described.
  const example = {
    name: "",
    description: "",
    type: "string",
    canonicalValues: [""],
  } as const;
  const attribute = { ...describe(example, "readOnly"), referenceTypes: [""] };
  return [
    user,
    schema(
      "readWrite",
      enterpriseUrn,
      "EnterpriseUser",
      "Enterprise User",
      enterpriseAttributes,
    ),
    readOnly(
      "Operation",
      { location: "", status: "", reason: "", held: false },
      operationUrn,
    ),
    readOnly("ServiceProviderConfig", describeService(baseUrl)),
    readOnly("ResourceType", describeUserType(baseUrl)),
    readOnly("Schema", { ...user, attributes: [attribute] }),
  ];
}

/** The only entry of `/ResourceTypes`. The list of groups is always empty, so groups are no type. */
export function describeUserType(baseUrl: string): Described {
  return {
    schemas: [urnOf("ResourceType")],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "User Account",
    schema: userUrn,
    schemaExtensions: [
      { schema: enterpriseUrn, required: false },
      { schema: operationUrn, required: false },
    ],
    meta: {
      resourceType: "ResourceType",
      location: `${baseUrl}/ResourceTypes/User`,
    },
  };
}

/** `/ServiceProviderConfig` (RFC 7643, §5; RFC 9865, §4; RFC 9967, §4). */
export function describeService(baseUrl: string): Record<string, unknown> {
  const no = { supported: false };
  return {
    schemas: [urnOf("ServiceProviderConfig")],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: no,
    sort: no,
    etag: no,
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: "index",
      defaultPageSize: maxResults,
      maxPageSize: maxResults,
      cursorTimeout: cursorMs / 1_000,
    },
    securityEvents: { asyncRequest: "request", eventUris: [] },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A key of the caller's entry in the callers secret",
        primary: true,
      },
    ],
    meta: {
      resourceType: "ServiceProviderConfig",
      location: `${baseUrl}/ServiceProviderConfig`,
    },
  };
}
