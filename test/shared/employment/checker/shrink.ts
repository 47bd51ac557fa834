import type { Statement } from "../../../../shared/employment/statement.ts";
import { days, hourOfDay } from "./alphabets.ts";
import { faultOf, faultOfRest } from "./properties.ts";
import type { Rules, Step, World } from "./world.ts";
import { moveOf, newWorld, take } from "./world.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const dayMs = 86_400_000;

export type Fault = { steps: Step[]; text: string };

/** Takes the steps up to the first fault. Steps that do not fit are left out. */
export function run(
  steps: readonly Step[],
  rules: Rules,
): { world: World; text?: string; steps: Step[] } {
  let world = newWorld(days.a);
  const taken: Step[] = [];
  for (const step of steps) {
    const next = take(world, step, rules);
    if (!next) continue;
    taken.push(step);
    const text = faultOf(world, step, next, rules) ?? faultOfRest(next, rules);
    world = next;
    if (text !== undefined) return { world, text, steps: taken };
  }
  return { world, steps: taken };
}

/** The shortest history that can be found with a fault of the same property: leaves out steps while the fault stays. */
export function shrink(fault: Fault, rules: Rules): Fault {
  const property = propertyOf(fault.text);
  let best = fault;
  for (let size = best.steps.length; size > 0; size--)
    for (let at = 0; at + size <= best.steps.length; at++) {
      const { steps } = best;
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      const { text, steps: taken } = run(fewer, rules);
      if (text === undefined || propertyOf(text) !== property) continue;
      best = { steps: taken, text };
      size = Math.min(size, taken.length) + 1;
      break;
    }
  return best;
}

export function propertyOf(text: string): string {
  return text.split(":")[0]!;
}

/** A fault as a row of the table: the history in the order of arrival, the last event, and what differs. */
export function rowOf({ steps, text }: Fault, rules: Rules): string {
  const words: { said: Statement; text: string }[] = [];
  let world = newWorld(days.a);
  for (const step of steps) {
    const { said, text: move } = world.said.at(-1)
      ? { said: world.said.length, text: moveOf(world, rules).do }
      : { said: 0, text: "" };
    world = take(world, step, rules) ?? world;
    const word = world.said[said];
    if (word) words.push({ said: word, text: wordOf(word, world.said) });
    else if (step.do === "move")
      words.at(-1)!.text += ` [${move} ${step.outcome}]`;
    else if (step.do === "pass" && said > 0)
      words.at(-1)!.text += ` [day ${step.day}]`;
  }
  const isLate = words.some(
    ({ said }, nth) => said.atMs < (words[nth - 1]?.said.atMs ?? 0),
  );
  const cells = words.map(({ said, text: word }, nth) => {
    const minutes = (said.atMs / 60_000) % 60;
    const time = isLate
      ? ` at ${hourOfDay}:${`${minutes}`.padStart(2, "0")}`
      : "";
    return `${letters[nth]} ${Math.floor(said.atMs / dayMs)}: ${word}${time}`;
  });
  return `| ${cells.slice(0, -1).join("<br>")} | ${cells.at(-1) ?? ""} | ${text} |`;
}

/** The id of a word has its text. */
function wordOf(statement: Statement, said: readonly Statement[]): string {
  const { id } = statement;
  if (statement.kind !== "ruled")
    return id.slice(id.indexOf(".") + 1, id.lastIndexOf("@"));
  const about = said.findIndex((one) => one.id === statement.about);
  return `operator: ${letters[about]} ${statement.ruling}`;
}
