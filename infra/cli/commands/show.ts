import type {
  ShownEmployee,
  ShownOperation,
} from "../../../functions/operations/contract.ts";
import type { ApiClient } from "../api/client.ts";
import { OperatorsApiError } from "../api/send-request.ts";
import type { Cli, CommonOptions } from "../cli.ts";
import { CommandError } from "../command-error.ts";
import { cleanText } from "../clean-text.ts";
import { deploymentCommand } from "./arguments.ts";
import { describeOperation, exitCodeOf } from "./operations/describe.ts";
import type { Output } from "../output.ts";
import { operationColumns } from "./operations/list.ts";

type Kind = "operation" | "employee";

export function createShowCommand(cli: Cli) {
  return deploymentCommand("show")
    .summary("show an operation or an employee")
    .description("Show what has this id: an operation or an employee.")
    .argument("<id>", "an operation or an employee")
    .action((id, options) =>
      showById(
        cli,
        id,
        id.startsWith("op_") ? "operation" : "employee",
        options,
      ),
    );
}

/**
 * Shows an operation or an employee. If there is none of the kind that was asked for, but one of the other kind, that one
 * was meant.
 */
export async function showById(
  cli: Cli,
  id: string,
  kind: Kind,
  options: CommonOptions,
): Promise<void> {
  const connection = await cli.connect(options);
  const { api, output, callOf } = connection;
  const other = kind === "employee" ? "operation" : "employee";
  const found = await cli.withProgress(
    `read the ${kind}`,
    async () => (await read(api, kind, id)) ?? (await read(api, other, id)),
  );
  if (!found)
    throw new CommandError(
      `There is no operation and no employee ${cleanText(id)}. Copy the id from a list: ${callOf("operations list")}
A key without the scope operate or observe sees only its own operations.`,
    );
  const isOperation = "id" in found;
  if (isOperation !== (kind === "operation"))
    output.say(`There is no ${kind} ${id}, but this ${other}:`, "dim");
  output.show(found, () =>
    isOperation
      ? describeOperation(found, connection)
      : describeEmployee(found, output),
  );
  if (isOperation) cli.exitWith(exitCodeOf(found));
}

async function read(
  { operations, employees }: ApiClient,
  kind: Kind,
  id: string,
): Promise<ShownOperation | ShownEmployee | undefined> {
  try {
    return await (kind === "employee" ? employees : operations).get(id);
  } catch (error) {
    if (error instanceof OperatorsApiError && error.problemType === "not-found")
      return undefined;
    throw error;
  }
}

function describeEmployee(employee: ShownEmployee, output: Output): void {
  output.say(`${employee.employeeId}  ${employee.state}`, "bold");
  output.fields({
    Person: employee.personID,
    Link: employee.page ?? employee.ref,
    Identities: employee.identities.join(" "),
    Hired: output.moment(employee.hiredAt),
    Starts: output.moment(employee.startsAt),
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
