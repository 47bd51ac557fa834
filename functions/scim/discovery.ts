import {
  type Attribute,
  enterpriseUrn,
  partOf,
  user as userAttribute,
  userUrn,
} from "./attributes.ts";
import { operationUrn } from "./represent.ts";

const urnOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

/** An attribute as `/Schemas` describes it. No request reads those of other types. */
type DescribedAttribute = Omit<Attribute, "type" | "parts"> & {
  type: Attribute["type"] | "integer" | "reference";
  parts?: readonly DescribedAttribute[];
};

/** An attribute of a schema (RFC 7643, §7). */
function describe(
  attribute: DescribedAttribute,
  mutability: "readWrite" | "readOnly" = "readWrite",
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

const one =
  (type: DescribedAttribute["type"]) =>
  (name: string, description: string): DescribedAttribute => ({
    name,
    description,
    type,
  });
const [text, flag, whole, uri] = [
  one("string"),
  one("boolean"),
  one("integer"),
  one("reference"),
];
const complex = (
  name: string,
  description: string,
  ...parts: DescribedAttribute[]
): DescribedAttribute => ({ name, description, type: "complex", parts });
const option = (
  name: string,
  description: string,
  ...more: DescribedAttribute[]
) =>
  complex(name, description, flag("supported", "Whether it exists"), ...more);

/** What clients only read: the operation of a user, and what the service says of itself (RFC 7643, §5–7). */
const readOnlySchemas: readonly (readonly [
  id: string,
  name: string,
  description: string,
  ...DescribedAttribute[],
])[] = [
  [
    operationUrn,
    "Operation",
    "What became of the last event of the user",
    ...["location", "status", "reason"].map((name) =>
      text(name, "Of the last event of the user"),
    ),
    flag("held", "Whether a limit holds the event until an operator decides"),
  ],
  [
    urnOf("ServiceProviderConfig"),
    "ServiceProviderConfig",
    "What this service can do",
    option("patch", "Changes by PATCH"),
    option(
      "bulk",
      "Several changes in one request",
      whole("maxOperations", "The most changes"),
      whole("maxPayloadSize", "The most bytes"),
    ),
    option(
      "filter",
      "Filters",
      whole("maxResults", "The most users of a page"),
    ),
    option("changePassword", "Changes of passwords"),
    option("sort", "Sorting"),
    option("etag", "Versions of resources"),
    complex(
      "pagination",
      "Pages of a list",
      flag("cursor", "Whether a page is found by a cursor"),
      flag("index", "Whether a page is found by an index"),
      text("defaultPaginationMethod", "The way without a choice"),
      whole("defaultPageSize", "Users of a page without a choice"),
      whole("maxPageSize", "The most users of a page"),
      whole("cursorTimeout", "For how many seconds a cursor counts"),
    ),
    complex(
      "securityEvents",
      "Answers before the work",
      text("asyncRequest", "Who chooses an answer before the work"),
      { ...text("eventUris", "Events that follow"), isMulti: true },
    ),
    {
      ...complex(
        "authenticationSchemes",
        "How a provider authenticates",
        text("type", "The kind of the scheme"),
        text("name", "The name of the scheme"),
        text("description", "What the scheme is"),
        flag("primary", "Whether it is the preferred one"),
      ),
      isMulti: true,
    },
  ],
  [
    urnOf("ResourceType"),
    "ResourceType",
    "A type of resource",
    text("name", "The name of the type"),
    text("description", "What the type is"),
    uri("endpoint", "The path of its resources"),
    uri("schema", "The id of its schema"),
    {
      ...complex(
        "schemaExtensions",
        "The extensions of its schema",
        uri("schema", "The id of the extension"),
        flag("required", "Whether each resource has it"),
      ),
      isMulti: true,
    },
  ],
  [
    urnOf("Schema"),
    "Schema",
    "The attributes of a resource",
    text("name", "The name of the schema"),
    text("description", "What the schema is"),
    {
      ...complex(
        "attributes",
        "The attributes, whose subAttributes have the same fields",
        ...["name", "type", "description"].map((name) =>
          text(name, "Of the attribute"),
        ),
        ...["multiValued", "required", "caseExact"].map((name) =>
          flag(name, "Of the attribute"),
        ),
        ...["mutability", "returned", "uniqueness"].map((name) =>
          text(name, "Of the attribute"),
        ),
        { ...text("canonicalValues", "Usual values"), isMulti: true },
        { ...text("referenceTypes", "What it refers to"), isMulti: true },
      ),
      isMulti: true,
    },
  ],
];

type Described = Record<string, unknown> & { id: string };

/** `/Schemas`: what we keep of a user and nothing else, and what we say ourselves. */
export function describeSchemas(baseUrl: string): Described[] {
  const ofUser = (userAttribute.parts ?? []).filter(
    ({ name }) => name !== "externalId" && name !== enterpriseUrn,
  );
  const ofEnterprise = partOf(userAttribute, enterpriseUrn)?.parts ?? [];
  const kept = [
    [userUrn, "User", "User Account", ...ofUser],
    [enterpriseUrn, "EnterpriseUser", "Enterprise User", ...ofEnterprise],
  ] as const;
  const described =
    (mutability?: "readOnly") =>
    ([
      id,
      name,
      description,
      ...attributes
    ]: (typeof readOnlySchemas)[number]) => ({
      schemas: [urnOf("Schema")],
      id,
      name,
      description,
      attributes: attributes.map((attribute) =>
        describe(attribute, mutability),
      ),
      meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${id}` },
    });
  return [
    ...kept.map(described()),
    ...readOnlySchemas.map(described("readOnly")),
  ];
}

/** `/ResourceTypes`. Groups are an empty list, so they are no type. */
export function describeResourceTypes(baseUrl: string): Described[] {
  return [
    {
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
    },
  ];
}

/** `/ServiceProviderConfig` (RFC 7643, §5; RFC 9865, §4; RFC 9967, §4). */
export function describeService(
  baseUrl: string,
  maxResults: number,
  cursorTimeoutSeconds: number,
): Record<string, unknown> {
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
      cursorTimeout: cursorTimeoutSeconds,
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
