import { expect, onTestFinished, test } from "vitest";
import { startStack } from "../../../infra/local/stack.ts";

test("the local stack invokes the scheduler again and again, without a request", async () => {
  let reads = 0;
  const stack = await startStack({
    schedulerIntervalMs: 50,
    permits: (accessKey, { resource }) => {
      if (accessKey === "scheduler-handler" && resource.endsWith("/index/due"))
        reads += 1;
      return true;
    },
  });
  onTestFinished(() => stack.close());
  await stack.runScheduler();
  const ofOneRun = reads;
  await expect.poll(() => reads).toBeGreaterThan(2 * ofOneRun);
});
