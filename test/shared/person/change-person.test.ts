import { beforeEach, expect, test } from "vitest";
import type { Platform } from "../../../infra/platform/start-platform.ts";
import { changePerson } from "../../../shared/person/change-person.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { clientFor, joinAs } from "../../fixtures/community-client.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

let platform: Platform;
let personID: string;

beforeEach(async () => {
  platform = await platformForTest();
  const { person } = await joinAs(platform, "zoe", { tags: ["sre"] });
  personID = person.id;
});

const writes = () =>
  platform.journal.filter(({ method }) => method === "PUT").length;

/** Changes the person under a lease that counts the requests without an answer. */
async function change(tags: string[] | undefined, requireTime = () => {}) {
  let unanswered = 0;
  const lease = {
    isDoubtful: false,
    lateWriteUntilMs: 0,
    requireTime,
    note: async () => {},
    noteUnanswered: () => void unanswered++,
  };
  const changed = await changePerson(
    clientFor(platform),
    personID,
    lease,
    (person) => tags && { ...person, tags },
  );
  return { tags: changed.tags, unanswered };
}

const outOfTime = new StepFailure("employee-busy", { retryable: true });
const throwOutOfTime = () => {
  throw outOfTime;
};

test("changePerson sends no write when too little time of the lease is left", async () => {
  await expect(change(["new"], throwOutOfTime)).rejects.toBe(outOfTime);
  expect(writes()).toBe(0);
});

test("changePerson needs no time of the lease when there is nothing to write", async () => {
  expect(await change(undefined, throwOutOfTime)).toEqual({
    tags: ["sre"],
    unanswered: 0,
  });
  expect(writes()).toBe(0);
});

test.each([
  ["PUT", "a write got no answer, although its repetition succeeded", 1],
  ["GET", "only a read got none, which is nothing to note", 0],
] as const)(
  "changePerson notes at the lease whether a request can still arrive: %s, %s",
  async (method, _, unanswered) => {
    const path = "/people/{personID}";
    platform.faults.add({ kind: "reset-before", method, path, times: 1 });
    expect(await change(["new"])).toEqual({ tags: ["new"], unanswered });
  },
);
