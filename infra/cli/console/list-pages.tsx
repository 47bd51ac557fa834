import { Hono } from "hono";
import { maxPage, verbSchema } from "../../../functions/operations/contract.ts";
import { CallersPage } from "./pages/callers-page.tsx";
import { EmployeePage } from "./pages/employee-page.tsx";
import { EmployeesPage } from "./pages/employees-page.tsx";
import { LimitsPage, OverviewPage } from "./pages/overview-page.tsx";
import { OperationPage } from "./pages/operation-page.tsx";
import { WorklistPage } from "./pages/worklist-page.tsx";
import { employeeHref, operationHref } from "./components/parts.tsx";
import { MessagePage } from "./pages/message-page.tsx";
import { planHref } from "./pages/plans-page.tsx";
import { ReasonsPage } from "./pages/reasons-page.tsx";
import { readOperations } from "../api/act-by-pages.ts";
import { readLastEvents } from "../api/last-events.ts";
import { OperatorsApiError } from "../api/send-request.ts";
import type { ConsoleContext, OperatorsApi } from "./console-context.ts";
import {
  readWorklistQuery,
  selectableOf,
  toApiFilter,
  worklistPage,
} from "./worklist/selection.ts";

/** The pages that only show. */
export function createListPages({ api, zone }: ConsoleContext): Hono {
  const routes = new Hono();

  routes.get("/overview", async (c) =>
    c.render(<OverviewPage overview={await api.overview()} />),
  );
  routes.get("/limits", async (c) =>
    c.render(<LimitsPage overview={await api.overview()} />),
  );
  routes.get("/callers", async (c) => {
    const { callers } = await api.overview();
    const withEvents = await readLastEvents(api.operations, callers);
    return c.render(<CallersPage callers={withEvents} />);
  });

  routes.get("/operations", async (c) => {
    const query = readWorklistQuery(new URL(c.req.url).searchParams);
    const cursor = c.req.query("cursor");
    const read = toApiFilter(query, zone);
    const isRight = "filter" in read;
    const [page, counts] = await Promise.all([
      isRight
        ? readOperations(api, read.filter, { ...worklistPage, cursor })
        : { operations: [], next: undefined },
      api.overview(),
    ]);
    if (!isRight) c.status(400);
    return c.render(
      <WorklistPage
        query={query}
        wrong={isRight ? {} : read.wrong}
        counts={counts}
        operations={page.operations}
        next={page.next}
        cursor={cursor}
        isSelectable={selectableOf(query, zone) !== undefined}
        isAllTicked={c.req.query("tick") === "all"}
        issue={
          c.req.query("none") === undefined
            ? undefined
            : "Select operations first, or all that match."
        }
      />,
    );
  });

  routes.get("/operation", async (c) => {
    const operation = await api.operations.get(c.req.query("id") ?? "");
    const done = verbSchema.safeParse(c.req.query("done"));
    return c.render(<OperationPage operation={operation} done={done.data} />);
  });

  routes.get("/employees", async (c) => {
    const state = c.req.query("state") ?? "active";
    const cursor = c.req.query("cursor");
    const { employees, next } = await api.employees.page(state, {
      limit: maxPage,
      cursor,
    });
    return c.render(
      <EmployeesPage
        state={state}
        employees={employees}
        cursor={cursor}
        next={next}
      />,
    );
  });

  routes.get("/employee", async (c) => {
    const employee = await api.employees.get((c.req.query("id") ?? "").trim());
    return c.render(<EmployeePage employee={employee} />);
  });

  routes.get("/reasons", (c) => c.render(<ReasonsPage />));

  routes.get("/find", async (c) => {
    const id = (c.req.query("id") ?? "").trim();
    const href = await findHref(api, id);
    if (href) return c.redirect(href);
    c.status(404);
    return c.render(
      <MessagePage
        title="Nothing has this id"
        text="There is no operation, no employee and no person of an employee with this id. An operation can be read until 90 days after its end."
      />,
    );
  });

  return routes;
}

/** The page of what has an id: an operation, an employee, or the person of an employee. */
async function findHref(
  { operations, employees, plans }: OperatorsApi,
  id: string,
): Promise<string | undefined> {
  if (id === "") return undefined;
  if (id.startsWith("plan_") && (await exists(plans.get(id))))
    return planHref(id);
  const found = await Promise.all([
    id.startsWith("op_") && exists(operations.get(id)),
    exists(employees.get(id)),
  ]);
  if (found[0]) return operationHref(id);
  if (found[1]) return employeeHref(id);
  const ofPerson = await employees.ofPerson(id);
  return ofPerson && employeeHref(ofPerson.employeeId);
}

async function exists(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (error instanceof OperatorsApiError && error.status === 404)
      return false;
    throw error;
  }
}
