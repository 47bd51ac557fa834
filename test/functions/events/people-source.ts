import { startHttpServer } from "../../../infra/pages/http-server.ts";
import { beforeEach } from "vitest";
import { useStarted } from "../../fixtures/use-started.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { listMap } from "../lists/lists-for-test.ts";

/** A person's record, as the system of these tests has it. */
export type PersonRecord = {
  id: string;
  status: string;
  given: string;
  mail: string;
  job?: string;
  start?: string;
  /** Null: there is no last day. Undefined: the record does not say it. */
  last?: string | null | undefined;
  disposition?: string;
  from?: string;
  until?: string;
  /** The id of the employee, for the caller `numbered`. */
  number?: string;
};

type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

export const sourceToken = "token-of-the-source-canary";

const map = {
  ...listMap,
  fields: {
    "/employeeId": "/id",
    "/name/givenName": "/given",
    "/email": "/mail",
    "/title": { from: "/job", nullClears: true },
    "/startDate": "/start",
    "/lastDay": "/last",
    "/disposition": "/disposition",
    "/from": "/from",
    "/until": "/until",
  },
};

const numberedFields = { ...map.fields, "/employeeId": "/number" };

/** The callers, which send thin events, and the parts of the entry and the lookup that only one of them has. */
const special = {
  people: {},
  /** Reads the same source. */
  rival: {},
  hiring: { entry: { scopes: ["onboard"] } },
  /** The id of an employee is not that of the record. */
  numbered: { lookup: { map: { ...map, fields: numberedFields } } },
  pictured: { avatar: "/photos/{employeeId}" },
} satisfies Record<
  string,
  { entry?: object; lookup?: object; avatar?: string }
>;
type CallerName = keyof typeof special;
export const tokenOf = (name: CallerName) => `token-of-the-caller-${name}`;

function callersAt(origin: string): Record<string, object> {
  const entries = Object.entries(special).map(([name, one]) => [
    name,
    {
      scheme: "bearer",
      keys: [tokenOf(name as CallerName)],
      scopes: ["onboard", "offboard", "update"],
      lookup: {
        source: "people",
        request: { url: `${origin}/people/{employeeId}` },
        id: "/id",
        map,
        ...("avatar" in one && { avatar: [origin + one.avatar] }),
        ...("lookup" in one && one.lookup),
      },
      ...("entry" in one && one.entry),
    },
  ]);
  return Object.fromEntries(entries) as Record<string, object>;
}

type ThinOptions = {
  caller?: CallerName;
  /** The same delivery and time again is a duplicate. */
  delivery?: string;
  atMs?: number;
  event?: string;
};

export type PeopleSource = InProcess & {
  records: Map<string, PersonRecord>;
  /** The avatars of the records. */
  photos: Map<string, Uint8Array>;
  /** What the source was asked, in order. */
  asked: string[];
  /** Sets what answers a request in place of the record. Undefined: the record. */
  answer: (decide: (id: string) => Promise<Answer | undefined>) => void;
  /** Sends a thin event, and resolves to the answer. */
  sendThin: (recordId: string, options?: ThinOptions) => Promise<Response>;
  /** Sends a thin event, and resolves to the operation of its read when no execution runs any more. */
  readThin: (recordId: string, options?: ThinOptions) => Promise<Operation>;
  put: (record: Partial<PersonRecord> & { id: string }) => void;
};

/** One environment with a system whose records are read, for all tests of a file. */
export function usePeopleSource(
  options: InProcessOptions & { callsPerSecond?: number } = {},
): () => PeopleSource {
  let decide: (id: string) => Promise<Answer | undefined>;
  const start = async (): Promise<PeopleSource> => {
    const records = new Map<string, PersonRecord>();
    const asked: string[] = [];
    const photos = new Map<string, Uint8Array>();
    const photoOf = (id: string): Answer => {
      const body = photos.get(id);
      return body ? { status: 200, body } : { status: 404 };
    };
    decide = async () => undefined;
    const server = await startHttpServer(async ({ path, headers }) => {
      const id = decodeURIComponent(path.split("/").at(-1) ?? "");
      if (path.startsWith("/photos/")) return photoOf(id);
      asked.push(id);
      if (headers.get("authorization")?.[0] !== `Bearer ${sourceToken}`)
        return { status: 401 };
      const record = records.get(id);
      return (
        (await decide(id)) ??
        (record
          ? {
              status: 200,
              headers: { "content-type": "application/json" },
              body: JSON.stringify(record),
            }
          : { status: 404 })
      );
    });
    const origin = server.endpoint;
    const environment = await startInProcess({
      ...options,
      callers: { ...callersAt(origin), ...options.callers },
      sources: {
        people: {
          hosts: [new URL(origin).host],
          auth: { type: "bearer", token: sourceToken },
          ...(options.callsPerSecond && {
            callsPerSecond: options.callsPerSecond,
          }),
        },
        ...options.sources,
      },
    });
    let deliveries = 0;
    const sendThin: PeopleSource["sendThin"] = async (
      recordId,
      {
        caller = "people",
        delivery = `thin ${++deliveries}`,
        atMs = environment.nowMs(),
        event,
      } = {},
    ) =>
      environment.apps.events.request(`/events/${caller}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokenOf(caller)}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({
          type: "record.changed",
          timestamp: new Date(atMs).toISOString(),
          data: { employeeId: recordId, event: event ?? delivery },
        }),
      });
    return {
      ...environment,
      close: async () => {
        await environment.close();
        await server.close();
      },
      records,
      photos,
      asked,
      answer: (next) => {
        decide = next;
      },
      put: (record) => {
        records.set(record.id, {
          status: "here",
          given: `Zoe${record.id}`,
          mail: `zoe${record.id}@example.com`,
          last: null,
          ...record,
        });
      },
      sendThin,
      readThin: async (...args) => {
        const answer = await sendThin(...args);
        if (answer.status !== 202)
          throw new Error(`the thin event was answered ${answer.status}`);
        await environment.idle();
        return environment.operation(answer);
      },
    };
  };
  const people = useStarted(start);
  beforeEach(() => {
    decide = async () => undefined;
    people().asked.length = 0;
  });
  return people;
}
