import { expect } from "vitest";
import type { Platform } from "../../../infra/platform/start-platform.ts";

/** Expects one person for the sample hire with this employee id, with each task, each stream and the avatar once. */
export function expectOneOfEach(
  { people, tasksOf, streamsOf, imagesOf }: Platform,
  employeeId: string,
  personID = "",
): void {
  const email = `${employeeId.toLowerCase()}@example.com`;
  const found = people().filter((p) => p.emails.some((e) => e.value === email));
  expect(found.map(({ id }) => id)).toEqual([personID]);
  expect(
    tasksOf(personID)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([
    "Complete your profile",
    "Meet your team",
    "Read the on-call handbook",
  ]);
  expect(
    streamsOf(personID)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["Incidents", "Newcomers"]);
  expect(imagesOf(personID)).toHaveLength(1);
}
