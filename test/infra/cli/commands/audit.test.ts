import { expect, test } from "vitest";
import { json, useCli } from "../cli-for-test.ts";
import { shownOperation } from "../operation-for-test.ts";

const cli = useCli();
const at = "2026-11-22T12:00:00.000Z";
const operation = shownOperation("op_1", {
  employeeId: "E-1",
  history: [
    { at: "2026-10-01T08:00:00.000Z", by: "caller:hr", status: "accepted" },
    {
      at: "2026-11-20T08:00:00.000Z",
      by: "caller:mei",
      status: "cancelled",
      reason: "resolved",
      note: '=HYPERLINK("x"), by hand',
    },
  ],
});
const answer = () => json({ at, operations: [operation] });

test("audit export prints who did what to whom within a time, also of older operations, as CSV", async () => {
  const { output, errors } = await cli().run("audit export --from 30d", answer);
  expect(output.split("\r\n")).toEqual([
    "at,by,did,reason,note,employee,person,event,sentBy,operation",
    `2026-11-20T08:00:00.000Z,caller:mei,cancelled,resolved,"'=HYPERLINK(""x""), by hand",E-1,,employee.hired,hr,op_1`,
    "",
  ]);
  expect(errors).toContain("1 entries from 2026-10-23T12:00:00.000Z");
  expect(errors).toContain("ended more than 90 days ago are not kept");
});

test("audit export with --json prints one document for each entry until a time", async () => {
  const words = "audit export --from 2026-01-01 --to 2026-11-01 --json";
  const { documents, sent } = await cli().run(words.split(" "), answer);
  expect(documents()).toMatchObject([{ by: "caller:hr", operation: "op_1" }]);
  expect(sent[0]?.path).toContain("until=2026-11-01T00%3A00%3A00.000Z");
});
