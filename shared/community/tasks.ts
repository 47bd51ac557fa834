import * as z from "zod/mini";
import { type Api, json, readJson } from "./api.ts";
import { formatDate } from "./dates.ts";
import { entitySchema } from "./entity.ts";
import type { ListQuery } from "./list-query.ts";
import type { Target } from "./resolve-endpoint.ts";
import { maybe } from "./maybe.ts";
import { type List, listItems } from "./pages.ts";
import { requireText } from "./require.ts";
import type { Call } from "./transport.ts";

/** A Task; fields beyond the creation minimum are not documented (the API document, §2.2). */
const taskSchema = z.extend(entitySchema, {
  subject: maybe(z.string()),
  dueDate: maybe(z.string()),
});
export type Task = z.infer<typeof taskSchema>;

export type NewTask = { subject: string; dueAtMs: number };

const tasks = "/people/{personID}/tasks";

/** Personal tasks: only when the person is the requester, and since 3.1 (the API document, §2.3). */
export function tasksOf(api: Api) {
  return {
    /** @throws UnknownOutcomeError when the task may or may not exist now: compare {@link list} before repeating */
    async create(target: Target, { subject, dueAtMs }: NewTask): Promise<Task> {
      requireText("subject", subject);
      const call: Call = {
        method: "POST",
        ...api.of(target, "tasks", "POST", tasks),
        ...json({ type: "task", subject, dueDate: formatDate(dueAtMs) }),
        idempotent: false,
      };
      return readJson(call, await api.send(call), taskSchema);
    },

    list(target: Target, query?: ListQuery): List<Task> {
      const endpoint = () => api.of(target, "tasks", "GET", tasks);
      return listItems(api, endpoint, taskSchema, query);
    },
  };
}
