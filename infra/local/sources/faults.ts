import * as z from "zod";

const count = {
  /** How many matching requests pass unchanged first. @default 0 */
  skip: z.int().min(0).default(0),
  /** To how many requests the rule applies after that. @default all */
  times: z.int().min(1).optional(),
};
const targetSchema = z.enum(["record", "list", "avatar", "token"]);
export type FaultTarget = z.infer<typeof targetSchema>;
const reading = { ...count, of: targetSchema.default("record") };

export const faultRuleSchema = z.discriminatedUnion("kind", [
  /** The request gets this answer. `retryAfter` is in seconds. */
  z.strictObject({
    ...reading,
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfter: z.int().min(0).optional(),
  }),
  /** The request waits, and then goes on. */
  z.strictObject({
    ...reading,
    kind: z.literal("latency"),
    ms: z.int().min(0).max(600_000),
  }),
  /** The socket is reset instead of an answer. */
  z.strictObject({ ...reading, kind: z.literal("reset") }),
  /** The JSON of the answer lacks its last character. */
  z.strictObject({ ...reading, kind: z.literal("malformed-json") }),
  /** The request is answered with the record of another employee. */
  z.strictObject({
    ...count,
    kind: z.literal("another-record"),
    id: z.string(),
  }),
  /** The reader may not see these fields, by the vendor's names. */
  z.strictObject({
    ...count,
    kind: z.literal("unreadable"),
    fields: z.array(z.string()).min(1),
  }),
  /** A list has the first records only, and says nothing of it. */
  z.strictObject({
    ...count,
    kind: z.literal("cut-list"),
    records: z.int().min(0),
  }),
  /** A list has a record twice, as if it had changed between two pages. */
  z.strictObject({
    ...count,
    kind: z.literal("repeat-record"),
    id: z.string(),
  }),
  /** A webhook is sent twice. */
  z.strictObject({ ...count, kind: z.literal("duplicate") }),
  /** A webhook waits until `POST /_webhooks/release`. */
  z.strictObject({ ...count, kind: z.literal("hold") }),
  /** A webhook waits for this time. */
  z.strictObject({
    ...count,
    kind: z.literal("late"),
    ms: z.int().min(0).max(600_000),
  }),
]);
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type NewFaultRule = z.input<typeof faultRuleSchema>;

export type Faults = ReturnType<typeof createFaults>;

/** The fault rules of one source, in the order in which they were added. */
export function createFaults() {
  let entries: { rule: FaultRule; seen: number }[] = [];
  return {
    add: (rule: NewFaultRule): void =>
      void entries.push({ rule: faultRuleSchema.parse(rule), seen: 0 }),
    clear: (): void => {
      entries = [];
    },
    /** Counts the request or webhook for each rule that matches it, and returns the rules that apply to it. */
    rulesFor: (target: FaultTarget | "webhook"): FaultRule[] =>
      entries.flatMap((entry) => {
        if (!matches(entry.rule, target)) return [];
        const { skip, times = Infinity } = entry.rule;
        entry.seen += 1;
        const applies = entry.seen > skip && entry.seen <= skip + times;
        return applies ? [entry.rule] : [];
      }),
  };
}

function matches(rule: FaultRule, target: FaultTarget | "webhook"): boolean {
  switch (rule.kind) {
    case "duplicate":
    case "hold":
    case "late":
      return target === "webhook";
    case "another-record":
      return target === "record";
    case "unreadable":
      return target === "record" || target === "list";
    case "cut-list":
    case "repeat-record":
      return target === "list";
    default:
      return rule.of === target;
  }
}
