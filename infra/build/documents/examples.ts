import { problems } from "../../../shared/webhook/problem.ts";
import { createSample, sampleNames } from "../../sample/samples.ts";
import type { JsonSchema } from "./json-schema.ts";
import { schemas } from "./schemas.ts";

const saidAt = "2026-11-26T09:00:00.000Z";

/** What fields of these names have, in whatever schema their value fits: a termination that a limit holds. */
const named: Readonly<Record<string, unknown>> = {
  id: "op_01KB1Q5GC2M8",
  operation: "op_01KB1Q5GC2M8",
  notice: "op_01KB1Q5GC2M8_1",
  type: "employee.terminated",
  events: ["employee.terminated"],
  employeeId: "E-1042",
  employee: "E-1042",
  personID: "2042",
  matches: { "E-1042": "2042" },
  caller: "hr",
  createdBy: "ops",
  by: "caller:hr",
  source: "hr-file",
  status: "needs_attention",
  state: "active",
  name: "disable-limit",
  reason: "disable-limit",
  verbs: ["release", "reject"],
  callers: [
    {
      name: "hr",
      scheme: "standard-webhooks",
      scopes: ["onboard", "offboard"],
    },
  ],
  steps: [],
  findings: [],
  decidedBy: [],
  changed: ["op_01KB1Q5GC2M8"],
  verification: "a-challenge-of-okta",
  Upload: "H4sIAAAAAAAA",
  fields: ["/lastDay"],
  kind: "end",
  counts: { end: 1 },
  applies: { end: 1 },
  digest: "q2Yl0o8WZ8m2yq3r",
  columns: ["Employee ID", "Status"],
  note: "HR has confirmed it.",
  limit: 50,
  next: "eyJpZCI6Im9wIn0",
};

/** A value that fits a schema: with the fields that it requires or that are named above. Of several forms, the last. */
function exampleOf(schema: JsonSchema, name = ""): unknown {
  const { $ref, properties = {}, required = [], items } = schema;
  const referred = schemas[$ref?.split("/").at(-1) ?? ""];
  if (referred) return exampleOf(referred);
  if (schema.const !== undefined) return schema.const;
  if (Object.hasOwn(named, name) && isFor(schema, named[name]))
    return named[name];
  const form = (schema.anyOf ?? schema.oneOf)?.at(-1);
  if (form) return exampleOf(form, name);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => required.includes(key) || key in named)
          .map(([key, one]) => [key, exampleOf(one, key)]),
      );
    case "array":
      return items
        ? [exampleOf(items, items.type === "string" ? name : "")]
        : [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 1;
    default:
      return schema.format === "date-time" ? saidAt : name;
  }
}

function isFor(
  { type, enum: words, items }: JsonSchema,
  value: unknown,
): boolean {
  if (words) return words.includes(value);
  if (Array.isArray(value))
    return type === "array" && value.every((item) => isFor(items ?? {}, item));
  return (
    type === typeof value || (type === "integer" && typeof value === "number")
  );
}

/** What a reader of the document should see beside the sample. */
const shown: Readonly<Record<string, object>> = {
  hire: { avatar: { url: "https://hr.example.com/photos/1042.png" } },
  suspend: { from: "2026-12-01", until: "2027-02-28" },
  leave: { lastDay: "2026-12-31" },
};
/** The events of the sample employee, as `events send --sample` sends them. */
const events = sampleNames.map((name) =>
  createSample(name, Date.parse(saidAt), { ...shown[name] }),
);

const problemsPage = "https://automation.your-company.test/problems";

/** An example of each schema of a whole request or answer, by its name, and of each problem. */
const values: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => !["Problem", "EventPreview"].includes(name))
      .map(([name, schema]) => [name, exampleOf(schema, name)]),
  ),
  ...Object.fromEntries(events.map((event) => [event.type, event])),
  ...Object.fromEntries(
    Object.entries(problems).map(([name, [status, title]]) => [
      name,
      { type: `${problemsPage}#${name}`, status, title },
    ]),
  ),
};

/** `components.examples` of the OpenAPI document. */
export const examples = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, { value }]),
);
