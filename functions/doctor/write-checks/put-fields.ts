import { jsonBody } from "../../../shared/community/json-body.ts";
import { ApiError } from "../../../shared/community/errors.ts";
import type { Person } from "../../../shared/community/person.ts";
import { type Check, ok, warning } from "../check.ts";
import { readThrowAway } from "../change-throw-away.ts";
import type { Facts } from "../facts.ts";
import type { Tools } from "../tools.ts";

/**
 * Whether a PUT without an optional field keeps it or removes it. The client always sends the whole person, so the
 * difference matters only for what the service account does not see.
 */
export const checkMerge: Check = {
  name: "PUT merges or replaces",
  run: async (tools, facts) => {
    const { emails, name, svc, location } = await readThrowAway(facts);
    if (location === undefined)
      return warning(
        "the platform does not show the location that the creation has set",
        {
          advice: "Find out whether the service account sees all fields.",
        },
      );
    await put(tools, facts, { emails, name, svc });
    const after = await readThrowAway(facts);
    if (after.location === location)
      return ok("a PUT merges: fields that it does not name stay");
    return warning("a PUT replaces: fields that it does not name are removed", {
      advice:
        "Let the service account see all fields of all people: a change removes what it does not see. A status that did not change is removed too.",
    });
  },
};

/** Whether a PUT may have changed fields only. Ours has all fields, so both answers are fine. */
export const checkChangedFields: Check = {
  name: "PUT of changed fields",
  run: async (tools, facts) => {
    try {
      await put(tools, facts, { location: "Changed by a check" });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return ok(
        `a PUT of changed fields only is answered ${error.status}; ours have all fields`,
      );
    }
    return ok("a PUT of changed fields only is accepted; ours have all fields");
  },
};

/** Sends exactly these fields of the throw-away person. */
async function put(
  tools: Tools,
  facts: Facts,
  fields: Partial<Person>,
): Promise<void> {
  const { id } = facts.require("person");
  const send = tools.transportOf(facts.require("authorizer"));
  const { baseUrl } = tools.config;
  await send({
    method: "PUT",
    url: new URL(
      `${baseUrl.replace(/\/+$/, "")}/api/core/v3/people/${encodeURIComponent(id)}`,
    ),
    path: "/people/{personID}",
    ...jsonBody(fields),
    idempotent: true,
  });
}
