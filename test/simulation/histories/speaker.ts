import { ApiError } from "../../../shared/community/errors.ts";
import { dayMs } from "../../../shared/durations.ts";
import type { Named, Statement } from "../../../shared/employment/statement.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { sendTo } from "../../environments/parts/receivers.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { hireOf } from "../../fixtures/hire.ts";
import type { Symbol } from "../../shared/employment/checker/alphabets.ts";
import { rightAccess } from "../../shared/employment/checker/right-access.ts";
import { attributesOf } from "../checks/stored.ts";
import { dateOf } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";

/** The days of a history count from here. */
export const beginMs = Date.UTC(2026, 0, 5);
/** In this time, the system makes all moves that need not wait. */
export const movesMs = 5_000;

/** The zones in the names of symbols, such as `hired in Kiritimati`. */
const zones = {
  "Pago Pago": "Pacific/Pago_Pago",
  Kiritimati: "Pacific/Kiritimati",
};

const tokenOf = (caller: string) => `token-of-${caller}-with-32-characters-`;
const scopesOf = {
  hr: ["onboard", "update", "adopt", "offboard"],
  recruiting: ["onboard", "update"],
  payroll: ["onboard", "update"],
  entra: ["onboard", "update", "offboard"],
  okta: ["onboard", "update", "offboard"],
  operator: ["operate"],
};
const providers = ["entra", "okta"];
/** The senders and the operator of all histories, as entries of the callers secret. */
export const callers = Object.fromEntries(
  Object.entries(scopesOf).map(([name, scopes]) => [
    name,
    {
      scheme: "bearer",
      keys: [tokenOf(name)],
      scopes,
      ...(providers.includes(name) && { scim: {} }),
    },
  ]),
);
/** The verbs by which an operator can say a ruling. The first one that the API accepts counts. */
const verbsOf: Record<string, string[]> = {
  rejected: ["reject"],
  released: ["release"],
  cancelled: ["cancel", "resolve"],
  "is-a-rehire": ["is-a-rehire"],
};

/** A statement of HR or a ruling, as it was said to the system. */
export type Said = {
  statement: Statement;
  /** The part of the alphabet that made the statement, such as `hired from 4`. */
  symbol: Symbol;
  /** The id of the operation of an event that has arrived. A ruling has no operation of its own. */
  operation?: string;
  /** Why the statement never changes anything: its caller lacks the scope, or the deletion began before it. */
  judged?: "scope-missing" | "deletion-began" | undefined;
};

export type Speaker = ReturnType<typeof createSpeaker>;

