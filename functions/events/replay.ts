import * as z from "zod/mini";
import type { Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import { say } from "../../shared/employment/say.ts";
import { saidFieldsOf } from "../../shared/person/said-fields.ts";
import { wordOfEvent } from "../../shared/person/word-of-event.ts";
import type { RuleSettings } from "./config.ts";
import type { PreviewVerdict, Replay } from "./contract.ts";
import { shownVerdict } from "./match-event.ts";
import { readStatements } from "./read-statements.ts";

type Dependencies = {
  store: Pick<Store, "employees" | "operations" | "payloads">;
  settings: RuleSettings;
  nowMs: () => number;
};

/** What the event of an operation comes to by the rules, as they are and with other settings. It changes nothing. */
export async function replay(
  { store, settings, nowMs }: Dependencies,
  operation: Operation,
  changed: RuleSettings,
): Promise<Replay> {
  const held = await store.payloads.find(operation.id);
  if (!held) return { isKept: false };
  const verdictOf = async (
    rules: RuleSettings,
  ): Promise<PreviewVerdict | undefined> => {
    const { employeeId, mayOffboard = false, mayUpdate = false } = operation;
    const reader = { store, settings: rules, nowMs };
    const { statements, person } = await readStatements(reader, employeeId);
    const others = statements.filter(({ id }) => id !== operation.id);
    const { data } = held;
    const fields = saidFieldsOf(dataSchema.parse(data));
    const word = wordOfEvent(
      { ...operation, mayOffboard, mayUpdate, fields, data },
      rules,
    );
    const present = { person, settings: rules, nowMs: nowMs() };
    return word && shownVerdict(say(others, word, present).verdict);
  };
  const [before, after] = [await verdictOf(settings), await verdictOf(changed)];
  return { isKept: true, ...(before && { before }), ...(after && { after }) };
}

const dataSchema = z.record(z.string(), z.unknown());
