import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { hrefOf } from "../../pages/href-of.ts";
import { operationHref } from "./components/parts.tsx";
import { isBulkVerb } from "../../../functions/operations/contract.ts";
import type { VerbRequest } from "../api/client.ts";
import type { ConsoleContext, OperatorsApi } from "./console-context.ts";
import { ConfirmPage, type Subject } from "./pages/confirm-page.tsx";
import { ResultPage } from "./pages/result-page.tsx";
import { explainError } from "./explain-error.ts";
import { actOnMany } from "./worklist/act-on-many.ts";
import { findSelected } from "../api/act-by-pages.ts";
import { readPage } from "./worklist/read-page.ts";
import {
  confirmedTarget,
  readSelection,
  selectableOf,
  type Selection,
  toApiFilter,
  verbRequestOf,
} from "./worklist/selection.ts";

/** The page that asks once more, and the form that acts. */
export function createVerbPages({ api, nowMs }: ConsoleContext): Hono {
  const routes = new Hono();

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
    const found = await findSubjects(api, selection);
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
    const target = confirmedTarget(selection);
    if (!isBulkVerb(verb) || target === undefined) throw unknownRequest();
    const outcome = await actOnMany(api, verb, target, read.body, nowMs);
    return c.render(
      <ResultPage verb={verb} selection={selection} outcome={outcome} />,
    );
  });

  return routes;

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
): Promise<Asked> {
  const { ids, isAll, query, cursor } = selection;
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0)
    return { selection, subjects: [await api.operations.get(id)] };
  if (isAll) {
    const selectable = selectableOf(query);
    if (selectable === undefined) throw unknownRequest();
    const found = await findSelected(api, selectable, maxAsked);
    const { operations: subjects, isMore, asOf } = found;
    const limit = String(subjects.length);
    return { selection: { ...selection, asOf, limit }, subjects, isMore };
  }
  const read = toApiFilter(query);
  if (!("filter" in read)) throw unknownRequest();
  const { operations } = await readPage(api, read.filter, cursor);
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
