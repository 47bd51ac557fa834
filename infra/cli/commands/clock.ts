import { InvalidArgumentError } from "@commander-js/extra-typings";
import * as z from "zod";
import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { parseDuration } from "../describe-time.ts";
import { deploymentCommand } from "./arguments.ts";

const answerSchema = z.object({ now: z.iso.datetime() });

export function createClockCommand(cli: Cli) {
  return deploymentCommand("clock")
    .summary("move the clock of npm start")
    .description(
      "Tell the clock of npm start, or move it forward: what is due then starts, such as the end of a grace period or a start date.",
    )
    .argument("[forward]", "how far: +30m, +12h, +8d", parseForward)
    .action(async (forwardMs = 0, options) => {
      const { profile, output } = await cli.connect(options);
      const url = profile.endpoints?.clock;
      if (url === undefined)
        throw new CommandError(
          "Only the clock of npm start can be moved. Add --profile local while it runs.",
        );
      const response = await cli.withProgress("move the clock", () =>
        cli.fetch(url, { method: "POST", body: JSON.stringify({ forwardMs }) }),
      );
      const answer = answerSchema.safeParse(await response.json());
      if (!answer.success)
        throw new CommandError(
          "npm start did not move its clock: look at its output.",
        );
      output.show(answer.data, ({ now }) =>
        output.say(
          `It is ${now} for npm start. A signed request must have this time.`,
        ),
      );
    });
}

function parseForward(text: string): number {
  const ms = parseDuration(text.replace(/^\+/, ""));
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(
    "It must be a duration such as +30m, +12h or +8d.",
  );
}
