import { expect, test } from "vitest";
import type { SecretFault } from "../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { useBundledStack } from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { isThorough } from "../resilience/effort.ts";

let secretFault: SecretFault | undefined;
const stack = useBundledStack({
  sandboxes: 2,
  secretFault: () => secretFault,
  // Long enough for the login of a busy machine.
  environment: { LOGIN_LEASE_MS: "5000" },
});

test.runIf(isThorough)(
  "hires in two sandboxes that freeze end with one person each, and the sandboxes share one login",
  async () => {
    const { deliver, settled, platform } = stack();
    const ids = ["E-1", "E-2"];
    const answers = await Promise.all(ids.map((id) => deliver(hireEvent(id))));
    for (const answer of answers)
      expect(await settled(answer)).toMatchObject({
        status: "succeeded",
        warnings: [],
      });
    const names = platform.people().map(({ svc }) => svc.username);
    for (const name of ["user.e-1", "user.e-2"])
      expect(names.filter((one) => one === name)).toHaveLength(1);
    const logins = platform.journal.filter(({ path }) => path === "/login");
    expect(logins).toHaveLength(1);
  },
);

test.runIf(isThorough)(
  "while Secrets Manager is down, a warm sandbox accepts hires, and a new one answers 503",
  async () => {
    const { deliver, lambda } = stack();
    await lambda.killSandboxes();
    const statuses: number[] = [];
    const send = async () => {
      const { status } = await deliver(hireEvent(`F-${statuses.length}`));
      statuses.push(status);
    };
    await send();
    secretFault = "unavailable";
    for (let events = 0; events < 4; events++) await send();
    secretFault = undefined;
    await send();
    expect(statuses).toEqual([202, 503, 202, 503, 202, 202]);
    await lambda.idle();
  },
);
