import * as z from "zod";
import {
  type Preview,
  previewSchema,
} from "../../../functions/events/contract.ts";
import {
  type approveSchema,
  type beginSchema,
  type newPlanSchema,
  planListSchema,
  rowPageSchema,
  type ShownPlan,
  shownPlanSchema,
  type ShownRow,
} from "../../../functions/lists/contract.ts";
import {
  type BulkVerb,
  type OperationFilter,
  type Overview,
  type ShownEmployee,
  type ShownOperation,
  type Verb,
  type bulkBodySchema,
  bulkResultSchema,
  employeePageSchema,
  maxPage,
  operationPageSchema,
  overviewSchema,
  shownEmployeeSchema,
  shownOperationSchema,
  type verbBodySchema,
} from "../../../functions/operations/contract.ts";
import { CommandError } from "../command-error.ts";
import type { Profile } from "../profiles.ts";
import {
  type ApiRequest,
  type SendDependencies,
  type SignedEvent,
  sendRequest,
} from "./send-request.ts";

export type { SignedEvent };
export type VerbRequest = z.input<typeof verbBodySchema>;
export type BulkBody = z.input<typeof bulkBodySchema>;
export type BulkResult = z.infer<typeof bulkResultSchema>;
export type ListedEmployee = z.infer<
  typeof employeePageSchema
>["employees"][number];
type Page = { limit?: number; cursor?: string | undefined };

/** One operation, or one for each event of the body. */
const acceptedSchema = z.union([
  z.object({ operations: z.array(shownOperationSchema) }),
  shownOperationSchema,
]);

export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * Creates a client of the operators' API. All its functions throw an OperatorsApiError if the API refuses the request,
 * and a CommandError if there is no answer or one of another form.
 */
