import * as z from "zod";
import {
  type FieldMap,
  fieldMapSchema,
} from "../../../shared/webhook/field-map/field-map.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  issueTextsOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { CommandError } from "../command-error.ts";

const recordSchema = z.record(z.string(), z.unknown());
const entrySchema = z.object({
  map: z.unknown().optional(),
  list: z.object({ map: z.unknown() }).optional(),
  lookup: z.object({ map: z.unknown() }).optional(),
});

/**
 * The field map in a file: a map alone, the entry of a caller, or a callers secret with one map.
 *
 * @throws CommandError that names each wrong place of the map
 */
export function readMap(file: string, text: string): FieldMap {
  const json = parseJson(text);
  const own = mapIn(json);
  const entries = Object.values(recordSchema.safeParse(json).data ?? {});
  const inEntries = entries.map(mapIn).filter((map) => map !== undefined);
  if (own === undefined && inEntries.length > 1)
    throw new CommandError(
      `${file} has ${inEntries.length} field maps. Name a file with one of them.`,
    );
  const parsed = fieldMapSchema.safeParse(
    own ?? inEntries[0] ?? json,
    validationMessages,
  );
  if (parsed.success) return parsed.data;
  const places = issueTextsOf(parsed.error).map((text) => `  ${text}`);
  throw new CommandError(
    [`${file} has no valid field map:`, ...places].join("\n"),
  );
}

function mapIn(json: unknown): unknown {
  const { map, list, lookup } = entrySchema.safeParse(json).data ?? {};
  return map ?? list?.map ?? lookup?.map;
}
