import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { isFinal } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess();

/**
 * Resolves when an operation has ended while another one runs. An adoption that has found its person waits for the other
 * operation to end.
 */
async function waitUntilEndedOrWaiting(id: string): Promise<void> {
  const { find } = environment();
  for (let now = await find(id); !isFinal(now); now = await find(id)) {
    if (now.steps["find person"]?.status === "succeeded") return;
    await setImmediate();
  }
}

const adds = {
  adoption: { type: "employee.adopted", kind: "teams" },
  change: { type: "employee.changed", kind: "mattermost" },
};
type Event = keyof typeof adds;

/** Sends an event of an employee that adds an identity. Resolves to its operation. */
async function add(event: Event, employeeId: string) {
  const { send, operation } = environment();
  const { username, email } = hireOf(employeeId);
  const { type, kind } = adds[event];
  return operation(
    await send(type, {
      employeeId,
      ...(event === "adoption" && { username, email }),
      identities: { [kind]: employeeId },
    }),
  );
}

// Columns: title, employee, later event, earlier event, text of the write of the later event
// that waits until the earlier event has ended.
test.each(rows<[string, string, Event, Event, string]>`
  an adoption adds its identity after a change | I-1 | adoption | change | teams
  a change takes its lease after an adoption | I-2 | change | adoption | leaseBy
  a change adds its identity after an adoption | I-3 | change | adoption | mattermost
`)(
  "of two events at once, both identities stay: %s",
  async (_title, employeeId, later, earlier, textOfRequest) => {
    const { hire, partFailures, idle, find, store } = environment();
    const identities = { slack: employeeId };
    await hire(employeeId, { identities });
    let isHeld = false;
    let idOfEarlier = "";
    // The hook only delays a write: it fails none.
    partFailures.workflowTable = async (command, id, input) => {
      const isToBeHeld =
        !isHeld &&
        command === "UpdateItemCommand" &&
        id === `employee#${employeeId}` &&
        input.includes(`"${textOfRequest}"`);
      if (!isToBeHeld) return false;
      isHeld = true;
      idOfEarlier = (await add(earlier, employeeId)).id;
      await waitUntilEndedOrWaiting(idOfEarlier);
      return false;
    };
    const { id: idOfLater } = await add(later, employeeId);
    await idle();
    for (const id of [idOfEarlier, idOfLater])
      expect(await find(id)).toMatchObject({
        status: "succeeded",
        warnings: [],
      });
    const kinds = ["slack", "teams", "mattermost"];
    const employee = await store.employees.get(employeeId);
    expect(employee?.identities?.map(({ kind }) => kind).toSorted()).toEqual(
      kinds.toSorted(),
    );
  },
);

test("the chat accounts of two employees that were swapped are corrected by three changes", async () => {
  const { hire, say, store } = environment();
  const ownersOf = async () => [
    await store.identities.find("slack", "UA"),
    await store.identities.find("slack", "UB"),
  ];
  const slackOf = (employeeId: string, slack: string) =>
    say("changed", employeeId, { identities: { slack } });
  await hire("S-A", { identities: { slack: "UB" } });
  await hire("S-B", { identities: { slack: "UA" } });
  // S-B still has UA, so this change only gives up UB.
  await slackOf("S-A", "UA");
  await slackOf("S-B", "UB");
  await slackOf("S-A", "UA");
  expect(await ownersOf()).toEqual(["S-A", "S-B"]);
});

test("an identity of another employee is left out of a hire whose step breaks off, and linked once free", async () => {
  const { hire, say, store, partFailures } = environment();
  const identities = { slack: "UF" };
  await hire("F-1", { identities });
  // The step breaks off once: the write after the one that takes the identity out of the item fails.
  let isOut = false;
  let isBroken = false;
  partFailures.workflowTable = (_command, id, input) => {
    if (id !== "employee#F-2" || isBroken) return false;
    isBroken = isOut;
    isOut = input.includes('"identities"') && !input.includes("UF");
    return isBroken;
  };
  const hired = await hire("F-2", { identities });
  expect(isBroken).toBe(true);
  expect(hired.warnings).toEqual([
    { about: "/identities/slack", reason: "belongs-to-another" },
  ]);
  expect((await store.employees.get("F-2"))?.identities).toEqual([]);
  await say("changed", "F-1", { identities: { slack: null } });
  await say("changed", "F-2", { identities });
  expect(await store.identities.find("slack", "UF")).toBe("F-2");
});
