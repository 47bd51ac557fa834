import {
  bulkVerbs,
  verbRecords,
  type ShownOperation,
} from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { HiddenFields, MessageBox, PageLinks } from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { OperationTable } from "../components/operation-table.tsx";
import { WorklistFilters } from "../components/worklist-filters.tsx";
import { describeStatus } from "../words.ts";
import { selectableOf, type WorklistQuery } from "../worklist/selection.ts";

type WorklistPageProps = {
  query: WorklistQuery;
  /** Names of the filters whose value is not valid. */
  wrong: readonly string[];
  operations: readonly ShownOperation[];
  cursor: string | undefined;
  next: string | undefined;
  isAllTicked: boolean;
  /** Why a bulk action did not begin. */
  issue?: string | undefined;
};

const tabs = [
  "needs_attention",
  "failed",
  "waiting",
  "running",
  "succeeded",
  "cancelled",
] as const;

/** Operations by filter, with actions for several at once. */
export function WorklistPage(props: WorklistPageProps) {
  const { query, wrong, operations, cursor, next, issue } = props;
  const { status: _status, ...others } = query;
  return (
    <Layout title="Worklist" current="operations">
      <h1>Worklist</h1>
      <nav class="tabs" aria-label="States">
        <ul class="row">
          <li>
            <a
              href={hrefOf("operations", others)}
              aria-current={query.status === undefined ? "page" : undefined}
            >
              All
            </a>
          </li>
          {tabs.map((status) => (
            <li>
              <a
                href={hrefOf("operations", { ...others, status })}
                aria-current={query.status === status ? "page" : undefined}
              >
                {describeStatus(status).text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <WorklistFilters query={query} wrong={wrong} />
      {issue !== undefined && <MessageBox tone="bad">{issue}</MessageBox>}
      {operations.length === 0 ? (
        <NothingFound hasNext={next !== undefined} wrong={wrong} />
      ) : (
        <Operations {...props} />
      )}
      <PageLinks
        path="operations"
        query={query}
        cursor={cursor}
        next={next}
        label={
          operations.length === 0 ? "Look further back" : "Older operations"
        }
      />
    </Layout>
  );
}

function NothingFound({ hasNext, wrong }: NothingFoundProps) {
  if (wrong.length > 0) return null;
  return (
    <p class="empty">
      {hasNext
        ? "None of the newest operations matches. Older ones may."
        : "No operation matches."}
    </p>
  );
}
type NothingFoundProps = { hasNext: boolean; wrong: readonly string[] };

/** The table in a form whose buttons lead to a page that asks once more. */
function Operations({
  query,
  operations,
  cursor,
  isAllTicked,
}: WorklistPageProps) {
  const offered = bulkVerbs.filter((verb) =>
    operations.some(({ verbs }) => verbs.includes(verb)),
  );
  const table = (
    <OperationTable
      caption="Operations, the newest first"
      operations={operations}
      {...(offered.length > 0 && {
        selection: isAllTicked ? ("all" as const) : ("none" as const),
      })}
    />
  );
  if (offered.length === 0) return table;
  return (
    <form class="flow" action="confirm" method="get">
      <HiddenFields values={{ ...query, cursor }} />
      {table}
      <fieldset class="bulk row apart">
        <legend class="unseen">With the selected operations</legend>
        <div class="row">
          <a
            href={hrefOf("operations", {
              ...query,
              cursor,
              tick: isAllTicked ? undefined : "all",
            })}
          >
            {isAllTicked ? "Select none" : "Select all on this page"}
          </a>
          {selectableOf(query) ? (
            <label class="row">
              <input type="checkbox" name="all" value="1" /> All that match,
              also on other pages
            </label>
          ) : (
            <span class="muted">
              To act on all that match, filter by state, reason and type only.
            </span>
          )}
        </div>
        <div class="row">
          {offered.map((verb) => (
            <button
              class={`button ${verbRecords[verb].tone}`}
              type="submit"
              name="verb"
              value={verb}
            >
              {verbRecords[verb].button}…
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
