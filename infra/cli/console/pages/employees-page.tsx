import { hrefOf } from "../../../pages/href-of.ts";
import { Layout } from "../components/layout.tsx";
import { employeeHref, PageLinks } from "../components/parts.tsx";
import { describeState, stateFilters } from "../words.ts";

type EmployeesPageProps = {
  state: string;
  employees: readonly { employeeId: string }[];
  cursor: string | undefined;
  next: string | undefined;
};

export function EmployeesPage({
  state,
  employees,
  cursor,
  next,
}: EmployeesPageProps) {
  return (
    <Layout title="Employees" current="employees">
      <h1>Employees</h1>
      <nav class="tabs" aria-label="States">
        <ul class="row">
          {stateFilters.map((one) => (
            <li>
              <a
                href={hrefOf("employees", { state: one })}
                aria-current={one === state ? "page" : undefined}
              >
                {describeState(one).name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
    </Layout>
  );
}
