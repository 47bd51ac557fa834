import { isNotOffered } from "../../../shared/community/resolve-endpoint.ts";
import { type Check, ok, warning } from "../check.ts";
import { dayMs } from "../../../shared/durations.ts";

/** A new person makes a task. */
export const checkTasks: Check = {
  name: "tasks of a new person",
  run: async ({ nowMs }, facts) => {
    const asPerson = facts.require("asPerson");
    const ownView = facts.require("ownView");
    if (isNotOffered(ownView, "tasks"))
      return warning("the platform offers no tasks, as before version 3.1", {
        setting: "templates",
        advice: "Take the tasks out of templates, and send none.",
      });
    await asPerson.tasks.create(ownView, {
      subject: "Created by a check",
      dueAtMs: nowMs() + dayMs,
    });
    return ok("a task is created as the person");
  },
};

/** A new person makes a custom stream. */
export const checkStreams: Check = {
  name: "streams of a new person",
  run: async (_tools, facts) => {
    const asPerson = facts.require("asPerson");
    const ownView = facts.require("ownView");
    if (isNotOffered(ownView, "streams"))
      return warning("the platform offers no streams", {
        setting: "templates",
        advice: "Take the streams out of templates, and send none.",
      });
    await asPerson.streams.create(ownView, "Created by a check");
    return ok("a stream is created as the person");
  },
};
