import { strict as assert } from "node:assert";
import type { Client } from "../../../shared/community/client.ts";
import type { Person } from "../../../shared/community/person.ts";
import { createSample } from "../../cli/sample/samples.ts";
import type { Stack } from "../stack.ts";
import { print, runEventOfHr } from "./run-operation.ts";

const married = {
  name: { familyName: "Lindqvist Berg" },
  email: "zoe.berg@example.com",
  username: "zoe.berg",
};

/** HR promotes the employee, and later renames her. All other fields of the profile stay. */
export async function demonstrateChange(
  stack: Stack,
  client: Client,
  personID: string,
): Promise<void> {
  const before = await client.people.get(personID);

  print("\nZoë is promoted and moves");
  const promotion = await send(stack, "msg_promotion", {
    title: "Principal Engineer",
    location: "Stockholm, Sweden",
  });
  assert.deepEqual(promotion.changed, ["/title", "/location"]);
  const promoted = await client.people.get(personID);
  const title = profileOf(promoted, "Title") ?? "";
  assert.equal(title, "Principal Engineer");
  assert.equal(
    profileOf(promoted, "Department"),
    profileOf(before, "Department"),
  );
  assert.equal(promoted.status, before.status, "the status must stay");
  print(`  The profile shows: ${title}`);

  print("\nZoë marries, and gets another name, e-mail address and username");
  await send(stack, "msg_rename", married);
  const renamed = await client.people.get(personID);
  assert.equal(renamed.svc?.username, married.username);
  assert.equal(renamed.emails?.[0]?.value, married.email);
  print(
    `  Person ${personID} is now: ${renamed.displayName ?? ""} <${married.email}>`,
  );
  print("  When she leaves, our store knows her by the new names.");
}

async function send(
  stack: Stack,
  id: string,
  fields: Record<string, unknown>,
): Promise<{ changed: string[] }> {
  const sentAtMs = Date.now();
  const body = JSON.stringify(createSample("change", sentAtMs, fields));
  const {
    status,
    reason = "",
    warnings,
    result,
  } = await runEventOfHr(stack, "/profile", { id, body }, sentAtMs);
  assert.equal(status, "succeeded", `the change ended ${status} ${reason}`);
  assert.deepEqual(warnings, [], "the change must leave no warning");
  const { changed = [] } = result ?? {};
  print(`  Changed: ${changed.join(", ")}`);
  return { changed };
}

function profileOf({ svc }: Person, label: string): string | undefined {
  return svc?.profile?.find(({ svc_label }) => svc_label === label)?.value;
}
