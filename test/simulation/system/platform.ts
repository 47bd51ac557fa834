import { createPlatform } from "../../../infra/platform/create-platform.ts";
import { apiPath } from "../../../infra/platform/http/route-template.ts";
import { platformDefaults } from "../../../infra/platform/state/options.ts";
import {
  type Http,
  HttpFailure,
  type HttpResponse,
  type OutgoingRequest,
} from "../../../shared/community/http.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { clock } from "../time/virtual-clock.ts";
import { noteFault, type Run } from "./run.ts";

/** What is wrong with the platform as a whole. */
export type PlatformTrouble = (typeof platformTroubles)[number] | undefined;

export const platformTroubles = [
  "down",
  "errors",
  "reads only",
  "writes only",
  "slow",
  "hanging",
  "busy",
  "restarting",
] as const;

/** How long after its timeout a call may still take effect (docs/reliability.md). */
const longestLateMs = 4 * minuteMs;
const origin = "http://127.0.0.1:1";

/** Hears what reaches the platform. */
export type PlatformWatcher = {
  /** A call begins. */
  call: (path: string) => void;
  /** A call has taken effect, perhaps after our client gave it up. */
  applied: (
    method: string,
    path: string,
    body: string,
    isLate: boolean,
  ) => void;
};

/** The stand-in of the platform, behind a network that loses and delays. */
export function createSimulatedPlatform(
  run: Run,
  watcher?: PlatformWatcher,
  rateLimit?: number,
) {
  const { faults } = run;
  const chance = run.chance.fork("platform");
  const platform = createPlatform(
    {
      ...platformDefaults,
      rateLimit,
      nowMs: clock.nowMs,
      sleepMs: clock.sleepMs,
      journalLimit: 10,
    },
    origin,
  );
  let trouble: PlatformTrouble;
  let calls = 0;
  const lateCalls: string[] = [];

  /** What the HTTP server of the stand-in gives to each request. */
  const env = {
    incoming: { socket: { destroyed: false } },
    outgoing: { setHeader: () => undefined },
  };

  async function answer(
    request: OutgoingRequest,
    isLate = false,
  ): Promise<HttpResponse> {
    const { method, url, headers, body } = request;
    const asked = new Request(url, {
      method,
      headers,
      ...(body !== undefined && { body: body as string }),
    });
    const answered = await platform.fetch(asked, env as never);
    const bytes = new Uint8Array(await answered.arrayBuffer());
    if (answered.ok && method !== "GET")
      clock.guard(() =>
        watcher?.applied(
          method,
          url.pathname,
          Buffer.from(bytes).toString(),
          isLate,
        ),
      );
    const date = new Date(clock.nowMs()).toUTCString();
    return {
      status: answered.status,
      headers: { ...Object.fromEntries(answered.headers), date },
      body: bytes,
    };
  }

  const http: Http = async (request) => {
    calls += 1;
    const { method, url, timeoutMs } = request;
    clock.guard(() => watcher?.call(url.pathname));
    const isRead = method === "GET";
    const what = `${method} ${url.pathname.replaceAll(/\d+/g, "N")}`;
    const delayMs = 5 + chance.delayMs(25) + (trouble === "slow" ? 4_000 : 0);
    await clock.sleepMs(delayMs);
    if (trouble === "down") throw new HttpFailure(false, new Error("refused"));
    const isRefused =
      (trouble === "reads only" && !isRead) ||
      (trouble === "writes only" && isRead);
    if (trouble === "errors" || isRefused) return statusAnswer(503);
    // A proxy in front of the platform answers: for 15 minutes with an error, for 15 as if nothing were there.
    if (trouble === "restarting")
      return statusAnswer(
        clock.nowMs() % (30 * minuteMs) < 15 * minuteMs ? 503 : 404,
      );
    if (trouble === "busy" && chance.happens(0.7)) return statusAnswer(429);
    if (chance.happens(faults.throttled)) {
      noteFault(run, `platform throttled ${what}`);
      return statusAnswer(429);
    }
    if (chance.happens(faults.lostBefore)) {
      noteFault(run, `platform lost-before ${what}`);
      throw new HttpFailure(true, new Error("reset"));
    }
    const hangs = trouble === "hanging" && chance.happens(0.3);
    if (hangs || chance.happens(faults.slow)) {
      noteFault(run, `platform slow ${what}`);
      lateCalls.push(`${method} ${url.pathname}`);
      // The call takes effect after our client has given it up.
      clock.after(
        timeoutMs + chance.between(0, longestLateMs),
        () => void answer(request, true),
      );
      await clock.sleepMs(timeoutMs);
      throw new HttpFailure(true, new Error("timeout"));
    }
    const answered = await answer(request);
    if (!chance.happens(faults.lostAfter)) return answered;
    noteFault(run, `platform lost-after ${what}`);
    throw new HttpFailure(true, new Error("reset"));
  };

  return {
    ...platform,
    http,
    calls: (): number => calls,
    /** How many calls to a path with this end took effect after our client gave them up. */
    lateCalls: (end: string): number =>
      lateCalls.filter((call) => call.endsWith(end)).length,
    /** Renames a person by hand. Resolves to the id of the person, if there is one. */
    async rename(
      { username, next }: { username: string; next: string },
      authorization: string,
    ): Promise<string | undefined> {
      const person = platform.findPerson(username);
      if (!person) return undefined;
      const { id, svc } = person;
      const body = { ...person, svc: { ...svc, username: next } };
      const asked = new Request(`${origin}${apiPath}/people/${id}`, {
        method: "PUT",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { status } = await platform.fetch(asked, env as never);
      if (status !== 200) throw new Error(`the rename was answered ${status}`);
      return id;
    },
    setTrouble(next: PlatformTrouble): void {
      trouble = next;
    },
  };
}

function statusAnswer(status: number): HttpResponse {
  return { status, headers: {}, body: Buffer.from("") };
}