/** Says the statements of one history to the system: the events of the senders, and the rulings of an operator. */
export function createSpeaker(system: System, employeeId: string) {
  const { username, name, email } = hireOf(employeeId);
  /** In the order of their arrival. */
  const arrived: Said[] = [];
  return { arrived, sendEvent, rule, judgeArrived, operationOf, saidIn };

  async function sendEvent(said: Said): Promise<void> {
    const { statement, symbol } = said;
    if (statement.kind === "ruled") return;
    // A hire without the scope `offboard` counts only if no person exists when it arrives: let the moves end first.
    const needsNoPerson = statement.kind === "hired" && !statement.mayOffboard;
    if (needsNoPerson) {
      await clock.sleepMs(movesMs);
      if (system.platform.findPerson(username))
        said.statement = { ...statement, metPerson: true };
    }
    const { refused } = rightAccess([...judgeArrived(), said.statement]);
    if (refused.has(statement.id)) said.judged = "scope-missing";
    if (statement.kind === "adopted") await createByHand();
    const answer = await sendTo(system.apps(), {
      type: `employee.${statement.kind}`,
      atMs: beginMs + statement.atMs,
      data: dataOf(employeeId, statement, symbol),
      delivery: statement.id,
      caller: statement.caller,
      token: tokenOf(statement.caller),
    });
    if (answer.status !== 202)
      throw new Error(`${symbol.name}: ${await answer.text()}`);
    said.operation = answer.headers.get("location")?.split("/").at(-1) ?? "";
    arrived.push(said);
    // The next statement waits until this one counts. It could create the person before the hire, or end the operation
    // of the adoption, which finds its person first.
    if (needsNoPerson || statement.kind === "adopted")
      await clock.sleepMs(movesMs);
  }

  /** Creates the person by hand, because an adoption needs a person who exists. */
  async function createByHand(): Promise<void> {
    const { findPerson, http } = system.platform;
    if (findPerson(username)) return;
    const emails = [{ value: email, svc_label: "Email", primary: true }];
    await clientFor(system.platform, "service", { http })
      .people.create(newPerson(username, { name, emails }))
      .catch((error: unknown) => {
        // The system may create the person at the same moment.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      });
  }

  /** Asks the operations API for the ruling. It counts as said if the API accepts one of its verbs. */
  async function rule(
    { id, about }: Extract<Statement, { kind: "ruled" }>,
    symbol: Symbol,
  ): Promise<void> {
    const operation = arrived.find(
      ({ statement }) => statement.id === about,
    )?.operation;
    for (const verb of verbsOf[symbol.name] ?? []) {
      const answer = await system
        .apps()
        .operations.request(`/operations/${operation}/${verb}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${tokenOf("operator")}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(verb === "resolve" ? { note: "seen" } : {}),
        });
      if (!answer.ok) continue;
      const { ruling: stored } = operationOf(operation);
      if (stored?.ruling !== symbol.name)
        throw new Error(`${verb} says ${stored?.ruling}`);
      const atMs = stored.atMs - beginMs;
      arrived.push({ symbol, statement: { ...stored, id, about, atMs } });
      return;
    }
  }

  /** The statement that made the operation. */
  function saidIn(operation: string | undefined): Said | undefined {
    return arrived.find((said) => operation && said.operation === operation);
  }

  function operationOf(id: string | undefined): Partial<Operation> {
    const item = system.memory.store.items().get(`operation#${id}`);
    const names = ["status", "reason", "sameAs", "dueAtMs", "ruling"];
    return attributesOf(item, names);
  }

  /** The statements that have arrived, as `rightAccess` and the rules read them. Sets `judged` of each one. */
  function judgeArrived(): Statement[] {
    return arrived.flatMap((said) => {
      const { statement, operation } = said;
      if (statement.kind === "ruled") return statement;
      const { status, reason, sameAs } = operationOf(operation);
      // The person was deleted before the adoption found them, so the adoption does not count.
      if (reason === "person-missing" && status === "needs_attention")
        return [];
      if (reason === "deletion-began") said.judged ??= reason;
      // An operation that repeats another one is judged like that one.
      else said.judged ??= saidIn(sameAs)?.judged;
      return said.judged ? { ...statement, judged: said.judged } : statement;
    });
  }
}

/** The data of the event that says a statement. */
function dataOf(employeeId: string, said: Statement, symbol: Symbol): object {
  const [, zone] =
    Object.entries(zones).find(([name]) => symbol.name.includes(name)) ?? [];
  const common = { employeeId, ...(zone && { zone }) };
  const date = (name: string, named: Named | undefined) =>
    named && { [name]: dateOf(beginMs / dayMs + named.day) };
  const title = `Title ${said.id}`;
  switch (said.kind) {
    case "hired": {
      const start = date("startDate", said.start);
      return { ...hireOf(employeeId), ...common, title, ...start };
    }
    case "adopted": {
      const { username, email } = hireOf(employeeId);
      return { employeeId, username, email };
    }
    case "changed":
      return { ...common, title, ...date("effectiveDate", said.effective) };
    case "suspended": {
      const { from, until } = said;
      return { ...common, ...date("from", from), ...date("until", until) };
    }
    case "terminated": {
      // Without terms, the usual ones count.
      const terms = said.hasUsualTerms ? {} : said.terms;
      return { ...common, ...date("lastDay", said.lastDay), ...terms };
    }
    default:
      return common;
  }
}
