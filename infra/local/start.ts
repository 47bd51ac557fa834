import * as z from "zod";
import { buildBundles } from "../build/bundles.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import { startStack } from "./stack.ts";

const portSchema = (otherwise: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(otherwise);
const environmentSchema = z.object({
  /** Of the gateway, where webhooks go. */
  PORT: portSchema(8787),
  /** Of the stand-in platform. */
  PLATFORM_PORT: portSchema(8788),
});

try {
  const { PORT, PLATFORM_PORT } = readPorts();
  await buildBundles();
  const stack = await startStack({
    port: PORT,
    platformPort: PLATFORM_PORT,
    platform: { seed: true },
    onLog: (functionName, line) => console.log(`[${functionName}] ${line}`),
  });
  console.log(instructions(stack.origin, stack.platform.origin));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stack.close().catch(report));
} catch (error) {
  report(error);
}

function readPorts() {
  const ports = environmentSchema.safeParse(process.env);
  if (ports.success) return ports.data;
  const names = ports.error.issues.map(({ path }) => path.join());
  throw new Error(`${names.join(" and ")} must be a port, 0 to 65535.`);
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function instructions(origin: string, platform: string): string {
  const { username, password } = localSecrets.community;
  return `
Webhooks   ${origin}    POST /onboarding/{caller}, GET /operations/{id}
Platform   ${platform}    /api/core/v3, /login
People     ${platform}/people    sign in as ${username} / ${password}, or as mei.tanaka / mei.tanaka-password

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
