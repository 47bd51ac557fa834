import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { readJson } from "../../http/body.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { dateSchema, formatDate } from "../../state/dates.ts";
import { answerPage } from "../../http/paging.ts";
import { personUrl } from "./present-person.ts";
import { selfOfPath } from "../../http/person-of-path.ts";
import { isSelf } from "../../http/permissions.ts";
import { readOnlySelf } from "../../http/resources.ts";
import type { StoredPerson, Task } from "../../state/platform-state.ts";

const taskSchema = z.object({
  type: z.literal("task"),
  subject: z.string().min(1),
  dueDate: dateSchema,
});

/** The personal tasks of the requester, since version 3.1 (docs/interface.md, §2.3). */
export function createTasks(context: PlatformContext): Family {
  const { state, options } = context;
  const routes = new Hono<PlatformEnv>();
  if (options.version === "3.0") return { routes };

  const present = (person: StoredPerson, { id, subject, dueAtMs }: Task) => ({
    id,
    type: "task",
    subject,
    dueDate: formatDate(dueAtMs),
    resources: readOnlySelf(personUrl(context, person, `/tasks/${id}`)),
  });

  routes.get("/people/:personID/tasks", (c) => {
    const person = selfOfPath(c, context);
    return answerPage(c, context, state.tasks.ownedBy(person.id), (task) =>
      present(person, task),
    );
  });

  routes.post("/people/:personID/tasks", async (c) => {
    selfOfPath(c, context);
    const { subject, dueDate } = await readJson(c, taskSchema);
    const person = selfOfPath(c, context);
    const task = { id: state.nextID(), subject, dueAtMs: dueDate };
    state.tasks.add(person.id, task);
    return c.json(present(person, task), 201);
  });

  routes.get("/people/:personID/tasks/:taskID", (c) => {
    const person = selfOfPath(c, context);
    const task = state.tasks
      .ownedBy(person.id)
      .find(({ id }) => id === c.req.param("taskID"));
    if (task === undefined) {
      throw new HTTPException(404, { message: "There is no such task." });
    }
    return c.json(present(person, task));
  });

  return {
    routes,
    personResources: [
      {
        name: "tasks",
        path: "/people/{personID}/tasks",
        allowed: (requester, person) =>
          isSelf(requester, person) ? ["GET", "POST"] : [],
      },
    ],
  };
}
