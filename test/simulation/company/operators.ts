import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import { explainReason } from "../../../infra/cli/reason-words.ts";
import { toReasonCode } from "../../../shared/reason-codes.ts";
import type { Run } from "../system/run.ts";
import { simulatedCallers, type System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { type Employee } from "./employee.ts";

type Options = {
  run: Run;
  system: () => System;
  employeeOf: (id: string) => Employee | undefined;
  /** Gives a person on the platform the username back that HR has said. */
  renameBack: (employee: Employee) => Promise<void>;
};

type View = { type: string; status: string; reason?: string; verbs?: string[] };

/** Reasons of held operations that operators release nearly always. */
const heldReasons = [
  "disable-limit",
  "deletion-limit",
  "rename-limit",
  "person-has-contents",
];

/** Two operators, who read the notices and do what the documents tell them. Now and then, both do it at once. */
export function createOperators(options: Options) {
  const { run, system, employeeOf, renameBack } = options;
  const chance = run.chance.fork("operators");
  const names = ["anna", "ben"] as const;
  /** How often the operators used a verb for a reason. */
  const verbsUsed = new Map<string, number>();

  async function ask(
    name: (typeof names)[number],
    method: string,
    path: string,
  ): Promise<Response> {
    const [token] = simulatedCallers[name].keys;
    const body = path.endsWith("/resolve") ? { note: "seen" } : {};
    return system()
      .apps()
      .operations.request(`/operations${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === "POST" && { body: JSON.stringify(body) }),
      });
  }

  function chooseVerb({ reason = "", verbs = [] }: View, tries: number) {
    if (heldReasons.includes(reason))
      return chance.happens(0.95) ? "release" : "reject";
    if (reason === "person-missing" && verbs.includes("confirm-gone"))
      return "confirm-gone";
    const explained = explainReason(toReasonCode(reason));
    const mayHelp = explained && /retry/i.test(explained.action);
    // Some operators retry an operation although only HR can answer its question.
    const mayRetry = tries < 3 && verbs.includes("retry");
    if (mayRetry && (mayHelp || chance.happens(0.1))) return "retry";
    return verbs.includes("resolve") ? "resolve" : verbs[0];
  }

  /** After how long an operator looks. Some questions wait for weeks. */
  function lookMs(): number {
    return chance.happens(0.03)
      ? 16 * dayMs
      : chance.between(hourMs / 4, 8 * hourMs);
  }

  /** Looks at an operation after a pause, and uses verbs until it needs no operator. */
  async function attend(
    id: string,
    employeeId: string,
    tries: number,
    pauseMs = tries * dayMs,
  ): Promise<undefined> {
    await clock.sleepMs(pauseMs);
    const name = chance.oneOf(names);
    const answer = await ask(name, "GET", `/${id}`);
    if (answer.status >= 500) return attend(id, employeeId, tries + 1);
    if (answer.status !== 200) return undefined;
    const view = (await answer.json()) as View;
    if (view.status !== "needs_attention" && view.status !== "failed")
      return undefined;
    const verb = chooseVerb(view, tries);
    if (verb === undefined) return undefined;
    const employee = employeeOf(employeeId);
    if (view.reason === "person-differs" && employee)
      await renameBack(employee);
    const isRuling = verb !== "retry" && verb !== "release";
    // A ruling about the read of a record counts, too: what the record says has no effect then.
    if (isRuling && view.type !== "status.set" && employee)
      employee.isUnchecked = true;
    if (verb === "release" && employee) employee.isReleased = true;
    run.trace.tell(
      `operator: ${verb} of ${id}, ${view.reason} (${employeeId})`,
    );
    const what = `${verb} ${view.reason}`;
    verbsUsed.set(what, (verbsUsed.get(what) ?? 0) + 1);
    const asked = [ask(name, "POST", `/${id}/${verb}`)];
    if (chance.happens(0.02))
      asked.push(ask(chance.oneOf(names), "POST", `/${id}/${verb}`));
    const answers = await Promise.all(asked);
    const [first] = answers;
    run.trace.tell(
      `operator: answered ${answers.map(({ status }) => status).join(" and ")}`,
    );
    if (first?.status === 400)
      throw new Error(`${verb} was refused: ${await first.text()}`);
    if (first?.status === 200 && verb === "resolve") return undefined;
    return attend(id, employeeId, tries + 1);
  }

  const told = new Set<string>();
  const attended = new Set<string>();
  return {
    verbsUsed,
    /** The operations for which a notice of the subscriber said that a person must look. */
    told: told as ReadonlySet<string>,

    /** @param isOfBus - whether a script of the operators hears it on the bus, and does some of their work at once */
    hear({ type, data }: NoticeMessage, isOfBus = false): void {
      const isOpen =
        type === "operation.needs_attention" ||
        type === "operation.failed" ||
        type === "operation.held";
      if (!isOpen) return;
      for (const { operation, employee } of data.operations) {
        if (!isOfBus) told.add(operation);
        if (attended.has(operation)) continue;
        if (isOfBus && !chance.happens(0.3)) continue;
        attended.add(operation);
        const pauseMs = isOfBus ? chance.between(1, 100) : lookMs();
        clock.guard(() => attend(operation, employee, 0, pauseMs));
      }
    },
  };
}
