import { expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireEvent } from "../../fixtures/hire.ts";

const environment = useInProcess();

const create = { method: "POST", path: "/people" } as const;
const imagesPath = "/people/{personID}/images";

// `test/resilience/faults` has every other fault at every request of a hire.
test.each<[string, FaultRule, uploads: number]>([
  ["a request is lost", { kind: "reset-before", ...create, times: 1 }, 1],
  ["an answer is lost", { kind: "reset-after", ...create, times: 1 }, 1],
  [
    "its temporary image expired",
    { kind: "temporary-images-expired", path: imagesPath, times: 1 },
    2,
  ],
])(
  "a hire ends with one person, and each task, stream and image once, if %s",
  async (_what, rule, uploads) => {
    const { sendAndWait, platform } = environment();
    const from = platform.journal.length;
    platform.faults.add(rule);
    const { data } = hireEvent(`E-${rule.kind}`);
    const operation = await sendAndWait("employee.hired", data);
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    const { personID = "" } = operation.result ?? {};
    const { people, tasksOf, streamsOf, imagesOf } = platform;
    const named = people().filter(({ svc }) => svc.username === data.username);
    expect(named).toMatchObject([{ id: personID }]);
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
    const paths = platform.journal.slice(from).map(({ path }) => path);
    expect(
      paths.filter((path) => path === "/profileImages/temporary"),
    ).toHaveLength(uploads);
  },
);

test("a hire keeps the person of a request that arrives late, after a refused one, and a retry goes on", async () => {
  const { hire, act, platform, store, find } = environment();
  platform.faults.add({
    kind: "late-effect",
    ...create,
    times: 1,
    afterRequests: 1,
  });
  platform.faults.add({
    kind: "status",
    status: 403,
    ...create,
    skip: 1,
    times: 1,
  });
  const refused = await hire("E-late");
  expect(refused).toMatchObject({ status: "needs_attention" });
  await act("retry", refused.id);
  const { people } = platform;
  const named = people().filter(({ svc }) => svc.username === "e-late");
  const { personID } = (await store.employees.get("E-late")) ?? {};
  expect(named.map(({ id }) => id)).toEqual([personID]);
  expect((await find(refused.id)).status).toBe("succeeded");
});
