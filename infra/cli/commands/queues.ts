import { Argument, Command } from "@commander-js/extra-typings";
import { type Cli, type CommonOptions, exitCodes } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import type { OpenQueue } from "../queues/open-queue.ts";
import { type QueuedMessage, redeliveryOf } from "../queues/redrive.ts";
import { confirmedOption, deploymentCommand } from "./arguments.ts";

const names = ["failures", "undelivered"] as const;
type QueueName = (typeof names)[number];

export function createQueuesCommand(cli: Cli) {
  return new Command("queues")
    .summary("count failed events, and send them again")
    .description(
      "Count the events that a receiver could not process (failures) or did not get (undelivered), and send them again. With your AWS credentials.",
    )
    .addCommand(createListCommand(cli))
    .addCommand(createRedriveCommand(cli));
}

function createListCommand(cli: Cli) {
  return deploymentCommand("list")
    .description("Count the messages of both queues.")
    .action(async (options) => {
      const { open } = await connectQueues(cli, options);
      const counts: { queue: QueueName; count: number }[] = [];
      for (const name of names) {
        const queue = await open(name);
        counts.push({ queue: name, count: await queue.count() });
      }
      const output = cli.createOutput(options);
      output.list(counts, {
        QUEUE: ({ queue }) => queue,
        MESSAGES: {
          text: ({ count }) => String(count),
          style: ({ count }) => (count > 0 ? "yellow" : undefined),
        },
      });
      if (counts.some(({ count }) => count > 0))
        cli.setExitCode(exitCodes.needsAttention);
    });
}

function createRedriveCommand(cli: Cli) {
  return deploymentCommand("redrive")
    .description(
      "Send the events of a queue to their receivers again, and delete their messages. A repeated event has no second effect.",
    )
    .addArgument(new Argument("[queue]", "default: both").choices(names))
    .addOption(confirmedOption())
    .action(async (chosen, { yes, ...options }) => {
      const queues = chosen === undefined ? names : [chosen];
      await cli.confirm(
        `Send all events of ${queues.join(" and ")} again?`,
        yes,
      );
      const output = cli.createOutput(options);
      const results: Redriven[] = [];
      const reasons = new Set<string>();
      const { open, prefix } = await connectQueues(cli, options);
      for (const name of queues) {
        const queue = await open(name);
        results.push(
          await cli.withProgress(`send the events of ${name}`, () =>
            redrive(queue, name, prefix, (reason) => reasons.add(reason)),
          ),
        );
      }
      output.list(results, {
        QUEUE: ({ queue }) => queue,
        "SENT AGAIN": ({ sent }) => String(sent),
        LEFT: {
          text: ({ left }) => String(left),
          style: ({ left }) => (left > 0 ? "yellow" : undefined),
        },
      });
      if (results.every(({ left }) => left === 0)) return;
      for (const reason of reasons) cli.terminal.errors.write(`${reason}\n`);
      cli.setExitCode(exitCodes.needsAttention);
    });
}

type Redriven = { queue: QueueName; sent: number; left: number };

/**
 * Sends each event before it deletes the message, so a lost connection loses no event. A message that Lambda refuses
 * does not stop the others. Two messages are left for the next command: one that SQS delivers again in a long run,
 * known by its id; and a new message of an event that has failed again, known by its content.
 */
async function redrive(
  queue: OpenQueue,
  name: QueueName,
  prefix: string,
  onLeft: (reason: string) => void,
): Promise<Redriven> {
  const result: Redriven = { queue: name, sent: 0, left: 0 };
  const seenIds = new Set<string>();
  const sentEvents = new Set<string>();
  // SQS may deliver known messages before new ones. If more known messages arrive in a row than exist, no new one is
  // behind them.
  let knownInARow = 0;
  while (knownInARow <= seenIds.size) {
    const messages = await queue.receive();
    if (messages.length === 0) break;
    const unseen = messages.filter(({ id }) => !seenIds.has(id));
    knownInARow = unseen.length === 0 ? knownInARow + messages.length : 0;
    for (const message of unseen) {
      seenIds.add(message.id);
      const refusal = await sendAgain(queue, message, prefix, sentEvents);
      if (refusal === undefined) {
        await queue.remove(message.receipt);
        result.sent++;
      } else {
        onLeft(refusal);
        result.left++;
      }
    }
  }
  return result;
}

/** @returns why the event was not sent, or undefined if it was */
async function sendAgain(
  queue: OpenQueue,
  message: QueuedMessage,
  prefix: string,
  sentEvents: Set<string>,
): Promise<string | undefined> {
  const redelivery = redeliveryOf(message, prefix);
  if (redelivery === undefined)
    return "Messages are left that name no receiver of this deployment: look at them in the console of SQS.";
  const event = `${redelivery.functionArn} ${redelivery.payload}`;
  if (sentEvents.has(event))
    return "Messages are left whose event this command has sent already: repeat the command after a quarter of an hour.";
  try {
    await queue.invoke(redelivery);
    sentEvents.add(event);
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

async function connectQueues(cli: Cli, options: CommonOptions) {
  const { profile } = await cli.connect(options);
  if (profile.endpoints)
    throw new CommandError(
      "npm start has no queues: it prints the events that failed. Name a deployment by --profile.",
    );
  // Other commands need not load the AWS SDK.
  const { openQueue } = await import("../queues/open-queue.ts");
  return {
    prefix: profile.prefix,
    open: (name: QueueName) => openQueue(profile, name),
  };
}
