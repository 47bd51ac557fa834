import type { ShownPlan } from "../../../../functions/lists/contract.ts";
import { Layout } from "../components/layout.tsx";
import { Count, Distance, DataTable } from "../components/parts.tsx";

export function planHref(id: string): string {
  return `plan?id=${encodeURIComponent(id)}`;
}

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
        <DataTable
          caption="Plans"
          rows={plans}
          columns={{
            Plan: ({ id }) => <a href={planHref(id)}>{id}</a>,
            Source: ({ source }) => source,
            Status: ({ status }) => status,
            Rows: ({ rows = 0 }) => <Count count={rows} />,
            Uploaded: ({ createdAt, createdBy }) => (
              <>
                <Distance at={createdAt} /> by {createdBy}
              </>
            ),
          }}
        />
      )}
    </Layout>
  );
}
