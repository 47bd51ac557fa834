import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { BulkVerb } from "../../../functions/operations/contract.ts";
import { hrefOf } from "../../pages/href-of.ts";
import { operationHref } from "./components/hrefs.ts";
import type { VerbRequest } from "../api/client.ts";
import type { OperatorsApi } from "./operators-api.ts";
import { ConfirmPage, type Subject } from "./pages/confirm-page.tsx";
import { ResultPage } from "./pages/result-page.tsx";
import type { ConsoleContext } from "./console-context.ts";
import { explainError } from "./words/explain-error.ts";
import { actOnMany } from "./worklist/act-on-many.ts";
import { readPage } from "./worklist/read-page.ts";
import {
  verbRequestOf,
  isBulkVerb,
  readSelection,
  selectableOf,
  type Selection,
} from "./worklist/selection.ts";
import { toApiFilter } from "./worklist/worklist-query.ts";

/** The page that asks once more, and the form that acts. */
export function createVerbPages({
  api,
  deployment,
  nowMs,
}: ConsoleContext): Hono {
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
    return c.html(
      <ConfirmPage deployment={deployment} selection={selection} {...found} />,
    );
  });

  routes.post("/act", async (c) => {
    const selection = requireSelection(new URLSearchParams(await c.req.text()));
    const read = verbRequestOf(selection);
    if ("issue" in read)
      return c.html(
        <ConfirmPage
          deployment={deployment}
          selection={selection}
          {...idsOnly(selection)}
          issue={read.issue}
        />,
        422,
      );
    const [id, ...others] = selection.ids;
    if (id !== undefined && others.length === 0)
      return actOnOne(c, selection, id, read.body);
    const { verb } = selection;
    if (!isBulkVerb(verb)) throw unknownRequest();
    const outcome = await actOn(verb, selection, read.body);
    return c.html(
      <ResultPage
        deployment={deployment}
        verb={verb}
        selection={selection}
        outcome={outcome}
      />,
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
      return c.html(
        <ConfirmPage
          deployment={deployment}
          selection={selection}
          {...idsOnly(selection)}
          failure={failure}
        />,
        failure.status,
      );
    }
    return c.redirect(`${operationHref(id)}&done=${verb}`, 303);
  }

  function actOn(
    verb: BulkVerb,
    { ids, isAll, query, cursor }: Selection,
    body: VerbRequest,
  ) {
    if (!isAll) return actOnMany(api, verb, { ids }, body, nowMs);
    const selection = selectableOf(query);
    if (selection === undefined) throw unknownRequest();
    const target = { selection, from: cursor };
    return actOnMany(api, verb, target, body, nowMs);
  }
}

const maxShown = 100;

/** What the API shows now of the selected operations. */
async function findSubjects(
  api: OperatorsApi,
  { ids, isAll, query, cursor }: Selection,
): Promise<{ subjects: Subject[]; isMore: boolean }> {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0)
    return { subjects: [await api.operations.get(id)], isMore: false };
  const read = toApiFilter(query);
  if (!("filter" in read)) throw unknownRequest();
  if (isAll) {
    const page = await api.operations.page(read.filter, { limit: maxShown });
    return { subjects: page.operations, isMore: page.next !== undefined };
  }
  const { operations } = await readPage(api, read.filter, cursor);
  const known = new Map(operations.map((one) => [one.id, one]));
  return {
    subjects: ids.map((one) => known.get(one) ?? { id: one }),
    isMore: false,
  };
}

function idsOnly({ ids, isAll }: Selection) {
  return { subjects: ids.map((id) => ({ id })), isMore: isAll };
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
