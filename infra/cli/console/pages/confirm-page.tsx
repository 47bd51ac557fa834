import {
  type ShownOperation,
  type Verb,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import {
  countOf,
  operationHref,
  Question,
  useMoments,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import {
  describeConsequence,
  describeEffect,
  nameVerb,
  statusWords,
} from "../words.ts";
import { describeEvent } from "../../../../shared/event-types.ts";
import type { Failure } from "../explain-error.ts";
import {
  type Selection,
  selectionFieldsOf,
  type WorklistQuery,
} from "../worklist/selection.ts";

/** An operation that was selected. Its event is absent if it could not be read. */
export type Subject = Pick<ShownOperation, "id"> & Partial<ShownOperation>;

type ConfirmPageProps = {
  selection: Selection;
  subjects: readonly Subject[];
  /** More operations match than these subjects, and are left over. */
  isMore?: boolean;
  /** What the operator must correct. */
  issue?: string | undefined;
  /** Why the API did not do it. */
  failure?: Failure | undefined;
};

/** Says what will happen to which operations, and asks for what the verb needs. */
export function ConfirmPage({
  selection,
  subjects,
  isMore = false,
  issue,
  failure,
}: ConfirmPageProps) {
  const { verb, isAll, query, cursor } = selection;
  const { due } = useMoments();
  const [first] = subjects;
  const isOne = !isAll && subjects.length === 1;
  const back =
    isOne && first
      ? operationHref(first.id)
      : hrefOf("operations", { ...query });
  const count = isAll ? Number(selection.limit) : subjects.length;
  const button = nameVerb(
    verb,
    isOne && first
      ? { type: "operation", ...first }
      : `${isMore ? "the newest " : ""}${countOf(count, "operation", "operations")}`,
  );
  const title =
    isOne && first?.employeeId ? `${button} of ${first.employeeId}` : button;
  return (
    <Layout title={title} current="operations">
      <Question
        title={title}
        failure={failure}
        action="act"
        values={{
          ...selectionFieldsOf(selection),
          cursor: isAll ? undefined : cursor,
        }}
        inputs={<VerbFields verb={verb} selection={selection} issue={issue} />}
        button={button}
        tone={verbRecords[verb].tone}
        back={back}
      >
        <p>
          {describeEffect(verb, isOne ? first : undefined, due(first?.dueAt))}
        </p>
        {isAll && <Filters query={query} />}
        <Subjects verb={verb} subjects={subjects} />
      </Question>
    </Layout>
  );
}

function Filters({
  query: { status, type, reason, order: _order, ...others },
}: {
  query: WorklistQuery;
}) {
  const words = [
    Object.entries(statusWords).find(([name]) => name === status)?.[1].text,
    type && describeEvent(type),
    reason,
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
  ];
  return (
    <p>
      Operations that match now:{" "}
      <strong>{words.filter(Boolean).join(", ")}</strong>. What comes later is
      left over.
    </p>
  );
}

const shown = 10;

type SubjectsProps = Pick<ConfirmPageProps, "subjects"> & { verb: Verb };

/** Whom it is about. Of several operations, each with what follows for its employee. */
function Subjects({ verb, subjects }: SubjectsProps) {
  const { due } = useMoments();
  const hidden = subjects.length - shown;
  return (
    <>
      <ul>
        {subjects.slice(0, shown).map((subject) => {
          const { id, type, employeeId, dueAt } = subject;
          const follows = describeConsequence(verb, subject, due(dueAt));
          return (
            <li>
              <a href={operationHref(id)}>
                {type && employeeId
                  ? `${describeEvent(type)} of ${employeeId}`
                  : "Operation"}
              </a>{" "}
              <span class="id">{id}</span>
              {follows !== "" && subjects.length > 1 && (
                <div class="muted">{follows}</div>
              )}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p class="muted">and {hidden} more</p>}
    </>
  );
}

type VerbFieldsProps = {
  verb: Verb;
  selection: Selection;
  issue: string | undefined;
};

function VerbFields({
  verb,
  selection: { hours, note },
  issue,
}: VerbFieldsProps) {
  const invalid = issue !== undefined && {
    "aria-invalid": true,
    "aria-describedby": "issue",
    autofocus: true,
  };
  const { field } = verbRecords[verb];
  return (
    <>
      {field === "hours" && (
        <div>
          <label for="hours">The release applies for</label>
          <select id="hours" name="hours" {...invalid}>
            {["1", "4", "12", "24"].map((one) => (
              <option value={one} selected={one === hours}>
                {one === "1" ? "1 hour" : `${one} hours`}
              </option>
            ))}
          </select>
          <p class="muted">
            After that, operations that have not run yet are held again.
          </p>
        </div>
      )}
      {field === "note" && (
        <div>
          <label for="note">How you repaired it</label>
          <textarea
            id="note"
            name="note"
            rows={3}
            maxlength={500}
            required
            {...invalid}
          >
            {note}
          </textarea>
          <p class="muted">
            The audit trail keeps the note. Write no personal data.
          </p>
        </div>
      )}
      {issue !== undefined && (
        <p class="toned bad" id="issue" role="alert">
          {issue}
        </p>
      )}
    </>
  );
}
