import { expect, test } from "vitest";
import { personOf, refsOf } from "../../../shared/person/known-person.ts";

test("our store keeps the ref of each resource that a person offers, and nothing else of it", () => {
  const resources = {
    tasks: { ref: "https://community.example/tasks", allowed: ["GET"] },
    avatar: {},
  };
  expect(refsOf({ id: "p-1", resources })).toEqual({
    tasks: "https://community.example/tasks",
  });
  expect(refsOf({ id: "p-1" })).toBeUndefined();
});

test("the person of an employee has the refs of our store as resources", () => {
  const refs = { tasks: "https://community.example/tasks" };
  expect(personOf({ personID: "p-1", refs })).toEqual({
    id: "p-1",
    resources: { tasks: { ref: "https://community.example/tasks" } },
  });
});

test("the person of an employee without refs has only an id", () => {
  expect(personOf({ personID: "p-1" })).toEqual({ id: "p-1" });
});
