import type { Overview } from "../../../../functions/operations/contract.ts";
import { Layout } from "../components/layout.tsx";
import { Limits } from "../components/parts.tsx";

type LimitsPageProps = { overview: Overview };

export function LimitsPage({ overview }: LimitsPageProps) {
  return (
    <Layout title="Limits" current="limits">
      <h1>Limits</h1>
      <p>
        A limit says how many people may be disabled, deleted or renamed within
        24 hours. Operations above it are held until an operator releases or
        rejects them. A series that HR did not intend stops here.
      </p>
      <section class="panel" aria-label="All limits">
        <Limits limits={overview.limits} />
      </section>
      <p class="muted">
        The settings <code>disableLimit</code>, <code>deletionLimit</code> and{" "}
        <code>renameLimit</code> in <code>cdk.json</code> set how many people a
        limit allows. A released person counts too, so more than allowed can be
        used.
      </p>
    </Layout>
  );
}
