import { basicAuth } from "../../shared/community/authorizer.ts";
import { createClient } from "../../shared/community/client.ts";
import { buildBundles } from "../build/bundles.ts";
import { localSecrets } from "./credentials.ts";
import { demonstrateChange } from "./demo/change.ts";
import { demonstrateHire } from "./demo/hire.ts";
import { demonstrateLeave } from "./demo/leave.ts";
import { demonstrateStatus } from "./demo/status.ts";
import { withProgress } from "../cli/progress.ts";
import { print } from "./demo/run-operation.ts";
import { startStack } from "./stack.ts";

const { username, password } = localSecrets.community;

const summary = `
All results were as expected: one person and no second one, although each
webhook came more than once; every change on the profile; and nothing left of
the leaver but the id.

What to do next:
  npm start              the same on this machine, for you to try: it prints what
                         to type, and a link to the operators' console
  docs/sources/          connect HiBob, Personio, BambooHR, Okta, Slack, Teams...
  README.md              deploy it to your AWS account`;

/**
 * Takes one employee from hire to termination on this machine.
 *
 * @throws Error when a result is not the expected one
 */
async function demo(): Promise<void> {
  print(`This demo runs on this machine alone: the Lambda functions as they are
deployed, local AWS services, and a stand-in of the community platform.`);
  await withProgress("build the Lambda functions", buildBundles);
  const stack = await withProgress("start everything on free ports", () =>
    startStack(),
  );
  print(`
Times count from the moment an event is sent. Where bars stand above each
other, the steps run at the same time.`);
  try {
    const client = createClient({
      baseUrl: stack.platform.baseUrl,
      authorizer: basicAuth(username, password),
    });
    const personID = await demonstrateHire(stack, client);
    await demonstrateStatus(stack, client, personID);
    await demonstrateChange(stack, client, personID);
    await demonstrateLeave(stack, client, personID);
    print(summary);
  } finally {
    await stack.close();
  }
}

try {
  await demo();
} catch (error) {
  console.error(
    `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
}
