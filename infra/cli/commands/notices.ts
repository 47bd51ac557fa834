import { Command } from "@commander-js/extra-typings";
import { type Cli, exitCodes } from "../cli.ts";
import { deploymentCommand } from "./arguments.ts";

export function createNoticesCommand(cli: Cli) {
  return new Command("notices")
    .summary("try a subscriber of notices")
    .description("Try the subscribers of notices.")
    .addCommand(
      deploymentCommand("test")
        .description(
          "Send a notice that is about nobody (employee TEST) to a subscriber, from this machine, and tell its answer. The URL and the keys are read with your AWS credentials (secretsmanager:GetSecretValue).",
        )
        .argument("<subscriber>", "its name in the secret")
        .action(async (name, options) => {
          const { profile, output, callOf } = await cli.connect(options);
          // Other commands need not load the AWS SDK.
          const { sendTestNotice } = await import("../send-test-notice.ts");
          const status = await cli.withProgress("send the notice", () =>
            sendTestNotice(profile, name, cli.nowMs()),
          );
          const isTaken = status >= 200 && status < 300;
          output.show({ subscriber: name, status }, () =>
            output.say(
              isTaken
                ? `${name} has taken the notice (${status}).`
                : `${name} has answered ${status}, so it would get its notices again later. Correct its entry: ${callOf("secrets subscribers --help")}`,
            ),
          );
          if (!isTaken) cli.setExitCode(exitCodes.needsAttention);
        }),
    );
}
