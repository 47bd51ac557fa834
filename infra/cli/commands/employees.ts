import { Argument, Command, Option } from "@commander-js/extra-typings";
import type { ShownEmployee } from "../../../functions/operations/contract.ts";
import { employeeStates } from "../../../shared/store/employee.ts";
import type { ListedEmployee } from "../api/client.ts";
import type { Cli } from "../cli.ts";
import type { Output } from "../output.ts";
import { jsonOption, limitOption, profileOption } from "./arguments.ts";
import { operationColumns } from "./operations/list.ts";

const defaultLimit = 50;

/** Lists employees by their state, and shows one of them. */
export function createEmployeesCommand(cli: Cli) {
  return new Command("employees")
    .summary("list and show employees")
    .description("List employees by their state, and show one of them.")
    .addCommand(createListCommand(cli))
    .addCommand(createShowCommand(cli));
}

function createListCommand(cli: Cli) {
  return new Command("list")
    .description("List the employees in a state.")
    .addOption(
      new Option("--state <state>", "the state")
        .choices(employeeStates)
        .makeOptionMandatory(),
    )
    .addOption(limitOption(`how many (default: ${defaultLimit})`))
    .option("--all", "no limit")
    .addOption(jsonOption())
    .addOption(profileOption())
    .action(async (options) => {
      const { state, all, limit = defaultLimit } = options;
      const { api } = await cli.connect(options);
      const output = cli.createOutput(options);
      const maxShown = all ? Infinity : limit;
      // One more than is shown tells whether there are more.
      const found = await cli.withProgress("read employees", () =>
        Array.fromAsync(api.employees.all(state, maxShown + 1)),
      );
      output.list<ListedEmployee>(found.slice(0, maxShown), [
        { title: "EMPLOYEE", text: ({ employeeId }) => employeeId },
        { title: "STATE", text: (employee) => employee.state },
      ]);
      if (found.length === 0) output.say(`No employee is ${state}.`);
      if (found.length > maxShown)
        output.say("There are more: add --limit or --all.", "dim");
    });
}

function createShowCommand(cli: Cli) {
  return new Command("show")
    .description("Show one employee, with what is planned and what happened.")
    .addArgument(new Argument("<id>", "the employee, by the HR system's id"))
    .addOption(jsonOption())
    .addOption(profileOption())
    .action(async (id, options) => {
      const { api } = await cli.connect(options);
      const employee = await cli.withProgress("read the employee", () =>
        api.employees.get(id),
      );
      const output = cli.createOutput(options);
      output.show(employee, () => describe(employee, output));
    });
}

function describe(employee: ShownEmployee, output: Output): void {
  output.say(`${employee.employeeId}  ${employee.state}`, "bold");
  output.fields({
    Person: employee.personID,
    Link: employee.page ?? employee.ref,
    Identities: employee.identities.join(" "),
    Hired: employee.hiredAt,
    Starts: employee.startsAt,
    "Suspended until": employee.suspendedUntil,
  });
  output.section("An operator must look", employee.attention, [
    { title: "OPERATION", text: ({ id }) => id },
    { title: "TYPE", text: ({ type }) => type },
    { title: "STATUS", text: ({ status }) => status },
    { title: "REASON", text: ({ reason }) => reason },
  ]);
  output.section("Planned", employee.planned, [
    { title: "OPERATION", text: ({ id }) => id },
    { title: "TYPE", text: ({ type }) => type },
    { title: "DUE", text: ({ dueAt }) => dueAt },
  ]);
  output.section("Operations", employee.operations, operationColumns);
}
