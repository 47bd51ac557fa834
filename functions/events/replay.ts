import { jsonObjectSchema } from "../../shared/fields.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { say } from "../../shared/employment/say.ts";
import { saidFieldsOf } from "../../shared/person/said-fields.ts";
import { wordOfEvent } from "../../shared/person/word-of-event.ts";
import type { RuleSettings } from "./config.ts";
import type { PreviewVerdict, Replay } from "./contract.ts";
import { shownVerdict } from "./match-event.ts";
import { readStatements, type SaidReader } from "./read-statements.ts";

/** What the event of an operation comes to, with the settings as they are and as changed. It writes nothing. */
export async function replay(
  reader: SaidReader,
  operation: Operation,
  changed: RuleSettings,
): Promise<Replay> {
  const { store, settings, nowMs } = reader;
  const stored = await store.payloads.findUnparsed(operation.id);
  if (!stored) return { isKept: false };
  const { id, employeeId } = operation;
  const { statements, person } = await readStatements(reader, employeeId);
  const others = statements.filter((one) => one.id !== id);
  const { data } = stored;
  const fields = saidFieldsOf(jsonObjectSchema.parse(data));
  const atMs = nowMs();
  const verdictBy = (rules: RuleSettings): PreviewVerdict | undefined => {
    const statement = wordOfEvent({ ...operation, fields, data }, rules);
    const context = { person, nowMs: atMs };
    return statement && shownVerdict(say(others, statement, context).verdict);
  };
  const [before, after] = [verdictBy(settings), verdictBy(changed)];
  return { isKept: true, ...(before && { before }), ...(after && { after }) };
}
