import type { ShownEmployee } from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { FactList, Moment, operationHref } from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { OperationTable } from "../components/operation-table.tsx";
import { describeEvent } from "../../../../shared/event-types.ts";
import { describeState } from "../words.ts";

type EmployeePageProps = { employee: ShownEmployee };

/** What the store knows of an employee. It has no personal data. */
export function EmployeePage({ employee }: EmployeePageProps) {
  const { employeeId, state, planned, operations } = employee;
  const { name, meaning } = describeState(state);
  return (
    <Layout title={`Employee ${employeeId}`} current="employees">
      <p>
        <a href={hrefOf("employees", { state })}>Employees: {name}</a>
      </p>
      <div class="row apart">
        <h1>Employee {employeeId}</h1>
        <span class="pill">{name}</span>
      </div>
      <p class="muted">{meaning}</p>
      <div class="columns">
        <section aria-labelledby="operations">
          <h2 id="operations">Operations</h2>
          {operations.length === 0 ? (
            <p class="empty">No operation of this employee is kept.</p>
          ) : (
            <OperationTable
              caption={`The newest operations of ${employeeId}`}
              operations={operations}
              isOfOneEmployee
            />
          )}
          <p>
            <a href={hrefOf("operations", { employeeId })}>
              All operations in the worklist
            </a>
          </p>
        </section>
        <div class="stack">
          <section class="panel" aria-labelledby="facts">
            <h2 id="facts">Facts</h2>
            <FactList facts={factsOf(employee)} />
          </section>
          <section class="panel" aria-labelledby="planned">
            <h2 id="planned">Planned</h2>
            {planned.length === 0 && <p class="muted">Nothing is planned.</p>}
            <ul>
              {planned.map(({ id, type, dueAt }) => (
                <li>
                  <a href={operationHref(id)}>{describeEvent(type)}</a>{" "}
                  {dueAt !== undefined && (
                    <span class="muted">
                      <Moment at={dueAt} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </Layout>
  );
}

function factsOf(employee: ShownEmployee) {
  const { personID, ref, identities, hiredAt, startsAt } = employee;
  const { suspendedUntil } = employee;
  return {
    "Person id": personID,
    "On the platform": ref,
    "Linked identities": identities.join(", ") || "none",
    Hired: hiredAt && <Moment at={hiredAt} />,
    Starts: startsAt && <Moment at={startsAt} />,
    "Suspended until": suspendedUntil && <Moment at={suspendedUntil} />,
  };
}
