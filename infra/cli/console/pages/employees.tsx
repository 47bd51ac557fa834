import type { Hono } from "hono";
import type { ConsoleContext } from "../console-context.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { Layout } from "../components/layout.tsx";
import {
  employeeHref,
  PageLinks,
  MessageBox,
  MomentFromNow,
  operationHref,
  personLink,
  StatusBadge,
  Tabs,
} from "../components/parts.tsx";
import { describeState, stateFilters } from "../words.ts";
import {
  maxPage,
  type ShownEmployee,
} from "../../../../functions/operations/contract.ts";
import { FactList, Section } from "../../../pages/parts.tsx";
import { OperationTable } from "../components/operation-table.tsx";
import { describePlan } from "../../../../shared/store/describe-plan.ts";
import { describeEvent } from "../../../../shared/event-types.ts";

export function addEmployees(routes: Hono, { api }: ConsoleContext): void {
  routes.get("/employees", async (c) => {
    const state = c.req.query("state") ?? "active";
    const cursor = c.req.query("cursor");
    const { employees, next } = await api.employees.page(state, {
      limit: maxPage,
      cursor,
    });
    return c.render(
      <Layout title="Employees" current="employees">
        <h1>Employees</h1>
        <Tabs
          label="States"
          tabs={stateFilters.map((one) => ({
            text: describeState(one).name,
            href: hrefOf("employees", { state: one }),
            isCurrent: one === state,
          }))}
        />
        <p class="muted">
          {describeState(state).meaning} <a href="plans">Lists of people</a>
        </p>
        {employees.length === 0 ? (
          <p class="empty">No employee is in this state.</p>
        ) : (
          <div class="panel">
            <ul class="grid">
              {employees.map(({ employeeId }) => (
                <li>
                  <a href={employeeHref(employeeId)}>{employeeId}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <PageLinks
          path="employees"
          query={{ state }}
          cursor={cursor}
          next={next}
          label="More employees"
        />
      </Layout>,
    );
  });

  routes.get("/employee", async (c) => {
    const employee = await api.employees.get((c.req.query("id") ?? "").trim());
    return c.render(<EmployeePage employee={employee} />);
  });
}

/** What the store knows of an employee. The store has no personal data. */
function EmployeePage({ employee }: { employee: ShownEmployee }) {
  const { employeeId, state, planned, attention, operations } = employee;
  const { name, meaning } = describeState(state);
  return (
    <Layout title={`Employee ${employeeId}`} current="employees">
      <p>
        {stateFilters.includes(state) ? (
          <a href={hrefOf("employees", { state })}>Employees: {name}</a>
        ) : (
          <a href="employees">Employees</a>
        )}
      </p>
      <div class="row apart">
        <h1>Employee {employeeId}</h1>
        <span class="pill">{name}</span>
      </div>
      <p class="muted">{meaning}</p>
      {attention.length > 0 && (
        <MessageBox tone="look">
          <p>An operator must look, before more happens:</p>
          <ul>
            {attention.map(({ id, type, status, reason }) => (
              <li>
                <a href={operationHref(id)}>{describeEvent(type)}</a>{" "}
                <StatusBadge status={status} reason={reason} />{" "}
                <code>{reason}</code>
              </li>
            ))}
          </ul>
        </MessageBox>
      )}
      <div class="columns">
        <section aria-labelledby="operations">
          <h2 id="operations">Operations</h2>
          <OperationTable
            caption={`The newest operations of ${employeeId}`}
            operations={operations}
            empty="No operation of this employee is kept."
            isOfOneEmployee
          />
          <p>
            <a href={hrefOf("operations", { employeeId })}>
              All operations in the worklist
            </a>
          </p>
        </section>
        <div class="stack">
          <Section title="Facts">
            <FactList facts={Object.entries(factsOf(employee))} />
          </Section>
          <Section title="Planned">
            {planned.length === 0 && <p class="muted">Nothing is planned.</p>}
            <ul>
              {planned.map(({ id, dueAt, ...one }) => (
                <li>
                  <a href={operationHref(id)}>{describeEvent(one.type)}</a>:
                  will {describePlan(one)}{" "}
                  {dueAt !== undefined && <MomentFromNow at={dueAt} />}
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </Layout>
  );
}

function factsOf(employee: ShownEmployee) {
  const { personID, ref, page, identities, hiredAt } = employee;
  const { startsAt, endsAt, suspendedUntil } = employee;
  return {
    "Person id": personID,
    "On the platform": personLink(page, ref),
    "Linked identities": identities.join(", ") || "none",
    Hired: hiredAt && <MomentFromNow at={hiredAt} />,
    Starts: startsAt && <MomentFromNow at={startsAt} />,
    Ends: endsAt && <MomentFromNow at={endsAt} />,
    "Suspended until": suspendedUntil && <MomentFromNow at={suspendedUntil} />,
  };
}
