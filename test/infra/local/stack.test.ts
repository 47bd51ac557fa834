import { expect, onTestFinished, test } from "vitest";
import { startStack } from "../../../infra/local/stack.ts";

test("the local stack invokes the scheduler again and again, without a request", async () => {
  let reads = 0;
  let allowed = Infinity;
  const stack = await startStack({
    schedulerIntervalMs: 1_000,
    permits: (accessKey, { resource }) => {
      if (accessKey === "scheduler-handler" && resource.endsWith("/index/due"))
        reads += 1;
      return reads <= allowed;
    },
  });
  onTestFinished(() => stack.close());
  await stack.runScheduler();
  // Later runs are refused, so that none reads a table that is closed.
  allowed = 2 * reads;
  const isRefused = () => reads > allowed;
  await expect.poll(isRefused, { timeout: 15_000 }).toBe(true);
});
