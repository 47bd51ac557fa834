import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import {
  approveSchema,
  type ShownPlan,
  type ShownRow,
} from "../../../functions/lists/contract.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import type { ConsoleContext } from "./console-context.ts";
import { explainError } from "./explain-error.ts";
import {
  choicePrefix,
  PlanConfirmPage,
  PlanPage,
  type PlanVerb,
  planVerbs,
} from "./pages/plan-page.tsx";
import { planHref, PlansPage } from "./pages/plans-page.tsx";

const shownRows = 200;

/** The pages of lists of people. */
export function createPlanPages({ api: { plans } }: ConsoleContext): Hono {
  const routes = new Hono();

  routes.get("/plans", async (c) =>
    c.render(<PlansPage {...await plans.list()} />),
  );

  routes.get("/plan", async (c) => {
    const plan = await plans.get(c.req.query("id") ?? "");
    const kind = c.req.query("kind") ?? firstKindOf(plan);
    const rows: ShownRow[] = [];
    if (kind !== undefined)
      for await (const row of plans.rows(plan.id, { kind, names: true })) {
        rows.push(row);
        if (rows.length > shownRows) break;
      }
    return c.render(
      <PlanPage
        plan={plan}
        kind={kind}
        rows={rows.slice(0, shownRows)}
        isMore={rows.length > shownRows}
      />,
    );
  });

  routes.get("/plan-confirm", async (c) => {
    const plan = await plans.get(c.req.query("id") ?? "");
    const verb = requireVerb(c.req.query("verb"));
    return c.render(<PlanConfirmPage plan={plan} verb={verb} />);
  });

  routes.post("/plan-act", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("id") ?? "";
    const verb = requireVerb(form.get("verb"));
    try {
      await act(id, verb, form);
    } catch (error) {
      const failure = explainError(error);
      c.status(failure.status);
      const plan = await plans.get(id);
      return c.render(
        <PlanConfirmPage plan={plan} verb={verb} failure={failure} />,
      );
    }
    return c.redirect(planHref(id), 303);
  });

  routes.post("/plan-decide", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("id") ?? "";
    const chosen = [...form].filter(
      ([name, person]) => name.startsWith(choicePrefix) && person !== "",
    );
    if (chosen.length > 0)
      await plans.decide(
        id,
        Object.fromEntries(
          chosen.map(([name, person]) => [
            name.slice(choicePrefix.length),
            person,
          ]),
        ),
      );
    return c.redirect(planHref(id), 303);
  });

  return routes;

  async function act(id: string, verb: PlanVerb, form: URLSearchParams) {
    if (verb === "apply") return plans.apply(id);
    if (verb === "stop") return plans.stop(id);
    // What the operator has seen, and not what the plan is by now.
    const seen = approveSchema.safeParse({
      digest: form.get("digest"),
      applies: parseJson(form.get("applies") ?? ""),
    });
    if (!seen.success) throw unknownForm();
    return plans.approve(id, seen.data);
  }
}

/** Ends and renames first: they are what an operator must read. */
function firstKindOf({ counts }: ShownPlan): string | undefined {
  const kinds = Object.keys(counts);
  return (
    ["end", "rename", "conflict"].find((kind) => kinds.includes(kind)) ??
    kinds.find((kind) => kind !== "same" && kind !== "ignored")
  );
}

function requireVerb(text: string | null | undefined): PlanVerb {
  const verb = planVerbs.find((one) => one === text);
  if (verb) return verb;
  throw unknownForm();
}

function unknownForm(): HTTPException {
  return new HTTPException(400, {
    message: "The console did not make this form. Open the plan again.",
  });
}
