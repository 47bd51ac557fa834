import * as z from "zod";
import {
  type FieldMap,
  fieldMapSchema,
} from "../../../shared/webhook/field-map/field-map.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { CommandError } from "../command-error.ts";

const recordSchema = z.record(z.string(), z.unknown());
const entrySchema = z.object({
  map: z.unknown().optional(),
  list: z.object({ map: z.unknown() }).optional(),
  lookup: z.object({ map: z.unknown() }).optional(),
});

/**
 * The field map in a file: a map alone, the entry of a caller, or a callers secret with one entry.
 *
 * @throws CommandError that names each wrong place of the map
 */
export function readMap(file: string, text: string): FieldMap {
  const json = parseJson(text);
  const parsed = fieldMapSchema.safeParse(mapIn(json));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(
    ({ path, message }) => `  /${path.join("/")} ${message}`,
  );
  throw new CommandError(
    [`${file} has no valid field map:`, ...places].join("\n"),
  );
}

function mapIn(json: unknown): unknown {
  const [only, ...others] = Object.values(
    recordSchema.safeParse(json).data ?? {},
  );
  const candidates = others.length === 0 ? [json, only] : [json];
  for (const candidate of candidates) {
    const { map, list, lookup } = entrySchema.safeParse(candidate).data ?? {};
    const found = map ?? list?.map ?? lookup?.map;
    if (found !== undefined) return found;
  }
  return json;
}
