import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { minuteMs } from "../../../shared/durations.ts";
import {
  type StoredHires,
  startStoredHires,
} from "../../environments/in-process/stored-hire.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

const tasksDown = {
  kind: "status",
  status: 503,
  path: "/people/{personID}/tasks",
} as const;

const create = { method: "POST", path: "/people" } as const;
const imagesPath = "/people/{personID}/images";

describe("an unsuccessful onboarding that the next hire continues", () => {
  let environment: StoredHires;
  beforeAll(async () => {
    environment = await startStoredHires();
  });
  afterEach(() => environment.platform.faults.clear());
  afterAll(() => environment.close());

  /** The next hire has accepted the first one again. */
  const runAgain = async (id: string) => {
    environment.advanceTime(3 * minuteMs);
    await environment.runScheduler();
    return environment.find(id);
  };

  test("the next hire under another username lets the first one bring what is missing", async () => {
    const { storeHire, runHire, platform } = environment;
    platform.faults.add(tasksDown);
    await storeHire("op_2_1", "E-2");
    expect((await runHire("op_2_1")).operation?.status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_2_2", "E-2", {
      username: "another.name-2",
      title: "Director",
    });
    const { operation } = await runHire("op_2_2");
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [
        { about: "/username", reason: "differs" },
        { about: "/title", reason: "differs" },
      ],
    });
    expect((await runAgain("op_2_1")).status).toBe("succeeded");
    expectOneOfEach(platform, "E-2", operation?.result?.personID);
  });

  test("the next hire under another username finds the person whose creation was in doubt", async () => {
    const { storeHire, runHire, runHireToEnd, platform } = environment;
    platform.faults.add({
      kind: "reset-after",
      method: "POST",
      path: "/people",
    });
    platform.faults.add({
      kind: "status",
      status: 503,
      method: "GET",
      path: "/people",
    });
    await storeHire("op_3_1", "E-3");
    expect((await runHireToEnd("op_3_1")).status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_3_2", "E-3", {
      username: "another.name-3",
      email: "another.name-3@example.com",
    });
    const { operation } = await runHire("op_3_2");
    expect(operation?.status).toBe("succeeded");
    expect(platform.findPerson("another.name-3")).toBeUndefined();
    expect((await runAgain("op_3_1")).status).toBe("succeeded");
    expectOneOfEach(platform, "E-3", operation?.result?.personID);
  });
});

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
    const { storeHire, runHire, platform, close } = await startStoredHires();
    platform.faults.add(rule);
    await storeHire("op_8_1", "E-8");
    const { operation } = await runHire("op_8_1");
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expectOneOfEach(platform, "E-8", operation?.result?.personID);
    const paths = platform.journal.map(({ path }) => path);
    expect(
      paths.filter((path) => path === "/profileImages/temporary"),
    ).toHaveLength(uploads);
    await close();
  },
);
