import { gzipSync } from "node:zlib";
import type { ShownPlan, ShownRow } from "../../../functions/lists/contract.ts";
import {
  chiefToken,
  leadToken,
  opsToken,
} from "../../../infra/local/credentials.ts";
import { type InProcess, useInProcess } from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";

/** A row of a list, as the HR system of these tests exports it. */
export type Row = {
  id: string;
  status?: string;
  given?: string;
  family?: string;
  login?: string;
  mail?: string;
  job?: string;
  start?: string;
  last?: string;
};

/** The operators beside `ops`: `lead` and `chief` may approve what `ops` has uploaded, and `reader` only reads. */
export const tokens = {
  lead: leadToken,
  chief: chiefToken,
  reader: "token-of-the-reader-of-lists-001",
};

export const listMap = {
  type: {
    from: "/status",
    values: {
      here: "employee.hired",
      gone: "employee.terminated",
      away: "employee.suspended",
      other: null,
    },
  },
  leftWithoutLastDay: true,
  fields: {
    "/employeeId": "/id",
    "/name/givenName": "/given",
    "/name/familyName": "/family",
    "/username": "/login",
    "/email": "/mail",
    "/title": "/job",
    "/startDate": "/start",
    "/lastDay": "/last",
  },
};

const callerOf = (key: string, list: object = {}) => ({
  scheme: "bearer",
  keys: [key],
  scopes: ["onboard", "adopt", "offboard", "update"],
  list: { map: listMap, ...list },
});

export const listCallers = {
  reader: { scheme: "bearer", keys: [tokens.reader], scopes: ["observe"] },
  file: callerOf("token-of-the-caller-file"),
  payroll: callerOf("token-of-the-caller-payroll"),
  known: callerOf("token-of-the-caller-known", { known: ["K-1"] }),
};

type ListOptions = {
  source?: string;
  isWhole?: boolean;
  asOfMs?: number;
  matches?: Record<string, string>;
  columns?: string[];
  expectRows?: number;
  chunkRows?: number;
};

export type Lists = ReturnType<typeof createListActions> & InProcess;

/** One environment for all tests of a file, with what a test does with lists. */
export function useLists(options: InProcessOptions = {}): () => Lists {
  const environment = useInProcess({
    ...options,
    callers: { ...listCallers, ...options.callers },
  });
  return () => ({ ...environment(), ...createListActions(environment()) });
}

/** A row. Each field that the test does not name has its usual value. */
export function rowOf({ id, ...row }: Row): Row {
  const login = row.login ?? id.toLowerCase();
  return {
    id,
    status: "here",
    given: `Zoe${id}`,
    family: "List",
    login,
    mail: `${login}@example.com`,
    job: "Engineer",
    ...row,
  };
}

export function createListActions({ apps, nowMs, engine }: InProcess) {
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    token: string = opsToken,
  ): Promise<Response> =>
    apps.lists.request(`/plans${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && {
        body:
          body instanceof Uint8Array
            ? Uint8Array.from(body)
            : JSON.stringify(body),
      }),
    });

  const show = async (id: string): Promise<ShownPlan> =>
    (await (await request("GET", `/${id}`)).json()) as ShownPlan;

  /** Creates a plan. Resolves to its id. */
  const create = async (body: object): Promise<string> => {
    const created = await request("POST", "", body);
    if (created.status !== 201)
      throw new Error(`${created.status}: ${await created.text()}`);
    return ((await created.json()) as ShownPlan).id;
  };

  /** Begins a plan whose rows are uploaded, or that reads its rows itself. */
  const begin = (id: string, chunks = 0, rows = 0): Promise<Response> =>
    request("POST", `/${id}/begin`, { chunks, rows });

  /** Creates and begins a plan that reads its rows itself. Resolves to the plan when no execution runs any more. */
  const planByRead = async (body: object): Promise<ShownPlan> => {
    const id = await create(body);
    await begin(id);
    await engine.idle();
    return show(id);
  };

  /** Uploads a list. Resolves to the plan when no execution runs any more. */
  const plan = async (
    rows: readonly Row[],
    {
      source = "file",
      isWhole = false,
      asOfMs = nowMs(),
      matches,
      columns,
      expectRows,
      chunkRows = 500,
    }: ListOptions = {},
  ): Promise<ShownPlan> => {
    const asOf = new Date(asOfMs).toISOString();
    const id = await create({ source, isWhole, asOf, columns, expectRows });
    // The first line of the file has the names of the columns. No cell is too long to send.
    const lines = rows.map((row, nth) => JSON.stringify([nth + 2, row, []]));
    let chunks = 0;
    for (let from = 0; from < lines.length; from += chunkRows) {
      const text = lines.slice(from, from + chunkRows).join("\n");
      await request("PUT", `/${id}/chunks/${chunks++}`, gzipSync(text));
    }
    if (matches)
      await request("PUT", `/${id}/matches`, gzipSync(JSON.stringify(matches)));
    await begin(id, chunks, rows.length);
    await engine.idle();
    return show(id);
  };

  const rowsOf = async (
    { id }: Pick<ShownPlan, "id">,
    query = "",
  ): Promise<ShownRow[]> => {
    const rows: ShownRow[] = [];
    let cursor: string | undefined = "0";
    while (cursor !== undefined) {
      const answer = await request(
        "GET",
        `/${id}/rows?cursor=${cursor}${query}`,
      );
      const page = (await answer.json()) as { rows: ShownRow[]; next?: string };
      rows.push(...page.rows);
      cursor = page.next;
    }
    return rows;
  };

  const approve = (
    { id, digest, applies }: ShownPlan,
    token: string = tokens.lead,
  ) => request("POST", `/${id}/approve`, { digest, applies }, token);

  /** Approves a plan, and applies it. Resolves when no execution runs any more. */
  const apply = async (made: ShownPlan): Promise<ShownPlan> => {
    if (made.status === "planned") {
      await approve(made);
      if (made.approvalsNeeded > 1) await approve(made, tokens.chief);
      await request("POST", `/${made.id}/apply`);
      await engine.idle();
    }
    return show(made.id);
  };

  return {
    request,
    show,
    create,
    beginPlan: begin,
    planByRead,
    plan,
    rowsOf,
    approve,
    apply,

    /** The kind of each row, and its reason, by employee. */
    kindsOf: async (made: ShownPlan): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await rowsOf(made)).map(({ employeeId = "", kind, reason }) => [
          employeeId,
          reason === undefined ? kind : `${kind}: ${reason}`,
        ]),
      ),
  };
}
