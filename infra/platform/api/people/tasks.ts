import * as z from "zod";
import { readJson } from "../../http/body.ts";
import type { Family } from "../../http/context.ts";
import { readOnlySelf } from "../../http/permissions.ts";
import { selfOfPath } from "../../http/requester.ts";
import { dateSchema, formatDate } from "../../state/dates.ts";
import type { Task } from "../../state/platform-state.ts";
import { addPartRoutes } from "../item-routes.ts";

const taskSchema = z.object({
  type: z.literal("task"),
  subject: z.string().min(1),
  dueDate: dateSchema,
});

/** The personal tasks of the requester, since version 3.1 (docs/interface.md, §2.3). */
export const addTasks: Family = (api, context) => {
  const { state, options, apiUrl } = context;
  if (options.version === "3.0") return;
  addPartRoutes<Task>(api, context, "/people/:personID/tasks", "task", {
    partsOf: (c) => state.tasks.of(selfOfPath(c, context).id),
    present: ({ id, ownerID, subject, dueAtMs }) => ({
      id,
      type: "task",
      subject,
      dueDate: formatDate(dueAtMs),
      resources: readOnlySelf(`${apiUrl}/people/${ownerID}/tasks/${id}`),
    }),
    create: async (c) => {
      selfOfPath(c, context);
      const { subject, dueDate } = await readJson(c, taskSchema);
      // Read again: another request may have deleted the person while the body came in.
      const { id: ownerID } = selfOfPath(c, context);
      const task = { id: state.nextID(), ownerID, subject, dueAtMs: dueDate };
      state.tasks.put(task);
      return task;
    },
  });
};
