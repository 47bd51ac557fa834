import type { Overview } from "../../../../functions/operations/contract.ts";
import { callOf } from "../../dependencies.ts";
import { Layout } from "../components/layout.tsx";
import { callerIssues } from "../words.ts";

type CallersPageProps = { overview: Overview };

export function CallersPage({ overview }: CallersPageProps) {
  return (
    <Layout title="Callers" current="callers">
      <h1>Callers</h1>
      <p>
        The senders and operators that have an entry in the secret of the
        callers. <code>{callOf("secrets callers")}</code> changes the entries.
      </p>
      <table>
        <caption class="unseen">Callers</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scheme</th>
            <th scope="col">Scopes</th>
            <th scope="col">Newest key</th>
          </tr>
        </thead>
        <tbody>
          {overview.callers.map((caller) => (
            <Row {...caller} />
          ))}
        </tbody>
      </table>
    </Layout>
  );
}

function Row({ name, scheme, preset, scopes, keyedAt, issue }: RowProps) {
  const words = issue && callerIssues[issue];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {scheme}
        {preset !== undefined && <div class="muted">preset {preset}</div>}
      </td>
      <td>
        <ul class="row">
          {scopes.map((scope) => (
            <li class="pill">{scope}</li>
          ))}
        </ul>
      </td>
      <td>
        {keyedAt === undefined ? (
          issue === undefined && <span class="muted">without a date</span>
        ) : (
          <time>{keyedAt.slice(0, 10)}</time>
        )}
        {words !== undefined && (
          <div class="toned look">
            <p>
              <strong>The caller {words.text}.</strong>
            </p>
            <p>{words.action}</p>
          </div>
        )}
      </td>
    </tr>
  );
}
type RowProps = Overview["callers"][number];
