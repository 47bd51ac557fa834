import * as z from "zod";
import { previewSchema } from "../../../functions/events/contract.ts";
import {
  type approveSchema,
  type beginSchema,
  type newPlanSchema,
  planListSchema,
  rowPageSchema,
  shownPlanSchema,
  type ShownRow,
} from "../../../functions/lists/contract.ts";
import {
  type BulkVerb,
  type OperationFilter,
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
import { cleanText } from "../clean-text.ts";
import { CommandError } from "../command-error.ts";
import type { Profile } from "../profiles.ts";
import {
  type ApiRequest,
  type SendDependencies,
  type SignedEvent,
  sendRequest,
} from "./send-request.ts";

export type VerbRequest = z.input<typeof verbBodySchema>;
export type BulkRequest = z.input<typeof bulkBodySchema>;
export type BulkResult = z.infer<typeof bulkResultSchema>;
export type ListedEmployee = z.infer<
  typeof employeePageSchema
>["employees"][number];
type Page = { limit?: number; cursor?: string | undefined };

/** The answer to events: an operation, or a list if the body has several events or none. */
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
  {
    withProgress = (_text, work) => work(),
    ...dependencies
  }: SendDependencies & {
    /** Shows what a request is for while it runs. @default not */
    withProgress?: <T>(text: string, work: () => Promise<T>) => Promise<T>;
  },
) {
  const ask =
    (method: ApiRequest["method"]) =>
    async <T>(
      attempt: string,
      schema: z.core.$ZodType<T>,
      request: Omit<ApiRequest, "method" | "attempt">,
    ): Promise<T> => {
      const asked = { method, attempt, ...request };
      const body = await withProgress(cleanText(attempt), () =>
        sendRequest(profile, asked, dependencies),
      );
      const parsed = z.safeParse(schema, body);
      if (parsed.success) return parsed.data;
      const places = parsed.error.issues.map(
        ({ path }) => `/${path.join("/")}`,
      );
      throw new CommandError(
        `Cannot ${attempt}: the answer does not have the documented form (at ${places.slice(0, 3).join(", ")}). Check the origin of the profile, and whether the deployment and this command have the same version.`,
      );
    };
  const get = ask("GET");
  const post = ask("POST");
  const put = ask("PUT");

  const operations = {
    /** One page, which may be short. Without `next` it is the last one. */
    page: (filter: OperationFilter, { limit = 50, cursor }: Page = {}) =>
      get("list operations", operationPageSchema, {
        path: ["operations"],
        query: { ...filter, limit, cursor },
      }),

    all: (filter: OperationFilter, maxItems?: number) =>
      readAll(
        (page) => operations.page(filter, page),
        (page) => page.operations,
        maxItems,
      ),

    get: (id: string) =>
      get(
        `show the operation ${id}`,
        shownOperationSchema,
        pathOf("operation", id),
      ),

    act: (id: string, verb: Verb, body: VerbRequest = {}) =>
      post(`${verb} the operation ${id}`, shownOperationSchema, {
        ...pathOf("operation", id, verb),
        body,
      }),

    actOnMany: (verb: BulkVerb, body: BulkRequest) =>
      post(`${verb} operations`, bulkResultSchema, {
        path: ["operations", verb],
        body,
      }),
  };

  const employees = {
    page: (
      state: string,
      { limit = 50, cursor }: Page = {},
      { details }: { details?: boolean } = {},
    ) =>
      get("list employees", employeePageSchema, {
        path: ["employees"],
        query: { state, limit, cursor, details },
      }),

    ofPerson: async (personID: string): Promise<ListedEmployee | undefined> => {
      const page = await get(
        `find the employee of the person ${personID}`,
        employeePageSchema,
        { path: ["employees"], query: { personID } },
      );
      return page.employees[0];
    },

    all: (state: string, maxItems?: number, options?: { details?: boolean }) =>
      readAll(
        (page) => employees.page(state, page, options),
        (page) => page.employees,
        maxItems,
      ),

    get: (id: string) =>
      get(
        `show the employee ${id}`,
        shownEmployeeSchema,
        pathOf("employee", id),
      ),
  };

  const changePlan = (
    verb: string,
    id: string,
    rest: { body?: unknown; isRepeatable?: boolean } = {},
  ) =>
    post(`${verb} the plan ${id}`, shownPlanSchema, {
      ...pathOf("plan", id, verb),
      ...rest,
    });

  const plans = {
    list: () => get("list plans", planListSchema, { path: ["plans"] }),

    get: (id: string) =>
      get(`show the plan ${id}`, shownPlanSchema, pathOf("plan", id)),

    create: (body: z.input<typeof newPlanSchema>) =>
      post("create a plan", shownPlanSchema, { path: ["plans"], body }),

    putRows: (id: string, chunk: number, bytes: Uint8Array) =>
      put(`upload a part of the list ${id}`, z.unknown(), {
        ...pathOf("plan", id, "chunks", String(chunk)),
        bytes,
      }),

    putMatches: (id: string, bytes: Uint8Array) =>
      put(`upload the matches of the list ${id}`, z.unknown(), {
        ...pathOf("plan", id, "matches"),
        bytes,
      }),

    /** Ends the upload. To repeat the request is harmless. */
    begin: (id: string, body: z.input<typeof beginSchema>) =>
      changePlan("begin", id, { body, isRepeatable: true }),

    decide: (id: string, matches: Record<string, string>) =>
      changePlan("decide", id, { body: { matches } }),

    approve: (id: string, body: z.input<typeof approveSchema>) =>
      changePlan("approve", id, { body }),

    apply: (id: string) => changePlan("apply", id),

    stop: (id: string) => changePlan("stop", id),

    /** The first `maxItems` rows of a plan, in the order of the list. */
    rows: (
      id: string,
      filter: RowFilter,
      maxItems?: number,
    ): AsyncGenerator<ShownRow> =>
      readAll(
        ({ cursor }) =>
          get(`list the rows of the plan ${id}`, rowPageSchema, {
            ...pathOf("plan", id, "rows"),
            query: { ...filter, cursor },
          }),
        (page) => page.rows,
        maxItems,
      ),
  };

  const events = {
    /** Sends an event as its caller. To repeat the request is harmless. */
    send: async (
      receiver: string,
      caller: string,
      signed: SignedEvent,
    ): Promise<ShownOperation[]> => {
      const accepted = await post(
        `send the event as ${caller}`,
        acceptedSchema,
        { path: [receiver, caller], signed, isRepeatable: true },
      );
      return "operations" in accepted ? accepted.operations : [accepted];
    },

    /** Sends what a user of a chat tool typed. Resolves to the answer in the form of the tool. */
    type: (caller: string, signed: SignedEvent) =>
      post(`type as a user of ${caller}`, z.record(z.string(), z.unknown()), {
        path: ["status", caller],
        signed,
        isRepeatable: true,
      }),

    /** Tells what an event of a caller would mean. Nothing is stored. */
    preview: (caller: string, signed: SignedEvent, isRecord?: boolean) =>
      post(`preview the event of ${caller}`, previewSchema, {
        path: ["events", caller, "preview"],
        query: { record: isRecord },
        signed,
        isRepeatable: true,
      }),

    /** Tells what the event of an operation would come to with other settings. Nothing is stored. */
    replay: (
      operator: string,
      operation: string,
      settings: Record<string, string>,
    ) =>
      post(`replay the event of ${operation}`, previewSchema, {
        path: ["events", operator, "preview"],
        query: { operation },
        body: settings,
        isRepeatable: true,
      }),
  };

  return {
    operations,
    employees,
    plans,
    events,
    overview: () =>
      get("read the overview", overviewSchema, { path: ["overview"] }),
  };
}

type RowFilter = Partial<
  Record<"kind" | "reason" | "skipped" | "names", string | boolean | undefined>
>;

function pathOf(
  about: NonNullable<ApiRequest["about"]>,
  ...path: [id: string, ...parts: string[]]
) {
  return { about, path: [`${about}s`, ...path] };
}

async function* readAll<P extends { next?: string | undefined }, T>(
  readPage: (page: Page) => Promise<P>,
  itemsOf: (page: P) => T[],
  maxItems = Infinity,
): AsyncGenerator<T> {
  let left = maxItems;
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: Math.min(left, maxPage), cursor });
    const items = itemsOf(page);
    yield* items.slice(0, left);
    left -= items.length;
    cursor = page.next;
  } while (cursor !== undefined && left > 0);
}
