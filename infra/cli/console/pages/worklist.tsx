import type { Hono } from "hono";
import { readOperations } from "../../api/act-by-pages.ts";
import type { ConsoleContext } from "../console-context.ts";
import {
  type FilterName,
  isSelectable,
  readWorklistQuery,
  toApiFilter,
  worklistPage,
  type WorklistQuery,
  type WrongFilters,
} from "../worklist/selection.ts";
import {
  bulkVerbs,
  type Overview,
  verbRecords,
  type ShownOperation,
} from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { countOf } from "../../../pages/parts.tsx";
import {
  HiddenFields,
  MessageBox,
  PageLinks,
  Tabs,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { OperationTable } from "../components/operation-table.tsx";
import { describeStatus, nameVerb } from "../words.ts";
import { describeEvent, eventTypes } from "../../../../shared/event-types.ts";
import { isReasonCode, reasonRows } from "../../../../shared/reason-codes.ts";

export function addWorklist(routes: Hono, { api, zone }: ConsoleContext): void {
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
        isAllTicked={c.req.query("tick") === "all"}
        isNoneSelected={c.req.query("none") !== undefined}
      />,
    );
  });
}

type WorklistPageProps = {
  query: WorklistQuery;
  wrong: WrongFilters;
  operations: readonly ShownOperation[];
  counts: Pick<Overview, "statuses" | "reasons">;
  cursor: string | undefined;
  next: string | undefined;
  isAllTicked: boolean;
  /** The page that asks about a verb led back here, because no operation was selected. */
  isNoneSelected: boolean;
};

/** The tabs by status. The first one has all operations. */
const tabs = [
  undefined,
  "needs_attention",
  "failed",
  "waiting",
  "running",
  "succeeded",
  "cancelled",
] as const;

function WorklistPage(props: WorklistPageProps) {
  const { query, wrong, operations, counts, cursor, next } = props;
  const { status: _status, order: _order, ...others } = query;
  return (
    <Layout
      title="Worklist"
      current="operations"
      attention={counts.statuses}
      refresh="slow"
    >
      <div class="row apart">
        <h1>Worklist</h1>
        <p class="muted">{describeTotal(props)}</p>
      </div>
      <Tabs
        label="States"
        tabs={tabs.map((status) => ({
          text: status === undefined ? "All" : describeStatus(status).text,
          href: hrefOf("operations", { ...others, status }),
          isCurrent: query.status === status,
          count: counts.statuses.find((one) => one.status === status),
        }))}
      />
      <WorklistFilters query={query} wrong={wrong} />
      {props.isNoneSelected && (
        <MessageBox tone="bad">
          Select operations first, or all that match.
        </MessageBox>
      )}
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
        label={operations.length === 0 ? "Look further" : "Next operations"}
      />
    </Layout>
  );
}

/** "62 operations" if the overview counts exactly these, else how many the page shows. */
function describeTotal({
  query: { status, reason, order: _order, ...others },
  counts,
  operations,
  cursor,
  next,
}: WorklistPageProps): string {
  const isCounted = status !== undefined && Object.keys(others).length === 0;
  const counted =
    reason === undefined
      ? counts.statuses
      : counts.reasons.filter((one) => one.reason === reason);
  const total = isCounted && counted.find((one) => one.status === status);
  const shown = countOf(operations.length, "operation");
  const isPart = cursor !== undefined || next !== undefined;
  if (!total) return isPart ? `${shown} on this page, and more` : shown;
  const all = countOf(total.count, "operation");
  return `${total.isAtLeast ? "at least " : ""}${all}${isPart ? `, ${operations.length} on this page` : ""}`;
}

function NothingFound({ hasNext, wrong }: NothingFoundProps) {
  if (Object.keys(wrong).length > 0) return null;
  return (
    <p class="empty">
      {hasNext
        ? "None of the first operations matches. Others may."
        : "No operation matches."}
    </p>
  );
}
type NothingFoundProps = { hasNext: boolean; wrong: WrongFilters };

