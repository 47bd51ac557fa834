import { InvalidArgumentError } from "@commander-js/extra-typings";
import type {
  CheckResult,
  Diagnosis,
} from "../../../functions/doctor/contract.ts";
import { isEmailAddress } from "../../../shared/email-address.ts";
import { type Cli, exitCodes } from "../cli.ts";
import { callOf } from "../dependencies.ts";
import type { Output, Style } from "../output.ts";
import { confirmedOption, deploymentCommand } from "./arguments.ts";

export function createDoctorCommand(cli: Cli) {
  return deploymentCommand("doctor")
    .summary("examine the deployment and the platform")
    .description(
      "Examine from within the AWS account whether settings, secrets and platform work together, and recommend settings. It is invoked with your AWS credentials (lambda:InvokeFunction).",
    )
    .option(
      "--write <mailbox>",
      "also create, change and delete a throw-away person, with an address of this mailbox: name+doctor-…@host",
      parseMailbox,
    )
    .option(
      "--scim <caller>",
      "test the connection of this identity provider, with its key of the profile",
    )
    .addOption(confirmedOption())
    .action(async ({ write: mailbox, scim: caller, yes, ...options }) => {
      const { profile, output } = await cli.connect(options);
      const provider =
        caller === undefined
          ? undefined
          : { caller, key: profile.callerKey(caller).key };
      if (mailbox !== undefined)
        await cli.confirm(
          "A throw-away person is created on the platform, changed and deleted again. The platform may announce this person to people, and sends its mails to the mailbox. Continue?",
          yes,
        );
      // Other commands need not load the AWS SDK.
      const { invokeDoctor } = await import("../invoke-doctor.ts");
      const { tryScim } = await import("../try-scim.ts");
      const diagnosis = await cli.withProgress("examine the platform", () =>
        invokeDoctor(profile, mailbox === undefined ? {} : { mailbox }),
      );
      diagnosis.checks.push(await tryScim(profile.origin, provider, cli));
      sayDiagnosis(output, diagnosis, mailbox !== undefined);
      if (diagnosis.checks.some(needsAttention))
        cli.setExitCode(exitCodes.needsAttention);
    });
}

const styles: Record<CheckResult["verdict"], Style> = {
  ok: "green",
  warning: "yellow",
  failed: "red",
  skipped: "dim",
};

function sayDiagnosis(
  output: Output,
  { checks, recommended }: Diagnosis,
  hasWritten: boolean,
): void {
  output.list(checks, {
    VERDICT: {
      text: ({ verdict }) => verdict,
      style: ({ verdict }) => styles[verdict],
    },
    CHECK: ({ name }) => name,
    FOUND: { text: ({ found }) => found, narrow: "wrap" },
  });
  for (const { name, verdict, advice, setting } of checks) {
    if (advice === undefined) continue;
    const about = setting === undefined ? "" : ` (setting ${setting})`;
    output.say("");
    output.say(`${name}${about}`, styles[verdict]);
    output.say(`  ${advice}`);
  }
  output.show({ recommended }, () =>
    output.section("Change in cdk.json", Object.entries(recommended), {
      SETTING: ([setting]) => setting,
      VALUE: ([, value]) => JSON.stringify(value),
    }),
  );
  output.say("");
  output.say(
    checks.some(needsAttention)
      ? "Correct what is named above, deploy, and run the doctor again."
      : "Nothing needs attention.",
  );
  if (!hasWritten)
    output.say(
      `Only reads were tried. With a throw-away person: ${callOf("doctor --write <mailbox>")}`,
      "dim",
    );
}

function needsAttention({ verdict }: CheckResult): boolean {
  return verdict === "warning" || verdict === "failed";
}

function parseMailbox(text: string): string {
  if (isEmailAddress(text)) return text;
  throw new InvalidArgumentError(
    "It must be the e-mail address of a mailbox that you read.",
  );
}
