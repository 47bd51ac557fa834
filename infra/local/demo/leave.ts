import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import type { ShownOperation } from "../../../functions/operations/contract.ts";
import { createSample } from "../../cli/sample/samples.ts";
import type { Stack } from "../stack.ts";
import {
  operatorsOf,
  print,
  runEventOfHr,
  runOperation,
  sayAnswer,
} from "./run-operation.ts";

/** HR terminates the employment with a grace period, cancels that, and then terminates it without a grace period. */
export async function demonstrateLeave(
  stack: Stack,
  client: Client,
  personID: string,
): Promise<void> {
  const isEnabled = async () =>
    (await client.people.get(personID)).svc?.enabled ?? false;

  print("\nZoë leaves, with a grace period of seven days");
  const operation = await terminate(stack, "msg_leave", 7);
  assert.equal(operation.status, "waiting");
  assert.equal(await isEnabled(), false, "the person must be disabled");
  print(
    "  The account is disabled. The operation waits, and will delete it at",
  );
  print(`  ${operation.dueAt ?? ""}.`);

  print("\nHR changes its mind: an operator cancels the waiting operation");
  print("  POST /operations/{id}/cancel, as caller ops:");
  const cancelledAtMs = Date.now();
  await sayAnswer(
    cancelledAtMs,
    operatorsOf(stack).operations.act(operation.id, "cancel"),
    () => "answered: the cancellation is stored",
  );
  const cancelled = await runOperation(stack, operation.id, cancelledAtMs);
  assert.equal(cancelled.status, "cancelled");
  assert.equal(await isEnabled(), true, "the person must be enabled again");
  print("  The account is enabled again, and nothing of it is lost.");

  print("\nZoë leaves after all, without a grace period");
  const last = await terminate(stack, "msg_leave_again", 0);
  assert.equal(last.status, "succeeded", `it ended ${last.status}`);
  assert.equal(
    await client.people.find(personID),
    undefined,
    "the person must be gone",
  );
  assert.equal(
    stack.platform.people().length,
    1,
    "only the service account may be left",
  );
  print(
    "  The platform confirms that the person is gone. Our store keeps that",
  );
  print("  they left and when, and no personal data.");
}

function terminate(
  stack: Stack,
  id: string,
  graceDays: number,
): Promise<ShownOperation> {
  const sentAtMs = Date.now();
  const body = JSON.stringify(createSample("leave", sentAtMs, { graceDays }));
  return runEventOfHr(stack, "/offboarding", { id, body }, sentAtMs);
}
