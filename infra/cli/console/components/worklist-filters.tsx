import { reasonCodes } from "../../../../shared/reason-codes.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { describeEvent, eventTypes } from "../../../../shared/event-types.ts";
import type { FilterName, WorklistQuery } from "../worklist/selection.ts";
import { HiddenFields } from "./parts.tsx";

type WorklistFiltersProps = {
  query: WorklistQuery;
  wrong: readonly string[];
};

/** The filters beside the state. Each may stand alone. */
export function WorklistFilters({ query, wrong }: WorklistFiltersProps) {
  const { status, type, ...others } = query;
  const isFiltered = type !== undefined || Object.keys(others).length > 0;
  const field = (name: FilterName) => ({
    id: name,
    name,
    value: query[name] ?? "",
    ...(wrong.includes(name) && {
      "aria-invalid": true,
      "aria-describedby": "wrong-filters",
    }),
  });
  const text = {
    type: "text",
    maxlength: 64,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
  } as const;
  return (
    <search>
      <form class="grid filters" action="operations" method="get">
        <HiddenFields values={{ status }} />
        <div>
          <label for="type">Event</label>
          <select id="type" name="type">
            <option value="">All</option>
            {eventTypes.map((one) => (
              <option value={one} selected={one === type}>
                {describeEvent(one)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label for="reason">Reason</label>
          <input {...field("reason")} {...text} list="reasons" />
          <datalist id="reasons">
            {Object.keys(reasonCodes).map((code) => (
              <option value={code} />
            ))}
          </datalist>
        </div>
        <div>
          <label for="employeeId">Employee id</label>
          <input {...field("employeeId")} {...text} />
        </div>
        <div>
          <label for="caller">Caller</label>
          <input {...field("caller")} {...text} />
        </div>
        <div>
          <label for="since">From day</label>
          <input {...field("since")} type="date" />
        </div>
        <div>
          <label for="until">To day</label>
          <input {...field("until")} type="date" />
        </div>
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
      </form>
      {wrong.length > 0 && (
        <p class="toned bad" id="wrong-filters" role="alert">
          Correct the marked filters. An employee id has no spaces at its ends,
          and a day has the form 2026-11-22.
        </p>
      )}
    </search>
  );
}
