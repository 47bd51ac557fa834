import { expect, test } from "vitest";
import { hireOf, mend, useCompany } from "../../fixtures/company.ts";

const company = useCompany({ graceDays: 7 });

test("a hire that was done, and given up for lost before that was written down, ends by a retry, and nothing is there twice", async () => {
  const {
    send,
    operation,
    outage,
    lifecycle,
    idle,
    operate,
    find,
    platform,
    engine,
  } = company();
  // All of it is done but for its end.
  const recording = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  outage.when = async (_command, id, input) => {
    if (!id.startsWith("operation#") || !input.includes("result")) return false;
    recording.resolve();
    await lost.promise;
    return true;
  };
  const hire = hireOf("R-1", {
    tasks: [{ subject: "Meet your team", dueInDays: 1 }],
    streams: ["Incidents"],
  });
  const { id } = await operation(await send("employee.hired", hire));
  await recording.promise;
  const running = await find(id);
  engine.stop(running.execution ?? "");
  await lifecycle.operations.lose(running);
  mend(outage);
  lost.resolve();
  await idle();
  expect(await find(id)).toMatchObject({
    status: "needs_attention",
    reason: "execution-lost",
  });

  await operate("POST", `/${id}/retry`);
  await idle();
  expect(await find(id)).toMatchObject({ status: "succeeded", warnings: [] });
  const found = platform.people().filter(({ svc }) => svc.username === "r-1");
  expect(found).toHaveLength(1);
  const personID = found[0]?.id ?? "";
  expect(platform.tasksOf(personID)).toHaveLength(1);
  expect(platform.streamsOf(personID)).toHaveLength(1);
});
