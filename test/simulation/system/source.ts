import {
  type PublicRequest,
  PublicRequestError,
} from "../../../shared/public-request.ts";
import { sourcesSchema } from "../../../shared/source/sources-secret.ts";
import { clock } from "../time/virtual-clock.ts";
import { noteFault, type Run } from "./run.ts";

/** A record of the second HR system, or of payroll. An event of the second HR system names a changed record. */
export type SourceRecord = {
  id: string;
  status: "here" | "away" | "gone";
  given: string;
  family: string;
  username: string;
  mail: string;
  job: string;
  unit: string;
  start: string;
  /** The last day. */
  last: string | null;
};

const host = "people.example.com";

/** The entry of the second HR system in the secret of the callers. Its name there is `people`. */
export const sourceCaller = {
  scheme: "bearer",
  keys: ["simulated-people-token-of-32-characters"],
  scopes: ["onboard", "offboard", "update"],
  lookup: {
    source: "people",
    request: { url: `https://${host}/people/{employeeId}` },
    id: "/id",
    map: {
      type: {
        from: "/status",
        values: {
          here: "employee.hired",
          away: "employee.suspended",
          gone: "employee.terminated",
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/id",
        "/name/givenName": "/given",
        "/name/familyName": "/family",
        "/username": "/username",
        "/email": "/mail",
        "/title": "/job",
        "/department": "/unit",
        "/startDate": "/start",
        "/lastDay": "/last",
      },
    },
  },
} as const;

/** How the list of payroll is read, in runs in which a schedule reads it. */
export const listPull = {
  source: "people",
  request: { url: `https://${host}/payroll?offset=0` },
  records: "/data",
  total: "/total",
  next: { by: "offset", parameter: "offset" },
} as const;
const pageSize = 3;

const sourceToken = "simulated-token-of-the-people-source";
export const sourceEntry = sourcesSchema.parse({
  people: { hosts: [host], auth: { type: "bearer", token: sourceToken } },
})["people"]!;

/** The second HR system, behind a network that loses and delays. A record can change while its answer is on its way. */
export function createSimulatedSource(run: Run) {
  const { faults } = run;
  const chance = run.chance.fork("source");
  const records = new Map<string, SourceRecord>();
  let list = (): readonly SourceRecord[] => [];
  let isAway = false;

  /** A page of the list, or a record. */
  function documentOf({ pathname, searchParams }: URL): unknown {
    if (pathname !== "/payroll")
      return records.get(pathname.split("/").at(-1) ?? "");
    const all = list();
    const offset = Number(searchParams.get("offset"));
    const data = all.slice(offset, offset + pageSize);
    return { data, total: all.length };
  }

  const request: PublicRequest = async (url, { headers }, receive) => {
    await clock.sleepMs(5 + chance.delayMs(50));
    if (isAway) throw new PublicRequestError("unreachable");
    if (chance.happens(faults.lostBefore + faults.lostAfter)) {
      noteFault(run, "source lost");
      throw new PublicRequestError("timeout");
    }
    if (chance.happens(faults.throttled)) {
      noteFault(run, "source throttled");
      return receive({ status: 429, headers: {} }, noBody);
    }
    if (headers?.["authorization"] !== `Bearer ${sourceToken}`)
      return receive({ status: 401, headers: {} }, noBody);
    const body = Buffer.from(JSON.stringify(documentOf(url)) ?? "");
    const isSlow = chance.happens(faults.slow);
    await clock.sleepMs(isSlow ? chance.between(100, 14_000) : 20);
    return receive(
      { status: body.length > 0 ? 200 : 404, headers: {} },
      async () => body,
    );
  };

  return {
    records,
    /** What the list of payroll shows from now on. */
    setList: (next: typeof list) => void (list = next),
    request,
    setAway: (next: boolean) => void (isAway = next),
  };
}

const noBody = async () => Buffer.from("");
