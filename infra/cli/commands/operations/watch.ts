import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import type { Cli, Connection } from "../../cli.ts";
import type { Output } from "../../output.ts";
import { parseOperationId, deploymentCommand } from "../arguments.ts";
import { statusStyle, exitCodeOf } from "./say-operation.ts";

const readEveryMs = 1_000;

export function createWatchCommand(cli: Cli) {
  return deploymentCommand("watch")
    .summary("follow one operation until it ends or waits")
    .description(
      "Follow one operation until it ends or waits. With --json, each new state is one document.",
    )
    .argument("<id>", "the operation", parseOperationId)
    .action(async (id, options) => {
      await watchOperation(id, await cli.connect(options), cli);
    });
}

/**
 * Prints each step once, in the order of their times, and at the end the status. Sets the exit code. The newest steps
 * wait for the next read, because a step with an earlier time may be written after them.
 */
export async function watchOperation(
  id: string,
  { api, output }: Pick<Connection, "api" | "output">,
  cli: Cli,
): Promise<void> {
  let known: ShownOperation | undefined;
  const said = new Set<string>();
  for (;;) {
    const operation = await api.operations.get(id);
    const { status, reason = "", dueAt, steps } = operation;
    const isRunning = status === "accepted" || status === "running";
    const newest = known?.steps.at(-1)?.at ?? "";
    const complete = steps.filter(({ at }) => !isRunning || at <= newest);
    saySteps(complete, said, output);
    if (operation.updatedAt !== known?.updatedAt)
      output.show(operation, () => sayNewFailure(known, operation, output));
    known = operation;
    if (!isRunning) {
      const until =
        status === "waiting" && dueAt ? ` until ${output.moment(dueAt)}` : "";
      output.say(
        `${id}  ${status}${until} ${reason}`.trimEnd(),
        statusStyle(operation),
      );
      return cli.setExitCode(exitCodeOf(operation));
    }
    await cli.sleepMs(readEveryMs);
  }
}

/** Says the steps that are not said yet. The API sorts them by their times. */
function saySteps(
  steps: ShownOperation["steps"],
  said: Set<string>,
  output: Output,
): void {
  for (const { name, status, at } of steps) {
    if (said.has(name)) continue;
    said.add(name);
    output.say(
      `${at}  ${name}${status === "failed" ? "  failed" : ""}`,
      status === "failed" ? "red" : undefined,
    );
  }
}

/** Says why an attempt of a step failed, if that is new. Another attempt follows. */
function sayNewFailure(
  known: ShownOperation | undefined,
  { status, reason, updatedAt }: ShownOperation,
  output: Output,
): void {
  if (status === "running" && reason !== undefined && reason !== known?.reason)
    output.say(
      `${updatedAt}  an attempt failed, and another one follows: ${reason}`,
      "yellow",
    );
}
