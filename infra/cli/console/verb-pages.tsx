import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { hrefOf } from "../../pages/href-of.ts";
import { operationHref } from "./components/parts.tsx";
import { isBulkVerb } from "../../../functions/operations/contract.ts";
import type { VerbRequest } from "../api/client.ts";
import type { ConsoleContext, OperatorsApi } from "./console-context.ts";
import { ConfirmPage, type Subject } from "./pages/confirm-page.tsx";
import { JobPage } from "./pages/job-page.tsx";
import { explainError } from "./explain-error.ts";
import { type BulkJob, createBulkJobs } from "./worklist/bulk-jobs.ts";
import { readOperations } from "../api/act-by-pages.ts";
import {
  confirmedTarget,
  readSelection,
  selectableOf,
  type Selection,
  toApiFilter,
  verbRequestOf,
  worklistPage,
} from "./worklist/selection.ts";

/** The page that asks once more, and the form that acts. */
export function createVerbPages({ api, zone, nowMs }: ConsoleContext): Hono {
  const routes = new Hono();
  const jobs = createBulkJobs(api, nowMs);

  routes.get("/confirm", async (c) => {
    const selection = requireSelection(new URL(c.req.url).searchParams);
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
    const selection = requireSelection(new URLSearchParams(await c.req.text()));
    const read = verbRequestOf(selection);
    if ("issue" in read) {
      c.status(422);
      return c.render(
        <ConfirmPage
          selection={selection}
          {...idsOnly(selection)}
          issue={read.issue}
        />,
      );
    }
    const [id, ...others] = selection.ids;
    if (id !== undefined && others.length === 0)
      return actOnOne(c, selection, id, read.body);
    const { verb } = selection;
    const target = confirmedTarget(selection, zone);
    if (!isBulkVerb(verb) || target === undefined) throw unknownRequest();
    const { body } = read;
    const { query } = selection;
    const total = "ids" in target ? target.ids.length : target.selection.limit;
    const job = await jobs.start({ verb, body, query, total }, target);
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

  return routes;

  function requireJob(id = ""): BulkJob {
    const job = jobs.get(id);
    if (job) return job;
    throw new HTTPException(404, {
      message: "The console was started again since. Open the worklist again.",
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
      return c.render(
        <ConfirmPage
          selection={selection}
          {...idsOnly(selection)}
          failure={failure}
        />,
      );
    }
    return c.redirect(`${operationHref(id)}&done=${verb}`, 303);
  }
}

/** One question is about at most so many operations, because each hundred takes a request. */
const maxAsked = 1_000;

type Asked = {
  selection: Selection;
  subjects: readonly Subject[];
  isMore?: boolean;
};

/** What the API shows now of the selected operations. Of a filter, that is what the operator confirms. */
async function findSubjects(
  api: OperatorsApi,
  selection: Selection,
  zone: string,
): Promise<Asked> {
  const { ids, isAll, query, cursor } = selection;
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0)
    return { selection, subjects: [await api.operations.get(id)] };
  if (isAll) {
    const selectable = selectableOf(query, zone);
    if (selectable === undefined) throw unknownRequest();
    const found = await readOperations(api, selectable, { maxItems: maxAsked });
    const { operations: subjects, next, asOf } = found;
    const limit = String(subjects.length);
    return {
      selection: { ...selection, asOf, limit },
      subjects,
      isMore: next !== undefined,
    };
  }
  const read = toApiFilter(query, zone);
  if (!("filter" in read)) throw unknownRequest();
  const page = { ...worklistPage, cursor };
  const { operations } = await readOperations(api, read.filter, page);
  const known = new Map(operations.map((one) => [one.id, one]));
  return {
    selection,
    subjects: ids.map((one) => known.get(one) ?? { id: one }),
  };
}

function idsOnly({ ids }: Selection) {
  return { subjects: ids.map((id) => ({ id })) };
}

function requireSelection(parameters: URLSearchParams): Selection {
  const selection = readSelection(parameters);
  if (selection === undefined) throw unknownRequest();
  return selection;
}

function unknownRequest(): HTTPException {
  return new HTTPException(400, {
    message: "The console did not make this form. Open the worklist again.",
  });
}
