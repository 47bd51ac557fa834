import * as z from "zod/mini";
import type { Api } from "./api.ts";
import { formatDate } from "./dates.ts";
import { type Entity, entitySchema, optionalField } from "./entity.ts";
import { undefinedIfNotFound } from "./errors.ts";
import { jsonBody } from "./json-body.ts";
import type { ListQuery } from "./list-query.ts";
import { type List, listItems } from "./pages.ts";
import { type Person, personSchema } from "./person.ts";
import { requireText } from "./require-parameter.ts";
import { isNotOffered, type Target } from "./resolve-endpoint.ts";

/** A Stream. Only its name is documented (docs/interface.md, §2.2). */
const streamSchema = z.extend(entitySchema, {
  name: optionalField(z.string()),
});
export type Stream = z.infer<typeof streamSchema>;

/** A Task. Only the fields that a creation must have are documented (docs/interface.md, §2.2). */
const taskSchema = z.extend(entitySchema, {
  subject: optionalField(z.string()),
  dueDate: optionalField(z.string()),
});
export type Task = z.infer<typeof taskSchema>;

export type NewTask = { subject: string; dueAtMs: number };

/** Each resource of a person and its path, for a person that is known by its id only (docs/interface.md, §4). */
const paths = {
  reports: "/people/{personID}/@reports",
  manager: "/people/{personID}/@manager",
  colleagues: "/people/{personID}/@colleagues",
  followers: "/people/{personID}/@followers",
  following: "/people/{personID}/@following",
  followingIn: "/people/{personID}/followingIn",
  activity: "/people/{personID}/activities",
  blog: "/people/{personID}/blog",
  members: "/members/people/{personID}",
  streams: "/people/{personID}/streams",
  tasks: "/people/{personID}/tasks",
} as const;
type Resource = keyof typeof paths;

/** The resources of a person (docs/interface.md, §2.3 and §4), except images. */
export function personResourcesOf(api: Api) {
  const endpointOf = (
    target: Target,
    resource: Resource,
    method: "GET" | "POST",
  ) => api.endpointOf(target, resource, method, paths[resource]);

  const listOf =
    <S extends z.ZodMiniType>(resource: Resource, schema: S) =>
    (target: Target, query?: ListQuery): List<z.output<S>> =>
      listItems(api, () => endpointOf(target, resource, "GET"), schema, query);

  const find = <S extends z.ZodMiniType>(
    target: Target,
    resource: Resource,
    schema: S,
  ) => {
    const endpoint = endpointOf(target, resource, "GET");
    return undefinedIfNotFound(api.ask({ method: "GET", ...endpoint }, schema));
  };

  const create = <S extends z.ZodMiniType>(
    target: Target,
    resource: Resource,
    fields: object,
    schema: S,
  ) => {
    const endpoint = endpointOf(target, resource, "POST");
    return api.ask(
      { method: "POST", ...endpoint, ...jsonBody(fields) },
      schema,
    );
  };

  return {
    /**
     * All but `following` need an instance with organization-chart relationships. On another instance a person does not
     * offer these resources, and the operations on a person that was read throw NotAllowedError.
     */
    relations: {
      /** The direct reports of the person. */
      reports: listOf("reports", personSchema),
      colleagues: listOf("colleagues", personSchema),
      /** The people who follow the person. */
      followers: listOf("followers", personSchema),
      /** The people that the person follows. */
      following: listOf("following", personSchema),
      /** Undefined if the platform answers 404: the person has no manager, or does not exist. */
      manager: async (target: Target): Promise<Person | undefined> =>
        find(target, "manager", personSchema),
    },

    /** The activity stream of a person, where the platform publishes status changes. */
    activities: { list: listOf("activity", entitySchema) },

    blogs: {
      /** Undefined if the person offers no `blog` resource, or the platform answers 404. */
      find: async (target: Target): Promise<Entity | undefined> =>
        isNotOffered(target, "blog")
          ? undefined
          : find(target, "blog", entitySchema),
    },

    /** The places of a person, with the state of each membership; since 3.1. */
    members: { list: listOf("members", entitySchema) },

    /**
     * Streams. Only the person itself may use them. Names of custom streams are unique, and the platform allows ten
     * custom streams by default (docs/interface.md, §8).
     */
    streams: {
      /** @throws UnknownOutcomeError when the stream may or may not have been created */
      create: async (target: Target, name: string): Promise<Stream> => {
        requireText("name", name);
        return create(target, "streams", { name }, streamSchema);
      },
      list: (target: Target): List<Stream> =>
        listOf("streams", streamSchema)(target),
      /** The requester's streams that follow this person. */
      followingIn: (target: Target): List<Stream> =>
        listOf("followingIn", streamSchema)(target),
    },

    /** Personal tasks. Only the person itself may use them; since 3.1. */
    tasks: {
      /** @throws UnknownOutcomeError when the task may or may not have been created: list the tasks first */
      create: async (
        target: Target,
        { subject, dueAtMs }: NewTask,
      ): Promise<Task> => {
        requireText("subject", subject);
        const dueDate = formatDate(dueAtMs);
        const fields = { type: "task", subject, dueDate };
        return create(target, "tasks", fields, taskSchema);
      },
      list: listOf("tasks", taskSchema),
    },
  };
}
