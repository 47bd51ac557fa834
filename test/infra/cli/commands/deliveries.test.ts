import { receiverNames } from "../../../../infra/aws/deployment/function-names.ts";
import { expect, test } from "vitest";
import { jsonAnswer } from "../../../../infra/pages/http-server.ts";
import { rows } from "../../../fixtures/rows.ts";
import { describeStack, serveAws, useCli } from "../cli-for-test.ts";

const cli = useCli();

const line = (fields: object) =>
  JSON.stringify({ timestamp: "2026-11-22T11:00:00.000Z", ...fields });
const old = { timestamp: "2026-11-01T11:00:00.000Z" };
const lines = [
  line({ message: "accepted", caller: "hr", operationId: "op_old", ...old }),
  line({ message: "accepted", caller: "hr", operationId: "op_1" }),
  line({ message: "rejected", caller: "hr", reason: "bad-signature" }),
  line({ message: "invalid", caller: "hr", fields: ["#/data/email"] }),
  line({ message: "accepted", caller: "other", operationId: "op_2" }),
  line({ message: "id reused", caller: "other", deliveryId: "msg_1" }),
  line({ message: "dispatched", count: 1 }),
  "no JSON",
];

/** The columns: options, how many deliveries, what the output has, what it does not have. */
test.each(rows<[string, number, RegExp[], RegExp]>`
  --caller hr | ${3} | ${[/accepted .*op_1/, /not as documented +#\/data\/email/, /not authentic +No key of the caller gives this signature/]} | ${/op_old|op_2|dispatched/}
  --refused   | ${3} | ${[/not as documented/]} | ${/op_1/}
  --since 30d | ${6} | ${[/op_old/]} | ${/dispatched/}
  --limit 1   | ${1} | ${[/another event with its id/]} | ${/op_old/}
`)("deliveries list %s prints %i deliveries", async (...row) => {
  const [options, count, shown, hidden] = row;
  const { file, folder, run } = cli();
  // As if a running `npm start` had this log.
  const logFile = await file("functions.log", lines.join("\n"));
  describeStack(folder, undefined, { logFile });
  const words = `deliveries list --profile local ${options}`;
  const { output } = await run(words);
  for (const one of shown) expect(output).toMatch(one);
  expect(output).not.toMatch(hidden);
  const { documents, exitCode } = await run(`${words} --json`);
  expect(documents()).toHaveLength(count);
  // Each row has a refused delivery.
  expect(exitCode).toBe(2);
});

test("deliveries list asks the logs of the receivers on AWS, and says what that costs", async () => {
  const asked: Record<string, unknown>[] = [];
  let polls = 0;
  await serveAws(["CLOUDWATCH_LOGS"], async ({ body }) => {
    const input = JSON.parse(String(body)) as Record<string, unknown>;
    if ("logGroupNamePrefix" in input)
      return jsonAnswer(200, {
        logGroups: ["", "-of-another"].map((end) => ({
          logGroupName: `${String(input["logGroupNamePrefix"])}${end}`,
        })),
      });
    if ("queryString" in input) {
      asked.push(input);
      return jsonAnswer(200, { queryId: "q" });
    }
    return polls++ === 0
      ? jsonAnswer(200, { status: "Running", results: [] })
      : jsonAnswer(200, {
          status: "Complete",
          results: [[{ field: "@message", value: lines[1] }]],
          statistics: { bytesScanned: 200_000_000 },
        });
  });
  const { exitCode, output } = await cli().run(
    "deliveries list --caller hr --refused",
  );
  expect(exitCode).toBe(0);
  expect(output).toContain("200.0 MB of logs, for about 0.00100 dollars");
  expect(asked).toMatchObject([
    {
      startTime: Date.parse("2026-11-19T12:00:00Z") / 1000,
      queryString: expect.stringContaining('caller = "hr"'),
    },
  ]);
  expect(asked[0]?.["queryString"]).not.toContain("accepted");
  expect(asked[0]?.["logGroupNames"]).toEqual(
    [...receiverNames, "scim-receiver"].map(
      (name) => `/aws/lambda/community-automation-${name}`,
    ),
  );
});
