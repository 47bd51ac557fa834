import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { hrefOf } from "../../../pages/href-of.ts";
import { countOf } from "../../../pages/parts.tsx";
import { operationHref, Question, useMoments } from "../components/parts.tsx";
import {
  isBulkVerb,
  type ShownOperation,
  type Verb,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import type { ApiClient, VerbRequest } from "../../api/client.ts";
import type { ConsoleContext } from "../console-context.ts";
import { JobPage, type BulkJob, createBulkJobs } from "./job.tsx";
import { explainError, type Failure, unknownForm } from "../explain-error.ts";
import { readOperations } from "../../api/act-by-pages.ts";
import {
  isSelectable,
  maxAsked,
  readSelection,
  type Selection,
  toApiFilter,
  verbRequestOf,
  worklistPage,
  type WorklistQuery,
} from "../worklist/selection.ts";
import { Layout } from "../components/layout.tsx";
import {
  describeConsequence,
  describeEffect,
  nameVerb,
  statusWords,
} from "../words.ts";
import { describeEvent } from "../../../../shared/event-types.ts";

export function addVerbs(
  routes: Hono,
  { api, zone, nowMs }: ConsoleContext,
): void {
  const jobs = createBulkJobs(api, nowMs);

  routes.get("/confirm", async (c) => {
    const selection = readSelection(new URL(c.req.url).searchParams);
    if (selection.ids.length === 0 && !selection.isAll)
      return c.redirect(
        hrefOf("operations", {
          ...selection.query,
          cursor: selection.cursor,
          none: "1",
        }),
      );
    const found = await findSubjects(api, selection, zone);
    if (found.subjects.length === 0)
      return c.redirect(hrefOf("operations", selection.query));
    return c.render(<ConfirmPage {...found} />);
  });

  routes.post("/act", async (c) => {
    const selection = readSelection(new URLSearchParams(await c.req.text()));
    const request = verbRequestOf(selection);
    if (!request) {
      c.status(422);
      return askAgain(c, selection);
    }
    const { verb, query, ids, asOf } = selection;
    const only = ids.length === 1 ? ids[0] : undefined;
    // The request for many refuses an operation that has changed since `asOf`. So with `asOf` it is used for one, too.
    if (only !== undefined && asOf === undefined)
      return actOnOne(c, selection, only, request);
    if (!isBulkVerb(verb) || ids.length === 0 || asOf === undefined)
      throw unknownForm("worklist");
    const body = { ...request, asOf };
    const job = await jobs.start({ verb, body, query }, ids);
    return c.redirect(hrefOf("job", { id: job.id }), 303);
  });

  routes.get("/job", (c) =>
    c.render(<JobPage job={requireJob(c.req.query("id"))} />),
  );

  routes.post("/job", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const job = requireJob(form.get("id") ?? undefined);
    if (form.get("action") === "stop") jobs.stop(job);
    else await jobs.goOn(job);
    return c.redirect(hrefOf("job", { id: job.id }), 303);
  });

  function requireJob(id = ""): BulkJob {
    const job = jobs.get(id);
    if (job) return job;
    throw new HTTPException(404, {
      message:
        "This work is done, or the console was started again since. Open the worklist again.",
    });
  }

  /** Shows the operation afterwards, or the question again with the reason and what the operator typed. */
  async function actOnOne(
    c: Context,
    selection: Selection,
    id: string,
    body: VerbRequest,
  ) {
    const { verb } = selection;
    try {
      await api.operations.act(id, verb, body);
    } catch (error) {
      const failure = explainError(error);
      c.status(failure.status);
      return askAgain(c, selection, failure);
    }
    return c.redirect(`${operationHref(id)}&done=${verb}`, 303);
  }
}

