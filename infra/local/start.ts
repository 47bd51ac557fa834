import * as z from "zod";
import { buildBundles } from "../build/bundles.ts";
import { readContext } from "../context.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import { type Stack, startStack } from "./stack.ts";

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
    schedules: readContext().schedules,
    onLog: (functionName, line) => console.log(`[${functionName}] ${line}`),
  });
  console.log(instructions(stack));
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

function instructions({ origin, platform, events }: Stack): string {
  const { username, password } = localSecrets.community;
  const event = (path: string, type: string, data: object) =>
    `curl -i ${origin}${path}/ops -H 'authorization: Bearer ${opsToken}' -H 'content-type: application/json' \\
    -d '{"type":"${type}","timestamp":"'$(date -u +%FT%TZ)'","data":${JSON.stringify(data)}}'`;
  const employeeId = "E-1";
  return `
Webhooks   ${origin}    POST /onboarding/{caller}, /offboarding/{caller}, /status/{caller}; /operations
Events     ${events.endpoint}    EventBridge: aws events put-events --endpoint-url ..., source local.hr
Platform   ${platform.origin}    /api/core/v3, /login
People     ${platform.origin}/people    sign in as ${username} / ${password}, or as mei.tanaka / mei.tanaka-password

Hire somebody (caller ops may, with a bearer token; HR systems sign instead, see functions/onboarding/README.md):

  ${event("/onboarding", "employee.hired", { employeeId, email: "ada@example.com", name: { givenName: "Ada", familyName: "Byron" } })}

Set their status, and let them leave:

  ${event("/status", "status.set", { employeeId, text: "Counting engines" })}
  ${event("/offboarding", "employee.terminated", { employeeId, graceDays: 1 })}

See what became of it all; cancel what waits with -X DELETE and its id:

  curl '${origin}/operations?employeeId=${employeeId}' -H 'authorization: Bearer ${opsToken}'

See everybody on the platform:

  curl -u ${username}:${password} ${platform.origin}/api/core/v3/people

Stop with Ctrl+C.
`;
}
