import type { Cli } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { chatSamples, textOfChatAnswer } from "../../sample/chat.ts";
import { deploymentCommand } from "./arguments.ts";
import { sign } from "./events/deliver.ts";

const tools = Object.keys(chatSamples).join(", ");

export function createChatCommand(cli: Cli) {
  return deploymentCommand("chat")
    .summary("type a command as a user of a chat tool")
    .description(
      "Send what a user types after /status as the chat tool sends it, and print what the user reads.",
    )
    .argument("<caller>", `the caller of the tool: ${tools}`)
    .argument("<text>", 'what is typed: "Lunch for 1h"')
    .option(
      "--user <id>",
      "the user's id in the tool, of Slack T0001:U1042 (default: a sample)",
    )
    .action(async (caller, text, { user, ...options }) => {
      const { api, profile, output } = await cli.connect(options);
      const { chat, preset, scheme, key } = profile.callerKey(caller);
      // The entry names the tool itself, or its preset or its scheme has the name of the tool.
      const tool = String(chat ?? preset ?? scheme);
      const sample = Object.hasOwn(chatSamples, tool)
        ? chatSamples[tool]
        : undefined;
      if (!sample)
        throw new CommandError(
          `The caller ${caller} is no chat tool. Chat tools are ${tools}.`,
        );
      const body = sample.bodyOf({
        text,
        userId: user ?? sample.userId,
        nowMs: cli.nowMs(),
        key,
      });
      const signed = sign(cli, profile, { caller, body });
      const answer = await api.events.type(caller, signed);
      output.show(answer, () => {
        for (const line of textOfChatAnswer(answer).split("\n"))
          output.say(line);
      });
    });
}
