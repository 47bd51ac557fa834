import type { ShownEmployee } from "../../../functions/operations/contract.ts";
import { findById, type FoundById } from "../api/find-by-id.ts";
import type { Cli, CommonOptions } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { cleanText } from "../clean-text.ts";
import { deploymentCommand } from "./arguments.ts";
import { sayOperation, exitCodeOf } from "./operations/say-operation.ts";
import type { Output } from "../output.ts";
import { operationColumns } from "./operations/list.ts";
import { summarizePlan } from "./plans/summarize.ts";

export function createShowCommand(cli: Cli) {
  return deploymentCommand("show")
    .summary("show an operation, an employee or a plan")
    .description(
      "Show what has this id: an operation, an employee, the employee of a person, or a plan.",
    )
    .argument("<id>", "an operation, an employee, a person or a plan")
    .action((id, options) => showById(cli, id, undefined, options));
}

/**
 * Shows the operation, the employee or the plan with an id.
 *
 * @param expectedKind - the kind that the user named. If the id belongs to another kind, the command says so, and fails with
 *   `--json`
 */
export async function showById(
  cli: Cli,
  id: string,
  expectedKind: FoundById["kind"] | undefined,
  options: CommonOptions,
): Promise<void> {
  const connection = await cli.connect(options);
  const { api, output, callOf } = connection;
  const found = await findById(api, id);
  if (!found)
    throw new CommandError(
      `Nothing has the id ${cleanText(id)}: no operation, no employee, no person and no plan. Copy the id from a list: ${callOf(`${expectedKind ?? "operation"}s list`)}
A key without the scope operate or observe sees only the operations of its own caller.`,
    );
  if (expectedKind !== undefined && expectedKind !== found.kind) {
    const other = `There is no ${expectedKind} ${id}, but this ${found.kind}:`;
    // A program must not read one kind as another.
    if (options.json)
      throw new CommandError(`${other} ${callOf(`show ${id}`)}`);
    output.say(other, "dim");
  }
  switch (found.kind) {
    case "plan":
      return summarizePlan(cli, connection, found.plan, {
        withNames: true,
      });
    case "operation":
      output.show(found.operation, (one) => sayOperation(one, connection));
      return cli.setExitCode(exitCodeOf(found.operation));
    case "employee":
      return output.show(found.employee, (one) => sayEmployee(one, output));
  }
}

function sayEmployee(employee: ShownEmployee, output: Output): void {
  output.say(`${employee.employeeId}  ${employee.state}`, "bold");
  output.fields({
    Person: employee.personID,
    Link: employee.page ?? employee.ref,
    Identities: employee.identities.join(" "),
    Hired: output.moment(employee.hiredAt),
    Starts: output.moment(employee.startsAt),
    Ends: output.moment(employee.endsAt),
    "Suspended until": output.moment(employee.suspendedUntil),
  });
  output.section("An operator must look", employee.attention, {
    OPERATION: ({ id }) => id,
    TYPE: ({ type }) => type,
    STATUS: ({ status }) => status,
    REASON: ({ reason }) => reason,
  });
  output.section("Planned", employee.planned, {
    OPERATION: ({ id }) => id,
    TYPE: ({ type }) => type,
    DUE: ({ dueAt }) => output.when(dueAt),
  });
  output.section("Operations", employee.operations, operationColumns(output));
}
