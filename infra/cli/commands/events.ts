import * as z from "zod";
import {
  Command,
  Option,
  InvalidArgumentError,
} from "@commander-js/extra-typings";
import { parseJson } from "../../../shared/parse-json.ts";
import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { readText } from "../read-text.ts";
import { createSample, sampleNames } from "../../sample/samples.ts";
import { deploymentCommand, createParseTime } from "./arguments.ts";
import {
  sendDelivery,
  preview,
  receiverPaths,
  sayPreview,
  describeVerdict,
  exitCodeOfPreview,
} from "./events/deliver.ts";
import type { Replay } from "../../../functions/events/contract.ts";
import type { ShownOperation } from "../../../functions/operations/contract.ts";
import { isDeepStrictEqual } from "node:util";

const envelopeSchema = z.looseObject({ type: z.string() });

export function createEventsCommand(cli: Cli) {
  return new Command("events")
    .summary("send and preview events")
    .description("Send an event as a caller does, or see what it would do.")
    .addCommand(createSendCommand(cli))
    .addCommand(createPreviewCommand(cli))
    .addCommand(createReplayCommand(cli));
}

function createSendCommand(cli: Cli) {
  return eventCommand("send")
    .description(
      "Sign an event by the scheme of a caller, and send it. The key of the caller is in the profile.",
    )
    .option("--id <id>", "the delivery id (default: a new one)")
    .addOption(
      new Option(
        "--to <receiver>",
        "the receiver, such as status for a chat tool",
      )
        .choices(receiverPaths)
        .default(receiverPaths[0]),
    )
    .option("--watch", "follow the operation until it ends or waits")
    .action(async (file, options) => {
      const { caller, to, id } = options;
      const connection = await cli.connect(options);
      const body = await readEvent(cli, file, options);
      const delivery = { caller, body, to, id };
      await sendDelivery(cli, connection, delivery, options.watch);
    });
}

function createPreviewCommand(cli: Cli) {
  return eventCommand("preview")
    .description(
      "Tell what an event would do. It is signed like a real one, and nothing is stored or changed.",
    )
    .option(
      "--record",
      "the body is an answer of the caller's source: tell what the lookup of the caller makes of it",
    )
    .action(async (file, options) => {
      const { caller, record: isRecord } = options;
      const connection = await cli.connect(options);
      const body = await readEvent(cli, file, options);
      const delivery = { caller, body };
      const told = await preview(cli, connection, delivery, isRecord);
      const { output, profile } = connection;
      output.show(told, () =>
        sayPreview(told, output, { caller, operator: profile.caller }),
      );
      cli.setExitCode(exitCodeOfPreview(told));
    });
}

/** A command about an event: one in a file, or one of the sample employee. */
const eventCommand = (name: string) =>
  deploymentCommand(name)
    .argument("[file]", 'a file with the body; "-" is the standard input')
    .addOption(
      new Option(
        "--sample <name>",
        "an event of a sample employee instead of a file",
      ).choices(sampleNames),
    )
    .option("--caller <name>", "the caller", "hr")
    .option("--now", "set the timestamp of the event to now");

async function readEvent(
  cli: Cli,
  file: string | undefined,
  { sample, now }: { sample?: (typeof sampleNames)[number]; now?: true },
): Promise<string> {
  let body: string;
  if (file !== undefined && sample === undefined)
    body = await readText(file, cli.terminal);
  else if (sample !== undefined && file === undefined)
    body = JSON.stringify(createSample(sample, cli.nowMs()));
  else
    throw new CommandError(
      "Name a file with the event, or a sample with --sample, not both.",
    );
  if (!now) return body;
  const event = envelopeSchema.safeParse(parseJson(body)).data;
  if (!event)
    throw new CommandError(
      'The event is not JSON with "type", so --now cannot set its timestamp. Leave --now out.',
    );
  const timestamp = new Date(cli.nowMs()).toISOString();
  return JSON.stringify({ ...event, timestamp });
}

/** The most operations that one command asks about. */
const maxOperations = 1_000;

function createReplayCommand(cli: Cli) {
  return deploymentCommand("replay")
    .description(
      "Tell which events would be decided differently with another setting, of those whose data is still kept. Nothing is changed.",
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
      const rows: (ShownOperation & Replay)[] = [];
      let hasMore = false;
      await cli.withProgress("replay", async (update) => {
        const filter = { since, caller };
        // One more than is asked about tells whether there are more.
        const found = api.operations.all(filter, maxOperations + 1);
        for await (const operation of found) {
          hasMore = rows.length === maxOperations;
          if (hasMore) break;
          const { id } = operation;
          // Each answer to a replay has it. It is optional in the schema, which previews share.
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
      const differing = kept.filter(
        ({ before, after }) => !isDeepStrictEqual(before, after),
      );
      output.list(differing, {
        OPERATION: ({ id }) => id,
        EVENT: ({ type }) => type,
        EMPLOYEE: ({ employeeId }) => employeeId,
        TODAY: {
          text: ({ before }) => before && describeVerdict(before, output),
          narrow: "wrap",
        },
        "WITH THESE SETTINGS": {
          text: ({ after }) => after && describeVerdict(after, output),
          narrow: "wrap",
        },
      });
      output.say(
        `${differing.length} of ${kept.length} events would be decided differently. The data of ${rows.length - kept.length} others is erased, because they have ended.`,
      );
      if (hasMore)
        output.say(
          `These are the newest ${maxOperations}. There are more: add --since or --caller.`,
          "dim",
        );
    });
}

function readSetting(
  text: string,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const [name = "", ...value] = text.split("=");
  if (value.length === 0)
    throw new InvalidArgumentError("It must be such as graceDays=14.");
  return { ...earlier, [name]: value.join("=") };
}
