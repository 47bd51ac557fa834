import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { deleteExpired } from "../../../infra/local/aws/dynamodb/delete-expired.ts";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { newPerson } from "../../fixtures/community-client.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { type SentEvent, sendTo } from "../parts/receivers.ts";
import type { Deployment } from "./deployment.ts";

export type SendOptions = Partial<
  Pick<SentEvent, "atMs" | "caller" | "token" | "delivery" | "to">
>;

/** How long a minute takes in real time, while a test waits in `runUntilIdle`. */
const tickMs = 60;

/** What a test does with the deployment, and what it reads of it. */
export function createActions(deployment: Deployment) {
  const { platform, platformAuth, store, documents, engine } = deployment;
  const { apps, nowMs, advanceTime, dispatchDue } = deployment;
  let deliveries = 0;

  const actions = {
    /** Resolves when no execution runs any more. */
    idle: (): Promise<void> => engine.idle(),

    /**
     * Resolves when no execution runs. Meanwhile a minute of the clock passes every 60 ms, and the scheduler runs each
     * minute. With the `timeScale` of the engine, a minute would take 6 ms, and the work of the processor would take
     * hours of the clock.
     */
    runUntilIdle: async (): Promise<void> => {
      const idle = engine.idle().then(() => "idle" as const);
      for (;;) {
        const tick = Promise.withResolvers<"tick">();
        const timer = setTimeout(tick.resolve, tickMs, "tick");
        const first = await Promise.race([idle, tick.promise]);
        clearTimeout(timer);
        if (first === "idle") return;
        // The clock has moved with the real time of the tick, too.
        advanceTime(minuteMs - tickMs);
        await dispatchDue();
      }
    },

    /** One round of the scheduler, and all executions that it started. */
    runScheduler: async (): Promise<void> => {
      await dispatchDue();
      await engine.idle();
    },

    /** Days pass, and then the scheduler runs once, with all executions that it started. */
    passDays: (days: number): Promise<void> => actions.passTime(days * dayMs),

    /** Time passes, and then the scheduler runs once, with all executions that it started. */
    passTime: async (durationMs: number): Promise<void> => {
      advanceTime(durationMs);
      await actions.runScheduler();
    },

    /** The date so many days from now. */
    dateIn: (days: number): string =>
      new Date(nowMs() + days * dayMs).toISOString().slice(0, 10),

    /** Creates a person on the platform. Our store does not know the person. Resolves to the id of the person. */
    addPerson: async (username: string): Promise<string> => {
      const value = `${username}@example.com`;
      const name = { givenName: "Was", familyName: "Here" };
      const emails = [{ value, svc_label: "Email", primary: true }];
      const person = newPerson(username, { name, emails });
      const { id } = await platformAuth.service.people.create(person);
      return id;
    },

    /** The person of an employee, as the platform has them. */
    personOf: async (employeeId: string) => {
      const personID = (await store.employees.get(employeeId))?.personID;
      return platform.people().find(({ id }) => id === personID);
    },

    /** The fields of the profile of an employee's person, such as `{ Title: "Lead" }`. */
    profileOf: async (employeeId: string): Promise<Record<string, string>> => {
      const fields = (await actions.personOf(employeeId))?.svc.profile ?? [];
      const pairs = fields.map((one) => [one.svc_label, one.value]);
      return Object.fromEntries(pairs) as Record<string, string>;
    },

    /** The state of an employee in our store, and the access: `leaving, disabled`. Without a person, it is disabled. */
    stateOf: async (employeeId: string): Promise<string> => {
      const state = (await store.employees.get(employeeId))?.state;
      const person = await actions.personOf(employeeId);
      return `${state}, ${person?.svc.enabled ? "enabled" : "disabled"}`;
    },

    /** How many deletions of people took effect so far. */
    deletions: (): number =>
      platform.journal.filter(
        ({ method, path, applied }) =>
          method === "DELETE" && path === "/people/{personID}" && applied,
      ).length,

    /** Notes the calls to the platform from now on, without logins, such as `GET /people`. The result lists them. */
    noteCalls: (): (() => string[]) => {
      const from = platform.journal.length;
      return () =>
        platform.journal
          .slice(from)
          .filter(({ path }) => path !== "/login")
          .map(({ method, path }) => `${method} ${path}`);
    },

    /** The items of our table whose ids begin with the prefix. */
    storedItems: async (prefix = ""): Promise<Record<string, unknown>[]> => {
      const pages = paginateScan(
        { client: documents },
        { TableName: tables.store.name },
      );
      const items: Record<string, unknown>[] = [];
      for await (const { Items = [] } of pages) items.push(...Items);
      return items.filter(({ id }) => String(id).startsWith(prefix));
    },

    /** The item of an employee as it is stored, also with a salt whose time is over. */
    storedEmployee: async (employeeId: string) => {
      const id = `employee#${employeeId}`;
      return (await actions.storedItems(id)).find((item) => item["id"] === id);
    },

    /** Advances the clock until DynamoDB has deleted the operations that have ended by now: after 90 days. */
    outlastOperations: async (): Promise<void> => {
      advanceTime(91 * dayMs);
      for (const table of Object.values(tables))
        await deleteExpired(documents, table, nowMs());
    },

    /** Sends an event as caller `ops`; `atMs` is the event's own time. The same `delivery` again is a duplicate. */
    send: async (
      type: string,
      data: unknown,
      options: SendOptions = {},
    ): Promise<Response> => {
      const event = {
        type,
        data,
        atMs: nowMs(),
        delivery: `${++deliveries}`,
        ...options,
      };
      return sendTo(apps, event);
    },

    /** Asks what a body would mean, as caller `ops`. */
    askPreview: async (
      body: unknown,
      {
        caller = "ops",
        token = opsToken,
        query = "",
        mediaType = "application/json",
      }: Pick<SendOptions, "caller" | "token"> & {
        query?: string;
        mediaType?: string;
      } = {},
    ): Promise<Response> =>
      apps.preview.request(`/events/${caller}/preview${query}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": mediaType,
        },
        body: JSON.stringify(body),
      }),

    /** Asks what an event would mean, as caller `ops`. */
    preview: (
      type: string,
      data: unknown,
      { atMs = nowMs(), ...by }: SendOptions = {},
    ): Promise<Response> => {
      const timestamp = new Date(atMs).toISOString();
      return actions.askPreview({ type, timestamp, data }, by);
    },

    /** Sends an event. Resolves to its operation when no execution runs any more. */
    sendAndWait: async (
      type: string,
      data: unknown,
      options?: SendOptions,
    ): Promise<Operation> => {
      const answer = await actions.send(type, data, options);
      if (answer.status !== 202)
        throw new Error(`${type} was answered ${answer.status}`);
      await engine.idle();
      return actions.operation(answer);
    },

    /**
     * Says something of an employee, such as `terminated`, as caller `ops`. Resolves to its operation when no execution
     * runs any more. Then a second passes, so that the next event is later.
     */
    say: async (
      kind: string,
      employeeId: string,
      data: object = {},
      options?: SendOptions,
    ): Promise<Operation> => {
      const said = await actions.sendAndWait(
        `employee.${kind}`,
        { employeeId, ...data },
        options,
      );
      advanceTime(1_000);
      return said;
    },

    /** Hires an employee with the least that a hire can have, and with what a test adds. */
    hire: (
      employeeId: string,
      data: object = {},
      options?: SendOptions,
    ): Promise<Operation> =>
      actions.say("hired", employeeId, hireOf(employeeId, data), options),

    /** The operation that an answer names, as it is now. */
    operation: async (answer: Response): Promise<Operation> => {
      const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
      return actions.find(id);
    },

    find: async (id: string): Promise<Operation> => {
      const operation = await store.operations.get(id);
      if (operation) return operation;
      throw new Error(`there is no operation ${id}`);
    },

    /** Sends a request to the operations API, as the operator `ops`. */
    operate: async (
      method: string,
      path: string,
      body?: unknown,
      token: string = opsToken,
    ): Promise<Response> =>
      actions.ask(method, `/operations${path}`, body, token),

    /** Sends a verb as `lead`, who has sent no event. Resolves when no execution runs any more. */
    act: async (
      verb: string,
      id: string,
      body?: unknown,
      token: string = leadToken,
    ): Promise<Response> => {
      const answer = await actions.operate(
        "POST",
        `/${id}/${verb}`,
        body,
        token,
      );
      await engine.idle();
      return answer;
    },

    /** Sends a request to any path of the operators' API, as the operator `ops`. */
    ask: async (
      method: string,
      path: string,
      body?: unknown,
      token: string = opsToken,
    ): Promise<Response> =>
      apps.operations.request(path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
  return actions;
}
