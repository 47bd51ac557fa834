import { InvalidArgumentError } from "@commander-js/extra-typings";
import type {
  PreviewVerdict,
  Replay,
} from "../../../../functions/events/contract.ts";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { isDeepStrictEqual } from "node:util";
import type { Cli } from "../../cli.ts";
import { createParseTime, deploymentCommand } from "../arguments.ts";

/** The most operations that one command asks about. */
const maxOperations = 1_000;

/** Tells what stored events would come to with other settings. */
export function createReplayCommand(cli: Cli) {
  return deploymentCommand("replay")
    .description(
      "Tell which events would be decided otherwise with another setting, of those whose data is still kept. Nothing is changed.",
    )
    .requiredOption(
      "--set <setting=value>",
      "a setting of the rules, such as graceDays=14. It can be given several times",
      readSetting,
    )
    .option(
      "--since <time>",
      "events that came then or later: 1d, 2026-01-31",
      createParseTime(cli.nowMs),
    )
    .option("--caller <name>", "only of this caller")
    .action(async (options) => {
      const { set, since, caller } = options;
      const { api, profile, output } = await cli.connect(options);
      const rows: Row[] = [];
      await cli.withProgress("replay", async (update) => {
        const filter = { since, caller };
        for await (const operation of api.operations.all(
          filter,
          maxOperations,
        )) {
          const { id } = operation;
          const { replay = { isKept: false } } = await api.events.replay(
            profile.caller,
            id,
            set,
          );
          rows.push({ ...operation, ...replay });
          update(`replay: ${rows.length} events`);
        }
      });
      const kept = rows.filter(({ isKept }) => isKept);
      const other = kept.filter(
        ({ before, after }) => !isDeepStrictEqual(before, after),
      );
      output.list(other, {
        OPERATION: ({ id }) => id,
        EVENT: ({ type }) => type,
        EMPLOYEE: ({ employeeId }) => employeeId,
        TODAY: ({ before }) => wordsOf(before),
        "WITH THESE SETTINGS": {
          text: ({ after }) => wordsOf(after),
          narrow: "wrap",
        },
      });
      output.say(
        `${other.length} of ${kept.length} events would be decided otherwise. The data of ${rows.length - kept.length} others is erased, because they have ended.`,
      );
    });
}

type Row = ShownOperation & Replay;

function readSetting(
  text: string,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const [name = "", ...value] = text.split("=");
  if (value.length === 0)
    throw new InvalidArgumentError("It must be such as graceDays=14.");
  return { ...earlier, [name]: value.join("=") };
}

function wordsOf(verdict: PreviewVerdict | undefined): string {
  if (!verdict) return "";
  const { is, ...details } = verdict;
  return [is, ...Object.values(details).map(String)].join(" ");
}
