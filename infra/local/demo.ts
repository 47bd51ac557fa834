import { basicAuth } from "../../shared/community/authorizer.ts";
import { createClient } from "../../shared/community/client.ts";
import { buildBundles } from "../build/bundles.ts";
import { localSecrets } from "./credentials.ts";
import { hire } from "./demo/hire.ts";
import { leave } from "./demo/leave.ts";
import { say } from "./demo/say.ts";
import { setStatus } from "./demo/status.ts";
import { startStack } from "./stack.ts";

const { username, password } = localSecrets.community;

/** The life of one employee on this machine; fails loudly if anything is not as it should be. */
async function demo(): Promise<void> {
  say("Building the Lambda bundles and starting everything on free ports ...");
  await buildBundles();
  const stack = await startStack();
  try {
    const client = createClient({
      baseUrl: stack.platform.baseUrl,
      authorizer: basicAuth(username, password),
    });
    const personID = await hire(stack, client);
    await setStatus(stack, client, personID);
    await leave(stack, client, personID);
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
