import { expect, test } from "vitest";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { effort } from "../../resilience/effort.ts";
import { startBundle } from "./start-bundle.ts";

const receivers: readonly FunctionName[] = [
  "events-receiver",
  "onboarding-receiver",
  "offboarding-receiver",
  "profile-update-receiver",
  "status-relay-receiver",
];

test.each(effort(receivers.slice(0, 1), receivers))(
  "while it starts, %s handles an event whose only write is refused, and logs nothing",
  async (name) => {
    const { asked, output } = await startBundle(name, "await load();");
    const writes = asked.filter(({ what }) => /Put|Update|Delete/.test(what));
    // No item fulfils this condition.
    expect(writes).toEqual([
      {
        what: "DynamoDB_20120810.PutItem",
        body: expect.stringContaining(
          '"ConditionExpression":"attribute_exists(id) AND attribute_not_exists(id)"',
        ) as string,
      },
    ]);
    // Lambda only checks the permission in a dry run, and starts no workflow.
    expect(
      asked
        .filter(({ what }) => what.startsWith("POST"))
        .map(({ what }) => what),
    ).toEqual([expect.stringMatching(/\/invocations DryRun$/)]);
    expect(output).toBe("");
  },
);
