import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { opsToken } from "../../../infra/local/credentials.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { answerOf, useCli } from "../../infra/cli/cli-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const senderToken = "token-of-a-sender";
const environment = useInProcess({
  rehireWithoutStartDate: "report",
  graceDays: 7,
  minGraceDays: 1,
  callers: {
    sender: { scheme: "bearer", keys: [senderToken], scopes: ["onboard"] },
  },
});
const cli = useCli();

/** Asks what the event of an operation would come to with other settings. */
async function replay(
  operation: string,
  settings: unknown,
  by: { caller?: string; token?: string } = {},
): Promise<{ status: number; told: unknown }> {
  const query = `?operation=${operation}`;
  const answer = await environment().askPreview(settings, { query, ...by });
  const { replay: told } = (await answer.json()) as { replay?: unknown };
  return { status: answer.status, told };
}

const accepts = { rehireWithoutStartDate: "accept" };

/** A rehire without a start date, whose operator must say what it is. */
async function askedRehire(id: string) {
  const { say, sendAndWait, advanceTime } = environment();
  const hire = hireOf(id, {});
  const hired = await sendAndWait("employee.hired", hire);
  advanceTime(dayMs);
  await say("terminated", id);
  advanceTime(60 * dayMs);
  return { hired, rehired: await sendAndWait("employee.hired", hire) };
}

test("an operator sees what a stored event would come to with other settings, and nothing changes", async () => {
  const { find } = environment();
  const { hired, rehired } = await askedRehire("R-1");
  expect(rehired).toMatchObject(needsAttention("rehire-unclear"));
  expect(await replay(rehired.id, accepts)).toEqual({
    status: 200,
    told: {
      isKept: true,
      before: { is: "needs-decision", reason: "rehire-unclear" },
      after: { is: "in-force" },
    },
  });
  expect(await find(rehired.id)).toEqual(rehired);
  // It has succeeded, so its data is erased.
  expect((await replay(hired.id, accepts)).told).toEqual({ isKept: false });
});

test.each(rows<[title: string, settings: unknown, by: object, status: number]>`
  a sender | ${accepts} | ${{ caller: "sender", token: senderToken }} | ${403}
  a stranger | ${accepts} | ${{ token: "wrong" }} | ${401}
  a setting that is not of the rules | ${{ baseUrl: "https://a.test" }} | ${{}} | ${400}
  a value that a setting cannot have | ${{ graceDays: "soon" }} | ${{}} | ${400}
  no settings | ${[]} | ${{}} | ${400}
  an unknown operation | ${accepts} | ${{}} | ${404}
`)("%s gets no replay", async (_title, settings, by, status) => {
  expect((await replay("op_unknown", settings, by)).status).toBe(status);
});

test("the command line lists the events with another verdict, and counts the events whose data is erased", async () => {
  const { rehired } = await askedRehire("R-2");
  await cli().file("config.json", {
    profiles: {
      test: { origin: "https://api.example.com", key: opsToken, caller: "ops" },
    },
  });
  const { output, errors } = await cli().run(
    "events replay --since 1d --set rehireWithoutStartDate=accept".split(" "),
    answerOf(environment),
  );
  expect(errors).not.toContain("Cannot");
  expect(output).toContain(rehired.id);
  expect(output).toMatch(
    /decision: rehire-unclear\. +It would take effect now/,
  );
  expect(output).toMatch(/\d+ of \d+ events would be decided differently/);
});
