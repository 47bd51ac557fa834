import type { ShownPlan } from "../../../../functions/lists/contract.ts";
import { Layout } from "../components/layout.tsx";
import { Count, Distance } from "../components/parts.tsx";

export function planHref(id: string): string {
  return `plan?id=${encodeURIComponent(id)}`;
}

/** The newest plans of lists of people. */
export function PlansPage({ plans }: { plans: readonly ShownPlan[] }) {
  return (
    <Layout title="Lists of people" current="employees">
      <h1>Lists of people</h1>
      <p class="muted">
        A list is uploaded, or read from its source, by the command line:{" "}
        <code>plans create</code>.
      </p>
      {plans.length === 0 ? (
        <p class="empty">There is no plan.</p>
      ) : (
        <div class="panel">
          <table class="dense">
            <thead>
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">Source</th>
                <th scope="col">Status</th>
                <th scope="col">Rows</th>
                <th scope="col">Uploaded</th>
              </tr>
            </thead>
            <tbody>
              {plans.map(({ id, source, status, rows = 0, ...plan }) => (
                <tr>
                  <td>
                    <a href={planHref(id)}>{id}</a>
                  </td>
                  <td>{source}</td>
                  <td>{status}</td>
                  <td>
                    <Count count={rows} />
                  </td>
                  <td>
                    <Distance at={plan.createdAt} /> by {plan.createdBy}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Layout>
  );
}
