import * as z from "zod/mini";
import type { Api } from "./api.ts";
import { jsonBody, parseResponse } from "./json-body.ts";
import { formatDate } from "./dates.ts";
import { entitySchema } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { optionalField } from "./entity.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require-parameter.ts";
import type { Call } from "./transport.ts";

/** A Task. Only the fields that a creation must have are documented (docs/interface.md, §2.2). */
const taskSchema = z.extend(entitySchema, {
  subject: optionalField(z.string()),
  dueDate: optionalField(z.string()),
});
export type Task = z.infer<typeof taskSchema>;

export type NewTask = { subject: string; dueAtMs: number };

const tasks = "/people/{personID}/tasks";

/** Personal tasks. Only the person itself may use them; since 3.1 (docs/interface.md, §2.3). */
export function tasksOf(api: Api) {
  return {
    /** @throws UnknownOutcomeError when the task may or may not have been created: read {@link list} first */
    async create(target: Target, { subject, dueAtMs }: NewTask): Promise<Task> {
      requireText("subject", subject);
      const call: Call = {
        method: "POST",
        ...api.endpointOf(target, "tasks", "POST", tasks),
        ...jsonBody({ type: "task", subject, dueDate: formatDate(dueAtMs) }),
        idempotent: false,
      };
      return parseResponse(call, await api.send(call), taskSchema);
    },

    list(target: Target, query?: ListQuery): List<Task> {
      const endpoint = () => api.endpointOf(target, "tasks", "GET", tasks);
      return listItems(api, endpoint, taskSchema, query);
    },
  };
}
