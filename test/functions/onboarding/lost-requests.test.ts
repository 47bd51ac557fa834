import { expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { startStoredHires } from "../../environments/in-process/stored-hire.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

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
