import type { JsonSchema } from "./json-schema.ts";
import type { OpenApi } from "./openapi.ts";
import type { ApiOperation, Parameter } from "./path-parts.ts";

/** The OpenAPI document as a page for readers. */
export function createApiPage({
  paths,
  webhooks,
  components,
}: OpenApi): string {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const sent = Object.entries(webhooks).map(([name, { post }]) => ({
    title: `Webhook ${name}`,
    operation: post,
  }));
  const all = [...requests, ...sent];
  return [
    "# Requests of the HTTP API",
    "",
    "This page is written from the schemas that check the requests (`npx vitest run test/docs/api.test.ts --update`), like",
    "[openapi.json](openapi.json), which programs can read, and [asyncapi.json](asyncapi.json) for the event bus.",
    "[Problem types](problems.md) explains the refusals, and [secrets](secrets.md) how a caller proves who it is.",
    "",
    table(
      ["Request", "Effect"],
      all.map(({ title, operation }) => [
        `[\`${title}\`](#${anchorOf(title)})`,
        operation.summary,
      ]),
    ),
    ...all.flatMap(({ title, operation }) => requestOf(title, operation)),
    "## Schemas",
    "",
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      schemaOf(name, schema),
    ),
  ].join("\n");
}

function requestOf(
  title: string,
  { summary, description, parameters, requestBody, responses }: ApiOperation,
): string[] {
  const [body] = Object.values(requestBody?.content ?? {});
  return [
    `## ${title}`,
    "",
    `${summary}.${description === undefined ? "" : ` ${description}`}`,
    "",
    ...(parameters && parameters.length > 0
      ? [parametersOf(parameters), ""]
      : []),
    ...(body
      ? [
          `**Body**${requestBody?.required === true ? "" : " (may be absent)"}: ${typeOf(body.schema)}. ${requestBody?.description ?? ""}`,
          "",
        ]
      : []),
    table(
      ["Answer", "Meaning", "Body"],
      Object.entries(responses).map(([status, answer]) => {
        const [content] = Object.values(answer.content ?? {});
        return [
          status,
          answer.description,
          content ? typeOf(content.schema) : "",
        ];
      }),
    ),
  ];
}

function parametersOf(parameters: readonly Parameter[]): string {
  return table(
    ["Parameter", "In", "Value", "Meaning"],
    parameters.map(({ name, in: place, required, description, schema }) => [
      code(name) + (required === true ? " (required)" : ""),
      place,
      typeOf(schema),
      description ?? "",
    ]),
  );
}

function schemaOf(name: string, schema: JsonSchema): string[] {
  const variants = schema.anyOf ?? [schema];
  return [
    `### ${name}`,
    "",
    ...(schema.description === undefined ? [] : [schema.description, ""]),
    ...variants.flatMap((variant, index) => [
      ...(index > 0 ? ["Or:", ""] : []),
      table(
        ["Field", "Value", "Meaning"],
        fieldsOf(variant).map(({ path, isRequired, field }) => [
          code(path) + (isRequired ? " (required)" : ""),
          typeOf(field),
          field.description ?? "",
        ]),
      ),
    ]),
  ];
}

type Field = { path: string; isRequired: boolean; field: JsonSchema };

/** The fields of an object with those of its parts: `data.name.givenName`, and `steps[].at` in a list. */
function fieldsOf(schema: JsonSchema, prefix = ""): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = { path, isRequired: required.includes(name), field };
    const [part = field] =
      field.anyOf?.filter(({ type }) => type !== "null") ?? [];
    const within = part.items
      ? (part.items.anyOf ?? [part.items]).flatMap((item) =>
          fieldsOf(item, `${path}[].`),
        )
      : (isNullable(field) ? [part] : (field.anyOf ?? [field])).flatMap((one) =>
          fieldsOf(one, `${path}.`),
        );
    return [own, ...within];
  });
}

function isNullable({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type }) => type === "null");
}

/** A schema in words. */
function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, anyOf, oneOf, items, type } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    return `[${name}](#${anchorOf(name)})`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (values)
    return values.map((value) => code(JSON.stringify(value))).join(", ");
  const variants = oneOf ?? anyOf;
  if (variants)
    return [...new Set(variants.map(typeOf))].join(" or ") + defaultOf(schema);
  if (items)
    return `list of ${typeOf(items)}${boundsOf(schema.minItems, schema.maxItems)}`;
  if (typeof schema.additionalProperties === "object")
    return `object with values: ${typeOf(schema.additionalProperties)}`;
  return [type ?? "any"].flat().map(wordOf(schema)).join(" or ");
}

function wordOf(schema: JsonSchema) {
  return (type: string): string => {
    switch (type) {
      case "string":
        return (
          (schema.format ?? "text") +
          boundsOf(schema.minLength, schema.maxLength) +
          defaultOf(schema)
        );
      case "integer":
      case "number":
        return (
          type +
          boundsOf(schema.minimum ?? schema.exclusiveMinimum, schema.maximum) +
          defaultOf(schema)
        );
      default:
        return type;
    }
  };
}

function boundsOf(least?: number, most?: number): string {
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return "";
  return least === undefined ? `, at most ${most}` : `, ${least} to ${most}`;
}

function defaultOf({ default: value }: JsonSchema): string {
  return value === undefined ? "" : `, default ${JSON.stringify(value)}`;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join(
    "\n",
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The anchor that Markdown pages give to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
