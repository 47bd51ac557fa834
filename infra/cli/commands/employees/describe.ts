import type { ShownEmployee } from "../../../../functions/operations/contract.ts";
import type { Output } from "../../output.ts";
import { operationColumns } from "../operations/list.ts";

/** Prints an employee for people. */
export function describeEmployee(
  employee: ShownEmployee,
  output: Output,
): void {
  output.say(`${employee.employeeId}  ${employee.state}`, "bold");
  output.fields({
    Person: employee.personID,
    Link: employee.page ?? employee.ref,
    Identities: employee.identities.join(" "),
    Hired: output.moment(employee.hiredAt),
    Starts: output.moment(employee.startsAt),
    "Suspended until": output.moment(employee.suspendedUntil),
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
    { title: "DUE", text: ({ dueAt }) => output.when(dueAt) },
  ]);
  output.section("Operations", employee.operations, operationColumns(output));
}
