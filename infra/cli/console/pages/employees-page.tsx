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

/** The employees in one state, and a form that finds one by id. */
export function EmployeesPage({
  state,
  employees,
  cursor,
  next,
}: EmployeesPageProps) {
  return (
    <Layout title="Employees" current="employees">
      <div class="row apart">
        <h1>Employees</h1>
        <search>
          <form class="beside" action="employee" method="get">
            <label for="id">Employee id</label>
            <input
              id="id"
              name="id"
              type="text"
              required
              maxlength={64}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
            />
            <button class="button quiet" type="submit">
              Show
            </button>
          </form>
        </search>
      </div>
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
      <p class="muted">{describeState(state).meaning}</p>
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
