import { Hono } from "hono";
import { maxPage, verbSchema } from "../../../functions/operations/contract.ts";
import { CallersPage } from "./pages/callers-page.tsx";
import { EmployeePage } from "./pages/employee-page.tsx";
import { EmployeesPage } from "./pages/employees-page.tsx";
import { LimitsPage } from "./pages/limits-page.tsx";
import { OperationPage } from "./pages/operation-page.tsx";
import { OverviewPage } from "./pages/overview-page.tsx";
import { WorklistPage } from "./pages/worklist-page.tsx";
import type { ConsoleContext } from "./console-context.ts";
import { readPage } from "./worklist/read-page.ts";
import { readWorklistQuery, toApiFilter } from "./worklist/selection.ts";

/** The pages that only show. */
export function createListPages({ api }: ConsoleContext): Hono {
  const routes = new Hono();

  routes.get("/overview", async (c) =>
    c.render(<OverviewPage overview={await api.overview()} />),
  );
  routes.get("/limits", async (c) =>
    c.render(<LimitsPage overview={await api.overview()} />),
  );
  routes.get("/callers", async (c) =>
    c.render(<CallersPage overview={await api.overview()} />),
  );

  routes.get("/operations", async (c) => {
    const query = readWorklistQuery(new URL(c.req.url).searchParams);
    const cursor = c.req.query("cursor");
    const read = toApiFilter(query);
    const isRight = "filter" in read;
    const page = isRight
      ? await readPage(api, read.filter, cursor)
      : { operations: [], next: undefined };
    if (!isRight) c.status(400);
    return c.render(
      <WorklistPage
        query={query}
        wrong={isRight ? [] : read.wrong}
        operations={page.operations}
        next={page.next}
        cursor={cursor}
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

  return routes;
}
