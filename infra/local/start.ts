import * as z from "zod";
import { buildBundles } from "../build/bundles.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import { startStack } from "./stack.ts";

const portSchema = (otherwise: number) =>
  z.coerce.number().int().min(0).max(65_535).default(otherwise);
const environmentSchema = z.object({
  /** Of the gateway, where webhooks go. */
  PORT: portSchema(8787),
  /** Of the stand-in platform. */
  PLATFORM_PORT: portSchema(8788),
  /** Where people, operations and unfinished workflows outlive a restart. */
  DATA_FOLDER: z.string().optional(),
});

try {
  const { PORT, PLATFORM_PORT, DATA_FOLDER } = environmentSchema.parse(
    process.env,
  );
  await buildBundles();
  const stack = await startStack({
    port: PORT,
    platformPort: PLATFORM_PORT,
    ...(DATA_FOLDER && { folder: DATA_FOLDER }),
    onLog: (functionName, line) => console.log(`[${functionName}] ${line}`),
  });
  console.log(instructions(stack.origin, stack.platform.origin));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stack.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function instructions(origin: string, platform: string): string {
  const { username, password } = localSecrets.community;
  return `
Webhooks   ${origin}    POST /onboarding/{caller}, GET /operations/{id}
Platform   ${platform}    /api/core/v3, /login

Hire somebody (caller ops may, with a bearer token; HR systems sign instead, see functions/onboarding/README.md):

  curl -i ${origin}/onboarding/ops -H 'authorization: Bearer ${opsToken}' -H 'content-type: application/json' \\
    -d '{"type":"employee.hired","timestamp":"'$(date -u +%FT%TZ)'","data":{"employeeId":"E-1","email":"ada@example.com","name":{"givenName":"Ada","familyName":"Byron"}}}'

See what became of it, with the path of the Location header:

  curl ${origin}/operations/... -H 'authorization: Bearer ${opsToken}'

See everybody on the platform:

  curl -u ${username}:${password} ${platform}/api/core/v3/people

Stop with Ctrl+C.
`;
}
