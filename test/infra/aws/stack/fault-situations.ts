import { ConfigurationError } from "../../../../shared/configuration-error.ts";
import { minuteMs } from "../../../../shared/durations.ts";
import type { InProcess } from "../../../environments/in-process.ts";
import { endPartFailures } from "../../../environments/in-process/part-failures.ts";
import { hire, setStatus, type Situation } from "./situation.ts";

const down = { kind: "status", status: 503, retryAfter: 1 } as const;

type Fault = (environment: InProcess) => void;

export function breakDown({ platform }: InProcess): void {
  platform.faults.add(down);
}

export function breakSecret({ partFailures, platform }: InProcess): void {
  platform.revokeTokens();
  partFailures.communitySecret = () => {
    throw new ConfigurationError("secret-malformed", "check /password");
  };
}

export function loseSecret({ partFailures }: InProcess): void {
  partFailures.communitySecret = () => {
    throw new ConfigurationError("secret-missing", "there is none");
  };
}

export function refusePassword({ partFailures, platform }: InProcess): void {
  platform.revokeTokens();
  partFailures.credentials = { password: "wrong" };
}

export function failOne(
  method: "POST" | "PUT" | "DELETE",
  path: string,
): Fault {
  return ({ platform }) => platform.faults.add({ ...down, method, path });
}

/** The fault begins before the event, and ends after it. The operations go on. */
async function playFault(
  environment: InProcess,
  begin: Fault,
  send: () => Promise<unknown>,
): Promise<void> {
  begin(environment);
  await send();
  environment.platform.faults.clear();
  endPartFailures(environment.partFailures);
  environment.advanceTime(11 * minuteMs);
  await environment.runScheduler();
}

/** The first fault begins an outage, and the second one takes its place before both end. */
export function changeCause(
  employeeId: string,
  begin: Fault,
  change: Fault,
): Situation {
  return (environment) =>
    playFault(environment, begin, async () => {
      await hire(environment, employeeId);
      environment.platform.faults.clear();
      change(environment);
      environment.advanceTime(11 * minuteMs);
      await environment.runScheduler();
    });
}

export function playHire(employeeId: string, begin: Fault): Situation {
  return (environment) =>
    playFault(environment, begin, () => hire(environment, employeeId));
}

export function playStatus(employeeId: string, begin: Fault): Situation {
  return async (environment) => {
    await hire(environment, employeeId);
    await playFault(environment, begin, () =>
      setStatus(environment, employeeId),
    );
  };
}
