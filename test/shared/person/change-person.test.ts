import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/platform/start-platform.ts";
import { changePerson } from "../../../shared/person/change-person.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { clientFor, joinAs } from "../../fixtures/community-client.ts";

let platform: Platform;
let personID: string;

beforeEach(async () => {
  platform = await startPlatform({
    serviceAccount: { username: "service", password: "service-password" },
  });
  const { person } = await joinAs(platform, "zoe", { tags: ["sre"] });
  personID = person.id;
});
afterEach(() => platform.close());

const put = { method: "PUT", path: "/people/{personID}" } as const;
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

test("changePerson notes at the lease that a request got no answer, although its repetition succeeded", async () => {
  platform.faults.add({ ...put, kind: "reset-before", times: 1 });
  expect(await change(["new"])).toEqual({ tags: ["new"], unanswered: 1 });
});

test("changePerson notes nothing at the lease when only the read got no answer", async () => {
  platform.faults.add({
    ...put,
    method: "GET",
    kind: "reset-before",
    times: 1,
  });
  expect(await change(["new"])).toEqual({ tags: ["new"], unanswered: 0 });
});
