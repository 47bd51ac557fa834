import {
  Command,
  Option,
  InvalidArgumentError,
} from "@commander-js/extra-typings";
import { employeeStates } from "../../../shared/store/employee.ts";
import type { ListedEmployee } from "../api/client.ts";
import type { Cli } from "../cli.ts";
import { describeState } from "../console/words.ts";
import {
  limitOption,
  deploymentCommand,
  confirmedOption,
} from "./arguments.ts";
import { showById } from "./show.ts";
import { describeEvent, type EventType } from "../../../shared/event-types.ts";
import { dispositions } from "../../../shared/store/operation.ts";
import { cleanText } from "../clean-text.ts";
import { sendDelivery, preview, sayPreview } from "./events/deliver.ts";

const defaultLimit = 50;
/** How many employees of one state are counted at most, without `--all`. */
const maxCounted = 1000;

export function createEmployeesCommand(cli: Cli) {
  const command = new Command("employees")
    .summary("list and show employees, and act for one")
    .description(
      "List employees by their state, show one of them, or suspend, terminate and adopt one.",
    )
    .addCommand(createListCommand(cli))
    .addCommand(createShowCommand(cli))
    .addCommand(createExportCommand(cli));
  for (const verb of createEmployeeVerbs(cli)) command.addCommand(verb);
  return command;
}

function createListCommand(cli: Cli) {
  return deploymentCommand("list")
    .description(
      "List the employees in a state; without --state, count each state and list all.",
    )
    .addOption(
      new Option("--state <state>", "the state").choices(employeeStates),
    )
    .addOption(limitOption(`how many (default: ${defaultLimit})`))
    .option("--all", "no limit")
    .action(async (options) => {
      const { state, all, limit = defaultLimit } = options;
      const { api, output } = await cli.connect(options);
      const maxShown = all ? Infinity : limit;
      const states = state === undefined ? employeeStates : [state];
      // One more than is shown or counted tells whether there are more.
      const maxRead = state ? maxShown + 1 : Math.max(maxShown, maxCounted) + 1;
      const found: ListedEmployee[] = [];
      await cli.withProgress("read employees", async () => {
        for (const each of states)
          found.push(
            ...(await Array.fromAsync(api.employees.all(each, maxRead))),
          );
      });
      if (state === undefined && !output.isJson)
        output.list(
          states.map((each) => ({
            name: each,
            count: found.filter((employee) => employee.state === each).length,
          })),
          {
            STATE: ({ name }) => name,
            COUNT: ({ count }) =>
              count === maxRead ? `at least ${count - 1}` : String(count),
            "": {
              text: ({ name }) => describeState(name).meaning,
              narrow: "wrap",
            },
          },
        );
      output.say("");
      output.list<ListedEmployee>(found.slice(0, maxShown), {
        EMPLOYEE: ({ employeeId }) => employeeId,
        STATE: (employee) => employee.state,
      });
      if (found.length === 0)
        output.say(
          state ? `No employee is ${state}.` : "There are no employees.",
        );
      if (found.length > maxShown)
        output.say("There are more: add --limit or --all.", "dim");
    });
}

/** The states in which the employment goes on. */
const employed = ["onboarding", "active", "suspended"] as const;

const exported: Record<string, (one: ListedEmployee) => string | undefined> = {
  employee: ({ employeeId }) => employeeId,
  state: ({ state }) => state,
  access: ({ hasAccess }) => (hasAccess ? "yes" : "no"),
  since: ({ since }) => since,
  because: ({ because }) => because,
  person: ({ personID }) => personID,
};

function createExportCommand(cli: Cli) {
  return deploymentCommand("export")
    .description(
      "Print who is employed: whether they have access, since when, and because of which operation, as CSV or with --json as one document a line.",
    )
    .action(async (options) => {
      const { api, output } = await cli.connect(options);
      const write = output.export(exported);
      let count = 0;
      await cli.withProgress("read employees", async (update) => {
        for (const state of employed)
          for await (const employee of api.employees.all(state, undefined, {
            details: true,
          })) {
            update(`read employees: ${++count}`);
            write(employee);
          }
      });
    });
}

function createShowCommand(cli: Cli) {
  return deploymentCommand("show")
    .description("Show one employee, with what is planned and what happened.")
    .argument("<id>", "the employee, by the HR system's id")
    .action((id, options) => showById(cli, id, "employee", options));
}

type VerbOnEmployee = {
  type: EventType;
  description: string;
  /** The value of each option becomes the field of the same name in the data of the event. */
  options?: readonly Option[];
};

const option = (flags: string, text: string) => new Option(flags, text);
const reason = option("--reason <text>", "for the record");
const day = "2026-01-31, or with a time";

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

function createEmployeeVerbs(cli: Cli) {
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
            sayPreview(told, output, { caller, operator: caller });
          await cli.confirm(
            `${name} ${cleanText(employeeId)}? It sends: ${describeEvent(verb.type)}.`,
          );
        }
        await sendDelivery(cli, connection, { caller, body }, options.watch);
      });
  });
}
