import { describeEvent } from "../../../../shared/event-types.ts";
import type { CallerWithEvent } from "../../api/last-events.ts";
import { callOf } from "../../dependencies.ts";
import { Layout } from "../components/layout.tsx";
import { Distance, operationHref } from "../components/parts.tsx";
import { callerIssues } from "../words.ts";

type CallersPageProps = { callers: readonly CallerWithEvent[] };

export function CallersPage({ callers }: CallersPageProps) {
  return (
    <Layout title="Callers" current="callers">
      <h1>Callers</h1>
      <p>
        The senders and operators that have an entry in the secret of the
        callers. <code>{callOf("secrets callers")}</code> changes the entries,
        and <code>{callOf("deliveries list --caller <name>")}</code> also shows
        refused deliveries.
      </p>
      <table>
        <caption class="unseen">Callers</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scheme</th>
            <th scope="col">Scopes</th>
            <th scope="col">Last event</th>
            <th scope="col">Newest key</th>
          </tr>
        </thead>
        <tbody>
          {callers.map((caller) => (
            <Row {...caller} />
          ))}
        </tbody>
      </table>
    </Layout>
  );
}

function Row({ name, scheme, preset, scopes, ...caller }: CallerWithEvent) {
  const { lastEvent, keyedAt, issue } = caller;
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
      <td data-label="Last event">
        {lastEvent === undefined ? (
          <span class="muted">none of the newest</span>
        ) : (
          <>
            <a href={operationHref(lastEvent.id)}>
              {describeEvent(lastEvent.type)}
            </a>{" "}
            <Distance at={lastEvent.createdAt} />
          </>
        )}
      </td>
      <td data-label="Newest key">
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
