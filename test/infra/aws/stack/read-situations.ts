import { setImmediate } from "node:timers/promises";
import type { Situation } from "./situation.ts";
import { dayMs } from "../../../../shared/durations.ts";

/** A source that does not answer. */
export const silentSource = {
  hosts: ["127.0.0.1:9"],
  auth: { type: "bearer", token: "token-of-the-source" },
};

/** A caller that sends thin events. */
export function readingCaller(source: string) {
  return {
    scheme: "bearer",
    keys: [readingToken(source)],
    scopes: ["onboard"],
    lookup: {
      source,
      request: { url: "http://127.0.0.1:9/people/{employeeId}" },
      id: "/id",
      map: {
        type: { value: "employee.hired" },
        fields: {
          "/employeeId": "/id",
          "/email": "/email",
          "/name/givenName": "/name",
        },
      },
    },
  };
}

const readingToken = (source: string) => `token-of-the-reader-of-${source}`;

/** A thin event, whose read is tried for a day. */
export function readFor(
  employeeId: string,
  caller: string,
  source: string,
): Situation {
  return async ({ send, advanceTime, idle, pauses }) => {
    const before = pauses.length;
    await send(
      "record.changed",
      { employeeId },
      { caller, token: readingToken(source), to: "events" },
    );
    // It has begun to try, or it has ended already.
    await Promise.race([
      idle(),
      (async () => {
        while (pauses.length === before) await setImmediate();
      })(),
    ]);
    advanceTime(dayMs);
    await idle();
  };
}
