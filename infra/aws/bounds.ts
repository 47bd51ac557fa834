import * as z from "zod";
import type { Context } from "./deployment/context.ts";

const propertiesSchema = z.looseObject({
  Environment: z.looseObject({ Variables: z.unknown() }).optional(),
  Target: z.looseObject({ Input: z.string().default("") }).optional(),
});
type Properties = z.infer<typeof propertiesSchema>;

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: propertiesSchema.default({}) }),
  ),
});

/**
 * The bounds of AWS that several values of `cdk.json` reach together in the template. A bound of one value, such as the
 * length of a schedule's name, is a rule of its setting.
 */
export const bounds: readonly {
  /** The CloudFormation type of the resources that have the bound. */
  type: string;
  /** What is measured, in words. */
  what: string;
  measure: (properties: Properties) => number;
  max: number;
  unit: "bytes" | "characters";
  /** The settings that decide the value. */
  settings: readonly (keyof Context)[];
  /** The document of AWS, and its section. */
  source: string;
}[] = [
  {
    type: "AWS::Lambda::Function",
    what: "its environment variables together",
    // Lambda measures the variables as JSON.
    measure: ({ Environment }) =>
      Buffer.byteLength(JSON.stringify(Environment?.Variables ?? {})),
    max: 4_096,
    unit: "bytes",
    settings: ["baseUrl", "authUrl"],
    source:
      "Lambda Developer Guide, Lambda quotas: Function environment variables",
  },
  {
    type: "AWS::Events::Rule",
    what: "its event pattern",
    // The policy of the event bus has the same sources, and its bound is five times as large.
    measure: ({ EventPattern }) => JSON.stringify(EventPattern ?? {}).length,
    max: 2_048,
    unit: "characters",
    settings: ["eventSources"],
    source:
      "EventBridge User Guide, Amazon EventBridge quotas: Event pattern size",
  },
  {
    type: "AWS::Scheduler::Schedule",
    what: "its event",
    measure: ({ Target }) => Buffer.byteLength(Target?.Input ?? ""),
    max: 256 * 1_024,
    unit: "bytes",
    settings: ["schedules"],
    source:
      "Lambda Developer Guide, Lambda quotas: Invocation payload, asynchronous",
  },
];

const maxTemplateBytes = 1_000_000;

/** Lists what AWS would refuse in a template, with the settings to change. */
export function findExceededBounds(template: unknown): string[] {
  const { Resources } = templateSchema.parse(template);
  const exceeded = Object.entries(Resources).flatMap(
    ([id, { Type, Properties }]) =>
      bounds
        .filter(({ type }) => type === Type)
        .map((bound) => ({ ...bound, id, size: bound.measure(Properties) }))
        .filter(({ size, max }) => size > max)
        .map(
          ({ what, size, max, unit, settings, source }) =>
            `${settings.join(", ")}: ${id} is too large: ${what} has ${size} ${unit}, and AWS accepts ${max} (${source})`,
        ),
  );
  const bytes = Buffer.byteLength(JSON.stringify(template));
  if (bytes > maxTemplateBytes)
    exceeded.push(
      `schedules: the template has ${bytes} bytes, and AWS accepts ${maxTemplateBytes} (CloudFormation User Guide, Understand CloudFormation quotas: Template body size)`,
    );
  return exceeded;
}
