import { Argument, Command, Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";
import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { readText } from "../read-text.ts";
import { createSample, sampleNames } from "../../sample/samples.ts";
import { deploymentCommand } from "./arguments.ts";
import { createReplayCommand } from "./events/replay.ts";
import { sendDelivery, preview, receiverPaths } from "./events/deliver.ts";
import {
  describePreview,
  exitCodeOfPreview,
} from "./events/describe-preview.ts";

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
  return deploymentCommand("send")
    .description(
      "Sign an event by the scheme of a caller, and send it. The key of the caller is in the profile.",
    )
    .addArgument(fileArgument())
    .addOption(sampleOption())
    .addOption(callerOption())
    .addOption(nowOption())
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
      requireOne(file, options.sample);
      const connection = await cli.connect(options);
      const body = await readEvent(cli, file, options);
      const delivery = { caller, body, to, id };
      await sendDelivery(cli, connection, delivery, options.watch);
    });
}

function createPreviewCommand(cli: Cli) {
  return deploymentCommand("preview")
    .description(
      "Tell what an event would do. It is signed like a real one, and nothing is stored or changed.",
    )
    .addArgument(fileArgument())
    .addOption(sampleOption())
    .addOption(callerOption())
    .addOption(nowOption())
    .option(
      "--record",
      "the body is an answer of the caller's source: tell what the lookup of the caller makes of it",
    )
    .action(async (file, options) => {
      const { caller, record: isRecord } = options;
      requireOne(file, options.sample);
      const connection = await cli.connect(options);
      const body = await readEvent(cli, file, options);
      const told = await preview(
        cli,
        connection,
        { caller, body },
        { isRecord },
      );
      const { output, profile } = connection;
      output.show(told, () =>
        describePreview(told, output, { caller, operator: profile.caller }),
      );
      cli.exitWith(exitCodeOfPreview(told));
    });
}

const fileArgument = () =>
  new Argument("[file]", 'a file with the body; "-" is the standard input');
const sampleOption = () =>
  new Option(
    "--sample <name>",
    "an event of a sample employee instead of a file",
  ).choices(sampleNames);
const callerOption = () =>
  new Option("--caller <name>", "the caller").default("hr");
const nowOption = () =>
  new Option("--now", "set the timestamp of the event to now");

function requireOne(file: string | undefined, sample: string | undefined) {
  if ((file === undefined) === (sample === undefined))
    throw new CommandError(
      "Name a file with the event, or a sample with --sample, not both.",
    );
}

async function readEvent(
  cli: Cli,
  file: string | undefined,
  { sample, now }: { sample?: (typeof sampleNames)[number]; now?: true },
): Promise<string> {
  const body =
    sample === undefined
      ? await readText(file ?? "-", cli.terminal)
      : JSON.stringify(createSample(sample, cli.nowMs()));
  if (!now) return body;
  const event = envelopeSchema.safeParse(parseJson(body)).data;
  if (!event)
    throw new CommandError(
      'The event is not JSON with "type", so --now cannot set its timestamp. Leave --now out.',
    );
  const timestamp = new Date(cli.nowMs()).toISOString();
  return JSON.stringify({ ...event, timestamp });
}
