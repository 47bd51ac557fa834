import type { Child } from "hono/jsx";
import { describeEvent, eventTypes } from "../../../../shared/event-types.ts";
import { isReasonCode, reasonRows } from "../../../../shared/reason-codes.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import type {
  FilterName,
  WorklistQuery,
  WrongFilters,
} from "../worklist/selection.ts";
import { HiddenFields } from "./parts.tsx";

/** The other ones have the HTTP status of an answer. */
const codes = reasonRows.filter(isReasonCode);

type WorklistFiltersProps = {
  query: WorklistQuery;
  wrong: WrongFilters;
};

/** The filters beside the state. Each may stand alone. */
export function WorklistFilters({ query, wrong }: WorklistFiltersProps) {
  const { status, order, ...filters } = query;
  const isFiltered = Object.keys(filters).length > 0;
  const field = (name: FilterName) => ({
    id: name,
    name,
    value: query[name] ?? "",
    ...(wrong[name] !== undefined && {
      "aria-invalid": true,
      "aria-describedby": `wrong-${name}`,
    }),
  });
  const text = {
    type: "text",
    maxlength: 64,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
  } as const;
  const labelled = (name: FilterName, label: string, input: Child) => (
    <div>
      <label for={name}>{label}</label>
      {input}
      {wrong[name] !== undefined && (
        <p class="toned bad" id={`wrong-${name}`}>
          {label} {wrong[name]}
        </p>
      )}
    </div>
  );
  return (
    <details open={isFiltered || Object.keys(wrong).length > 0}>
      <summary>Filters</summary>
      <form class="grid filters" action="operations" method="get">
        <HiddenFields values={{ status, order }} />
        {labelled(
          "type",
          "Event",
          <select {...field("type")}>
            <option value="">All</option>
            {eventTypes.map((one) => (
              <option value={one} selected={one === query.type}>
                {describeEvent(one)}
              </option>
            ))}
          </select>,
        )}
        {labelled(
          "reason",
          "Reason",
          <input {...field("reason")} {...text} list="reasons" />,
        )}
        {labelled(
          "warning",
          "Warning",
          <input {...field("warning")} {...text} list="warnings" />,
        )}
        {labelled(
          "employeeId",
          "Employee id",
          <input {...field("employeeId")} {...text} />,
        )}
        {labelled("caller", "Caller", <input {...field("caller")} {...text} />)}
        {labelled(
          "since",
          "From day",
          <input {...field("since")} type="date" />,
        )}
        {labelled("until", "To day", <input {...field("until")} type="date" />)}
        <div class="row">
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
