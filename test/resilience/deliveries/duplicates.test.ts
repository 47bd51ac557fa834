import { expect, test } from "vitest";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";

const environment = useInProcess();

const counts = effort(
  [5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50],
);

type Kind = {
  type: string;
  dataOf: (employeeId: string) => object;
  isHiredBefore: boolean;
  /** The journal entry that must be there once. */
  write: string;
};

const kinds: readonly Kind[] = [
  {
    type: "employee.hired",
    dataOf: (employeeId) => hireOf(employeeId),
    isHiredBefore: false,
    write: "POST /people",
  },
  {
    type: "employee.terminated",
    dataOf: (employeeId) => ({ employeeId, graceDays: 0 }),
    isHiredBefore: true,
    write: "DELETE /people/{personID}",
  },
  {
    type: "status.set",
    dataOf: (employeeId) => ({ employeeId, text: "Here" }),
    isHiredBefore: true,
    write: "PUT /people/{personID}",
  },
];

type Send = () => Promise<Response>;

/** The ways in which the deliveries come. */
const ways: Record<
  string,
  (count: number, send: Send, { idle }: InProcess) => Promise<Response[]>
> = {
  "at once": (count, send) => Promise.all(Array.from({ length: count }, send)),
  "one after the other": async (count, send, { idle }) => {
    const answers: Response[] = [];
    for (let sent = 0; sent < count; sent++) {
      answers.push(await send());
      // The first half comes while the operation runs, the second half after its end.
      if (sent === count >> 1) await idle();
    }
    return answers;
  },
};

for (const { type, dataOf, isHiredBefore, write } of kinds)
  test(`${type}: up to ${counts.at(-1)} deliveries of one event are one operation with one effect`, async ({
    task,
  }) => {
    const { send, sendAndWait, idle, operation, platform, store, nowMs } =
      environment();
    let deliveries = 0;
    for (const [way, sendAll] of Object.entries(ways))
      for (const count of counts) {
        const employeeId = `D-${type}-${way}-${count}`.replaceAll(/[. ]/g, "-");
        if (isHiredBefore)
          await sendAndWait("employee.hired", hireOf(employeeId));
        const from = platform.journal.length;
        const options = { atMs: nowMs(), delivery: employeeId };
        const answers = await sendAll(
          count,
          () => send(type, dataOf(employeeId), options),
          environment(),
        );
        await idle();
        deliveries += count;
        const places = answers.map(({ status, headers }) =>
          [status, headers.get("location")].join(" "),
        );
        expect(new Set(places).size).toBe(1);
        expect(places[0]).toMatch(/^202 /);
        const [answer] = answers;
        if (!answer) continue;
        expect(await operation(answer)).toMatchObject({
          status: "succeeded",
          run: 1,
        });
        const all = await store.operations.ofEmployee(employeeId);
        expect(all.filter((one) => one.type === type)).toHaveLength(1);
        const writes = platform.journal
          .slice(from)
          .filter(({ applied }) => applied)
          .map(({ method, path }) => `${method} ${path}`);
        expect(writes.filter((one) => one === write)).toHaveLength(1);
      }
    recordFigure(task, {
      area: "Deliveries",
      what: `duplicates of ${type}, 1 to ${counts.at(-1)} at once and in sequence`,
      figure: `${deliveries} deliveries, ${2 * counts.length} effects, 0 lost, 0 doubled`,
    });
  });