/** The headings that sort the list: by the time of arrival, and a list of waiting operations also by the due time. */
function sortHeading(query: WorklistQuery) {
  const { order = "newest", status } = query;
  /** The orders of each column, and the order to which its link leads. Undefined is the usual one, the newest first. */
  const headings = {
    Due: { orders: ["due"], leadsTo: order === "due" ? undefined : "due" },
    Received: {
      orders: ["oldest", "newest"],
      leadsTo: order === "newest" ? "oldest" : undefined,
    },
  };
  return (column: keyof typeof headings) => {
    const { orders, leadsTo } = headings[column];
    if (column === "Due" && status !== "waiting") return { head: column };
    const direction: "ascending" | "descending" =
      order === "newest" ? "descending" : "ascending";
    return {
      head: (
        <a href={hrefOf("operations", { ...query, order: leadsTo })}>
          {column}
        </a>
      ),
      sort: orders.includes(order) ? direction : undefined,
    };
  };
}

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
      caption="Operations"
      operations={operations}
      heading={sortHeading(query)}
      {...(offered.length > 0 && {
        selection: isAllTicked ? ("all" as const) : ("none" as const),
      })}
    />
  );
  if (offered.length === 0) return table;
  return (
    <form class="flow" action="confirm" method="get">
      <HiddenFields values={{ ...query, cursor }} />
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
          {isSelectable(query) ? (
            <label class="row">
              <input type="checkbox" name="all" value="1" /> All that match,
              also on other pages
            </label>
          ) : (
            <span class="muted">
              To act on all that match, choose a state that can be changed.
            </span>
          )}
        </div>
        <div class="row">
          <span class="muted">With the selected:</span>
          {offered.map((verb) => (
            <button
              class={`button ${verbRecords[verb].tone}`}
              type="submit"
              name="verb"
              value={verb}
            >
              {nameVerb(verb, "").trim()}…
            </button>
          ))}
        </div>
      </fieldset>
      {table}
    </form>
  );
}

/** Only rows that are a whole code: the codes of the other rows end with an HTTP status. */
const codes = reasonRows.filter(isReasonCode);

/** The filters in the order of the form. Without `input`, it is a text; `words` names a list of its words. */
const fields: readonly {
  name: FilterName;
  label: string;
  input?: "select" | "date";
  words?: "reasons" | "warnings";
}[] = [
  { name: "type", label: "Event", input: "select" },
  { name: "reason", label: "Reason", words: "reasons" },
  { name: "warning", label: "Warning", words: "warnings" },
  { name: "employeeId", label: "Employee id" },
  { name: "caller", label: "Caller" },
  { name: "since", label: "From day", input: "date" },
  { name: "until", label: "To day", input: "date" },
];

const textInput = {
  type: "text",
  maxlength: 64,
  autocomplete: "off",
  autocapitalize: "none",
  spellcheck: false,
} as const;

type WorklistFiltersProps = {
  query: WorklistQuery;
  wrong: WrongFilters;
};

function WorklistFilters({ query, wrong }: WorklistFiltersProps) {
  const { status, order, ...filters } = query;
  const isFiltered = Object.keys(filters).length > 0;
  const attributesOf = (name: FilterName) => ({
    id: name,
    name,
    value: query[name] ?? "",
    ...(wrong[name] !== undefined && {
      "aria-invalid": true,
      "aria-describedby": `wrong-${name}`,
    }),
  });
  return (
    <details open={isFiltered || Object.keys(wrong).length > 0}>
      <summary>Filters</summary>
      <form class="grid filters" action="operations" method="get">
        <HiddenFields values={{ status, order }} />
        {fields.map(({ name, label, input, words }) => (
          <div>
            <label for={name}>{label}</label>
            {input === "select" ? (
              <select {...attributesOf(name)}>
                <option value="">All</option>
                {eventTypes.map((one) => (
                  <option value={one} selected={one === query.type}>
                    {describeEvent(one)}
                  </option>
                ))}
              </select>
            ) : input === "date" ? (
              <input {...attributesOf(name)} type="date" />
            ) : (
              <input {...attributesOf(name)} {...textInput} list={words} />
            )}
            {wrong[name] !== undefined && (
              <p class="toned bad" id={`wrong-${name}`}>
                {label} {wrong[name]}
              </p>
            )}
          </div>
        ))}
        <div class="beside">
          <button class="button" type="submit">
            Filter
          </button>
          {isFiltered && (
            <a class="button quiet" href={hrefOf("operations", { status })}>
              Clear
            </a>
          )}
        </div>
        <Words id="reasons" words={codes} />
        <Words
          id="warnings"
          words={["any", "avatar", "tasks", "streams", ...codes]}
        />
      </form>
      {/* The form shows no inputs for these two. */}
      {(["status", "order"] as const).map(
        (name) =>
          wrong[name] !== undefined && (
            <p class="toned bad">
              The {name} {wrong[name]}
            </p>
          ),
      )}
    </details>
  );
}

function Words({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option value={word} />
      ))}
    </datalist>
  );
}
