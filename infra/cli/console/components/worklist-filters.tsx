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

/** The filters, with their labels. Some have a list of words. */
const fields = [
  ["type", "Event", "type"],
  ["reason", "Reason", "reasons"],
  ["warning", "Warning", "warnings"],
  ["employeeId", "Employee id"],
  ["caller", "Caller"],
  ["since", "From day", "date"],
  ["until", "To day", "date"],
] as const;

const text = {
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
  return (
    <details open={isFiltered || Object.keys(wrong).length > 0}>
      <summary>Filters</summary>
      <form class="grid filters" action="operations" method="get">
        <HiddenFields values={{ status, order }} />
        {fields.map(([name, label, kind]) => (
          <div>
            <label for={name}>{label}</label>
            {kind === "type" ? (
              <select {...field(name)}>
                <option value="">All</option>
                {eventTypes.map((one) => (
                  <option value={one} selected={one === query.type}>
                    {describeEvent(one)}
                  </option>
                ))}
              </select>
            ) : kind === "date" ? (
              <input {...field(name)} type="date" />
            ) : (
              <input {...field(name)} {...text} list={kind} />
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
