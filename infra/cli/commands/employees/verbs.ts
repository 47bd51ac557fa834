import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import {
  describeEvent,
  type EventType,
} from "../../../../shared/event-types.ts";
import { dispositions } from "../../../../shared/store/operation.ts";
import { requireConfirmation } from "../../ask.ts";
import { cleanText } from "../../clean-text.ts";
import type { Cli } from "../../cli.ts";
import { confirmedOption, deploymentCommand } from "../arguments.ts";
import { sendDelivery, preview } from "../events/deliver.ts";
import { describePreview } from "../events/describe-preview.ts";

type VerbOnEmployee = {
  type: EventType;
  description: string;
  /** Each fills the field of the data with its name. */
  options?: readonly Option[];
};

const option = (flags: string, text: string) => new Option(flags, text);
const reason = option("--reason <text>", "for the record");
const day = "2026-01-31, or with a time";

/** Everything that is known of what an operator can do for an employee. Each verb sends one event. */
const verbs: Readonly<Record<string, VerbOnEmployee>> = {
  adopt: {
    type: "employee.adopted",
    description:
      "Link a person who is on the platform to an employee. Nothing changes on the platform.",
    options: [
      option("--username <name>", "of the person").makeOptionMandatory(),
      option("--email <address>", "of the person").makeOptionMandatory(),
    ],
  },
  suspend: {
    type: "employee.suspended",
    description: "Disable the person of an employee who stays employed.",
    options: [
      option("--from <day>", `${day} (default: now)`),
      option("--until <day>", `${day} (default: a resumption)`),
      reason,
    ],
  },
  resume: {
    type: "employee.resumed",
    description: "End a suspension: the person is enabled again.",
  },
  terminate: {
    type: "employee.terminated",
    description:
      "End the employment: the person is disabled, and deleted after the grace period, or kept.",
    options: [
      option("--last-day <day>", `${day} (default: now)`),
      option(
        "--grace-days <number>",
        "days between disabling and deleting (default: the setting)",
      ).argParser(parseDays),
      option(
        "--disposition <what>",
        "what becomes of the person (default: the setting)",
      ).choices(dispositions),
      reason,
    ],
  },
  "cancel-termination": {
    type: "employee.termination_cancelled",
    description:
      "Cancel all terminations of an employee: the person is enabled again.",
  },
};

function parseDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of days, such as 30.");
}

export function createEmployeeVerbs(cli: Cli) {
  return Object.entries(verbs).map(([name, verb]) => {
    const command = deploymentCommand(name)
      .description(
        `${verb.description} It shows what would happen, and asks. Sent as your own caller.`,
      )
      .argument("<id>", "the employee, by the HR system's id");
    const fields = verb.options ?? [];
    for (const field of fields) command.addOption(field);
    return command
      .option("--watch", "follow the operation until it ends or waits")
      .addOption(confirmedOption())
      .action(async (employeeId, options) => {
        const given: Record<string, unknown> = { ...options };
        const data: Record<string, unknown> = { employeeId };
        for (const field of fields)
          data[field.attributeName()] = given[field.attributeName()];
        const connection = await cli.connect(options);
        const { output, profile } = connection;
        const { caller } = profile;
        const body = JSON.stringify({
          type: verb.type,
          timestamp: new Date(cli.nowMs()).toISOString(),
          data,
        });
        if (!options.yes) {
          const told = await preview(cli, connection, { caller, body });
          if (!output.isJson)
            describePreview(told, output, { caller, operator: caller });
          await requireConfirmation(
            `${name} ${cleanText(employeeId)}? It sends: ${describeEvent(verb.type)}.`,
            false,
            cli.terminal,
          );
        }
        await sendDelivery(cli, connection, { caller, body }, options.watch);
      });
  });
}
