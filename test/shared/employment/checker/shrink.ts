import type { Statement } from "../../../../shared/employment/statement.ts";
import { days, hourOfDay } from "./alphabets.ts";
import { faultOf, faultOfRest } from "./properties.ts";
import type { Rules, Step, World } from "./world.ts";
import { moveOf, newWorld, take } from "./world.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const dayMs = 86_400_000;

export type Fault = { steps: Step[]; text: string };

/** Takes the steps up to the first fault, and leaves out steps that are not possible. */
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

/** Leaves out steps, many at once first, while a fault of the same property stays. */
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
      // The loop takes one off, so parts of this size are tried again.
      size = Math.min(size, taken.length) + 1;
      break;
    }
  return best;
}

/** A text of a fault begins with the name of its property. */
export function propertyOf(text: string): string {
  return text.split(":")[0]!;
}

/** A fault as a row of the table: the history in the order of arrival, the last event, and what differs. */
export function rowOf({ steps, text }: Fault, rules: Rules): string {
  const cells: { statement: Statement; text: string }[] = [];
  let world = newWorld(days.a);
  for (const step of steps) {
    const { length } = world.said;
    const last = cells.at(-1);
    const move = moveOf(world, rules).do;
    world = take(world, step, rules) ?? world;
    const statement = world.said[length];
    if (statement)
      cells.push({ statement, text: textOf(statement, world.said) });
    else if (last && step.do === "move")
      last.text += ` [${move} ${step.outcome}]`;
    else if (last && step.do === "pass") last.text += ` [day ${step.day}]`;
  }
  const isInOrder = cells.every(
    ({ statement: { atMs } }, nth) =>
      atMs >= (cells[nth - 1]?.statement.atMs ?? 0),
  );
  const lines = cells.map(({ statement: { atMs }, text: what }, nth) => {
    const minutes = `${(atMs / 60_000) % 60}`.padStart(2, "0");
    const time = isInOrder ? "" : ` at ${hourOfDay}:${minutes}`;
    return `${letters[nth]} ${Math.floor(atMs / dayMs)}: ${what}${time}`;
  });
  return `| ${lines.slice(0, -1).join("<br>")} | ${lines.at(-1) ?? ""} | ${text} |`;
}

/** What was said. The id of a statement of HR has its text between the first dot and the last @. */
function textOf(statement: Statement, said: readonly Statement[]): string {
  const { id } = statement;
  if (statement.kind !== "ruled")
    return id.slice(id.indexOf(".") + 1, id.lastIndexOf("@"));
  const about = said.findIndex((one) => one.id === statement.about);
  return `operator: ${letters[about]} ${statement.ruling}`;
}
