import { Argument, Command } from "@commander-js/extra-typings";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Cli } from "../../cli.ts";
import type { Output } from "../../output.ts";
import { jsonOption, parseOperationId, profileOption } from "../arguments.ts";
import { statusStyle, exitCodeOf } from "./status.ts";

const readEveryMs = 1_000;

/** Follows an operation until it ends or waits. */
export function createWatchCommand(cli: Cli) {
  return new Command("watch")
    .summary("follow one operation until it ends or waits")
    .description(
      "Follow one operation until it ends or waits. With --json, each new state is one document.",
    )
    .addArgument(
      new Argument("<id>", "the operation").argParser(parseOperationId),
    )
    .addOption(jsonOption())
    .addOption(profileOption())
    .action(async (id, options) => {
      const { api } = await cli.connect(options);
      await watchOperation(id, api, cli.createOutput(options), cli);
    });
}

/** Prints each step once, and at the end the status. Sets the exit code. */
export async function watchOperation(
  id: string,
  api: ApiClient,
  output: Output,
  cli: Cli,
): Promise<void> {
  let known: ShownOperation | undefined;
  for (;;) {
    const operation = await cli.withProgress(`wait for ${id}`, () =>
      api.operations.get(id),
    );
    if (operation.updatedAt !== known?.updatedAt)
      output.show(operation, () => {
        sayNewSteps(known, operation, output);
        sayNewFailure(known, operation, output);
      });
    known = operation;
    const { status, reason = "", dueAt } = operation;
    if (status !== "accepted" && status !== "running") {
      const until = status === "waiting" && dueAt ? ` until ${dueAt}` : "";
      output.say(
        `${id}  ${status}${until} ${reason}`.trimEnd(),
        statusStyle(operation),
      );
      return cli.exitWith(exitCodeOf(operation));
    }
    await cli.sleepMs(readEveryMs);
  }
}

function sayNewSteps(
  known: ShownOperation | undefined,
  { steps }: ShownOperation,
  output: Output,
): void {
  const seen = new Set(known?.steps.map(({ name }) => name));
  for (const { name, status, at } of steps)
    if (!seen.has(name))
      output.say(
        `${at}  ${name}${status === "failed" ? "  failed" : ""}`,
        status === "failed" ? "red" : undefined,
      );
}

/** Says why an attempt of a step failed. Another attempt follows. */
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