export function createApiClient(
  profile: Pick<Profile, "name" | "origin" | "key">,
  dependencies: SendDependencies,
) {
  async function send<T>(
    schema: z.core.$ZodType<T>,
    request: ApiRequest,
  ): Promise<T> {
    const body = await sendRequest(profile, request, dependencies);
    const parsed = z.safeParse(schema, body);
    if (parsed.success) return parsed.data;
    const places = parsed.error.issues.map(({ path }) => `/${path.join("/")}`);
    throw new CommandError(
      `Cannot ${request.attempt}: the answer does not have the documented form (at ${places.slice(0, 3).join(", ")}). Check the origin of the profile, and whether the deployment and this command have the same version.`,
    );
  }

  const operations = {
    /** One page, which may be short. Without `next` it is the last one. */
    page: (filter: OperationFilter, { limit = 50, cursor }: Page = {}) =>
      send(operationPageSchema, {
        method: "GET",
        path: ["operations"],
        query: { ...filter, limit, cursor },
        attempt: "list operations",
      }),

    /** At most `maxItems` operations, the newest first. */
    all: (filter: OperationFilter, maxItems?: number) =>
      readAll(async (page) => {
        const { operations: items, next } = await operations.page(filter, page);
        return { items, next };
      }, maxItems),

    get: (id: string): Promise<ShownOperation> =>
      send(shownOperationSchema, {
        method: "GET",
        path: ["operations", id],
        attempt: `show the operation ${id}`,
        about: "operation",
      }),

    /** Uses a verb on one operation. */
    act: (
      id: string,
      verb: Verb,
      body: VerbRequest = {},
    ): Promise<ShownOperation> =>
      send(shownOperationSchema, {
        method: "POST",
        path: ["operations", id, verb],
        body,
        attempt: `${verb} the operation ${id}`,
        about: "operation",
      }),

    /** Uses a verb on one page of operations. */
    actOnMany: (verb: BulkVerb, body: BulkBody): Promise<BulkResult> =>
      send(bulkResultSchema, {
        method: "POST",
        path: ["operations", verb],
        body,
        attempt: `${verb} operations`,
      }),
  };

  const employees = {
    page: (
      state: string,
      { limit = 50, cursor }: Page = {},
      { details }: { details?: boolean } = {},
    ) =>
      send(employeePageSchema, {
        method: "GET",
        path: ["employees"],
        query: {
          state,
          limit,
          cursor,
          ...(details && { details: "true" }),
        },
        attempt: "list employees",
      }),

    ofPerson: async (personID: string): Promise<ListedEmployee | undefined> => {
      const { employees: found } = await send(employeePageSchema, {
        method: "GET",
        path: ["employees"],
        query: { personID },
        attempt: `find the employee of the person ${personID}`,
      });
      return found[0];
    },

    /** At most `maxItems` employees in a state. */
    all: (state: string, maxItems?: number, options?: { details?: boolean }) =>
      readAll(async (page) => {
        const read = await employees.page(state, page, options);
        const { employees: items, next } = read;
        return { items, next };
      }, maxItems),

    get: (id: string): Promise<ShownEmployee> =>
      send(shownEmployeeSchema, {
        method: "GET",
        path: ["employees", id],
        attempt: `show the employee ${id}`,
        about: "employee",
      }),
  };

  const plans = {
    list: () =>
      send(planListSchema, {
        method: "GET",
        path: ["plans"],
        attempt: "list plans",
      }),

    get: (id: string): Promise<ShownPlan> =>
      send(shownPlanSchema, {
        method: "GET",
        path: ["plans", id],
        attempt: `show the plan ${id}`,
        about: "plan",
      }),

    create: (body: z.input<typeof newPlanSchema>): Promise<ShownPlan> =>
      send(shownPlanSchema, {
        method: "POST",
        path: ["plans"],
        body,
        attempt: "create a plan",
      }),

    putRows: (id: string, chunk: number, bytes: Uint8Array) =>
      send(z.unknown(), {
        method: "PUT",
        path: ["plans", id, "chunks", String(chunk)],
        bytes,
        attempt: `upload a part of the list ${id}`,
      }),

    putMatches: (id: string, bytes: Uint8Array) =>
      send(z.unknown(), {
        method: "PUT",
        path: ["plans", id, "matches"],
        bytes,
        attempt: `upload the matches of the list ${id}`,
      }),

    /** Ends the upload. To repeat the request is harmless. */
    begin: (id: string, body: z.input<typeof beginSchema>) =>
      actOn(id, "begin", body, true),

    decide: (id: string, matches: Record<string, string>) =>
      actOn(id, "decide", { matches }),

    approve: (id: string, body: z.input<typeof approveSchema>) =>
      actOn(id, "approve", body),

    apply: (id: string) => actOn(id, "apply"),

    stop: (id: string) => actOn(id, "stop"),

    /** The rows of a plan, in the order of the list. */
    async *rows(
      id: string,
      {
        kind,
        reason,
        skipped,
      }: {
        kind?: string | undefined;
        reason?: string | undefined;
        skipped?: boolean | undefined;
      },
    ): AsyncGenerator<ShownRow> {
      let cursor: string | undefined;
      do {
        const page = await send(rowPageSchema, {
          method: "GET",
          path: ["plans", id, "rows"],
          query: {
            kind,
            reason,
            skipped: skipped ? "true" : undefined,
            cursor,
          },
          attempt: `list the rows of the plan ${id}`,
          about: "plan",
        });
        yield* page.rows;
        cursor = page.next;
      } while (cursor !== undefined);
    },
  };

  function actOn(
    id: string,
    verb: string,
    body?: unknown,
    isRepeatable = false,
  ): Promise<ShownPlan> {
    return send(shownPlanSchema, {
      method: "POST",
      path: ["plans", id, verb],
      ...(body !== undefined && { body }),
      isRepeatable,
      attempt: `${verb} the plan ${id}`,
      about: "plan",
    });
  }

  const events = {
    /** Sends an event as its caller. To repeat the request is harmless. */
    send: async (
      receiver: string,
      caller: string,
      signed: SignedEvent,
    ): Promise<ShownOperation[]> => {
      const accepted = await send(acceptedSchema, {
        method: "POST",
        path: [receiver, caller],
        signed,
        attempt: `send the event as ${caller}`,
        isRepeatable: true,
      });
      return "operations" in accepted ? accepted.operations : [accepted];
    },

    /** Sends what a user of a chat tool typed. Resolves to the answer in the form of the tool. */
    type: (
      caller: string,
      signed: SignedEvent,
    ): Promise<Record<string, unknown>> =>
      send(z.record(z.string(), z.unknown()), {
        method: "POST",
        path: ["status", caller],
        signed,
        attempt: `type as a user of ${caller}`,
        isRepeatable: true,
      }),

    /** Tells what an event of a caller would mean. Nothing is stored. */
    preview: (
      caller: string,
      signed: SignedEvent,
      { isRecord = false }: { isRecord?: boolean | undefined } = {},
    ): Promise<Preview> =>
      send(previewSchema, {
        method: "POST",
        path: ["events", caller, "preview"],
        ...(isRecord && { query: { record: "true" } }),
        signed,
        attempt: `preview the event of ${caller}`,
        isRepeatable: true,
      }),

    /** What the event of an operation comes to with other settings. */
    replay: (
      operator: string,
      operation: string,
      settings: Record<string, string>,
    ): Promise<Preview> =>
      send(previewSchema, {
        method: "POST",
        path: ["events", operator, "preview"],
        query: { operation },
        body: settings,
        attempt: `replay the event of ${operation}`,
        isRepeatable: true,
      }),
  };

  return {
    operations,
    employees,
    plans,
    events,
    overview: (): Promise<Overview> =>
      send(overviewSchema, {
        method: "GET",
        path: ["overview"],
        attempt: "read the overview",
      }),
  };
}

/** The first `maxItems` items of a list, page by page. */
async function* readAll<T>(
  readPage: (page: Page) => Promise<{ items: T[]; next?: string | undefined }>,
  maxItems = Infinity,
): AsyncGenerator<T> {
  let left = maxItems;
  let cursor: string | undefined;
  do {
    const limit = Math.min(left, maxPage);
    const { items, next } = await readPage({ limit, cursor });
    yield* items.slice(0, left);
    left -= items.length;
    cursor = next;
  } while (cursor !== undefined && left > 0);
}
