import type { Settings, Word } from "../../shared/employment/statement.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import { type WordSettings, wordOfEvent } from "../events/word-of-event.ts";

/** The settings that decide what an event says, and what it comes to. */
export type RuleSettings = WordSettings & Settings;

/** An operation as far as its event says something. */
type SaidOperation = Pick<
  StartedOperation,
  "id" | "type" | "caller" | "eventAtMs" | "effectiveAtMs" | "mayOffboard"
>;

/**
 * What an event says about the employment.
 *
 * @param data - the data of the event. Undefined if it was erased
 * @throws RangeError for a type that says nothing about it
 */
export function statementOf(
  operation: SaidOperation,
  data: unknown,
  settings: RuleSettings,
): Word {
  const { mayOffboard = false, effectiveAtMs } = operation;
  const event = { ...operation, effectiveAtMs, mayOffboard, fields: [], data };
  const word = wordOfEvent(event, settings);
  if (word) return word;
  throw new RangeError("the event says nothing about the employment");
}
