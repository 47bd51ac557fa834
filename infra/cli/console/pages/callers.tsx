import type { Hono } from "hono";
import type { ConsoleContext } from "../console-context.ts";
import { describeEvent } from "../../../../shared/event-types.ts";
import { type CallerWithEvent, readLastEvents } from "../../api/last-events.ts";
import { callOf } from "../../dependencies.ts";
import { Layout } from "../components/layout.tsx";
import { DataTable, Distance, operationHref } from "../components/parts.tsx";
import { callerIssues } from "../words.ts";

export function addCallers(routes: Hono, { api }: ConsoleContext): void {
  routes.get("/callers", async (c) => {
    const { callers } = await api.overview();
    const withEvents = await readLastEvents(api.operations, callers);
    return c.render(
      <Layout title="Callers" current="callers">
        <h1>Callers</h1>
        <p>
          The senders and operators that have an entry in the secret of the
          callers. <code>{callOf("secrets callers")}</code> changes the entries,
          and <code>{callOf("deliveries list --caller <name>")}</code> also
          shows refused deliveries.
        </p>
        <DataTable
          caption="Callers"
          rows={withEvents}
          columns={{
            Name: ({ name }) => <strong>{name}</strong>,
            Scheme: ({ scheme, preset }) => (
              <>
                {scheme}
                {preset !== undefined && (
                  <div class="muted">preset {preset}</div>
                )}
              </>
            ),
            Scopes: ({ scopes }) => (
              <ul class="row">
                {scopes.map((scope) => (
                  <li class="pill">{scope}</li>
                ))}
              </ul>
            ),
            "Last event": { class: "labelled", cell: LastEvent },
            "Newest key": { class: "labelled", cell: NewestKey },
          }}
        />
      </Layout>,
    );
  });
}

function LastEvent({ lastEvent }: CallerWithEvent) {
  if (!lastEvent) return <span class="muted">none of the newest</span>;
  const { id, type, createdAt } = lastEvent;
  return (
    <>
      <a href={operationHref(id)}>{describeEvent(type)}</a>{" "}
      <Distance at={createdAt} />
    </>
  );
}

function NewestKey({ keyedAt, issue }: CallerWithEvent) {
  const words = issue && callerIssues[issue];
  return (
    <>
      {keyedAt !== undefined && <time>{keyedAt.slice(0, 10)}</time>}
      {keyedAt === undefined && !words && (
        <span class="muted">without a date</span>
      )}
      {words && (
        <div class="toned look">
          <p>
            <strong>The caller {words.text}.</strong>
          </p>
          <p>{words.action}</p>
        </div>
      )}
    </>
  );
}