/** Reads the selected operations for the question. The operator confirms exactly what the page shows of them. */
async function findSubjects(
  api: ApiClient,
  selection: Selection,
  zone: string,
): Promise<ConfirmPageProps> {
  const { ids, isAll, query, cursor } = selection;
  const only = ids.length === 1 ? ids[0] : undefined;
  if (only !== undefined && !isAll)
    return { selection, subjects: [await api.operations.get(only)] };
  const read = toApiFilter(query, zone);
  if (!("filter" in read) || (isAll && !isSelectable(query)))
    throw unknownForm("worklist");
  if (isAll) {
    // In any order of the worklist, the question is about the newest ones.
    const { order: _order, ...filter } = read.filter;
    const limit = { maxItems: maxAsked };
    const { operations, next, asOf } = await readOperations(api, filter, limit);
    return {
      selection: { ...selection, ids: operations.map(({ id }) => id), asOf },
      subjects: operations,
      isMore: next !== undefined,
    };
  }
  const page = { ...worklistPage, cursor };
  const { operations, asOf } = await readOperations(api, read.filter, page);
  const known = new Map(operations.map((one) => [one.id, one]));
  return {
    selection: { ...selection, asOf },
    subjects: ids.map((id) => known.get(id) ?? { id }),
  };
}

/** @param failure - why the API did not do it. Undefined if the operator must correct what they typed */
function askAgain(c: Context, selection: Selection, failure?: Failure) {
  const subjects = selection.ids.map((id) => ({ id }));
  return c.render(
    <ConfirmPage
      selection={selection}
      subjects={subjects}
      isWrong={failure === undefined}
      failure={failure}
    />,
  );
}

/** A selected operation. Only its id is known if the page has moved on, or if the question is asked again. */
type Subject = Pick<ShownOperation, "id"> & Partial<ShownOperation>;

type ConfirmPageProps = {
  selection: Selection;
  subjects: readonly Subject[];
  /** More operations match than these subjects, and are left over. */
  isMore?: boolean;
  /** What the operator typed is not valid. */
  isWrong?: boolean;
  failure?: Failure | undefined;
};

function ConfirmPage({
  selection,
  subjects,
  isMore = false,
  isWrong = false,
  failure,
}: ConfirmPageProps) {
  const { verb, ids, isAll, query, asOf } = selection;
  const { due } = useMoments();
  const only = subjects.length === 1 ? subjects[0] : undefined;
  const back = only
    ? operationHref(only.id)
    : hrefOf("operations", { ...query });
  const button = nameVerb(
    verb,
    only
      ? { type: "operation", ...only }
      : `${isMore ? "the newest " : ""}${countOf(subjects.length, "operation")}`,
  );
  const title = only?.employeeId ? `${button} of ${only.employeeId}` : button;
  return (
    <Layout title={title} current="operations">
      <Question
        title={title}
        failure={failure}
        action="act"
        values={{ verb, operation: ids, ...query, asOf }}
        inputs={<VerbFields selection={selection} isWrong={isWrong} />}
        button={button}
        tone={verbRecords[verb].tone}
        back={back}
      >
        <p>{describeEffect(verb, only, due(only?.dueAt))}</p>
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
      <strong>{words.filter(Boolean).join(", ")}</strong>. What comes later
      stays as it is.
    </p>
  );
}

const maxListed = 10;

type SubjectsProps = Pick<ConfirmPageProps, "subjects"> & { verb: Verb };

/** The operations of the question. If there are several, each has what follows for its employee. */
function Subjects({ verb, subjects }: SubjectsProps) {
  const { due } = useMoments();
  const hidden = subjects.length - maxListed;
  return (
    <>
      <ul>
        {subjects.slice(0, maxListed).map((subject) => {
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

const issues = {
  hours: "A release applies for at most 24 hours.",
  note: "Write a note of 1 to 500 characters.",
};

type VerbFieldsProps = { selection: Selection; isWrong: boolean };

function VerbFields({ selection, isWrong }: VerbFieldsProps) {
  const { verb, hours, note } = selection;
  const { field } = verbRecords[verb];
  const invalid = isWrong && {
    "aria-invalid": true,
    "aria-describedby": "issue",
    autofocus: true,
  };
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
      {isWrong && field && (
        <p class="toned bad" id="issue" role="alert">
          {issues[field]}
        </p>
      )}
    </>
  );
}
