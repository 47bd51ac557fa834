import { apiPath } from "../../../infra/platform/http/route-template.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { Named, Statement } from "../../../shared/employment/statement.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { sendTo } from "../../environments/parts/receivers.ts";
import { hireOf } from "../../fixtures/hire.ts";
import {
  days,
  instant,
  type Symbol,
  usualGraceDays,
} from "../../shared/employment/checker/alphabets.ts";
import { rightAccess } from "../../shared/employment/checker/right-access.ts";
import type { Rules, Step } from "../../shared/employment/checker/world.ts";
import { attributesOf } from "../checks/stored.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { dateOf } from "../company/employee.ts";
import { createSchedule } from "../company/scheduler.ts";
import { beginQuietRun } from "../system/run.ts";
import { createSystem, type System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";

/** The days of a history count from here. */
const beginMs = Date.UTC(2026, 0, 5);
/** By then, everything that was said has come to its end. */
const endMs = instant(days.f, 0);
/** The system needs less for what it was told. */
const settledMs = 2 * minuteMs;
/** A step that is no word and no day gives the system so long for its moves. */
const pauseMs = 5_000;

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
const callers = Object.fromEntries(
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
/** How an operator says a ruling: with the first verb that applies. */
const verbsOf: Record<string, string[]> = {
  rejected: ["reject"],
  released: ["release"],
  cancelled: ["cancel", "resolve"],
  "is-a-rehire": ["is-a-rehire"],
};
const generous = { percent: 100, min: 1_000, max: 1_000 };

/** A word, and the operation that it has when it has arrived. */
type Sent = {
  said: Statement;
  symbol: Symbol;
  operation?: string;
  /** When it arrived, its caller lacked the scope, or the deletion had begun. It changes nothing, whatever comes later. */
  judged?: "scope-missing" | "deletion-began";
};

type Verdicts = ReturnType<Rules["core"]["timelineOf"]>["verdicts"];

/** What differs in the nth history, and what was said in it, in the order of arrival. */
export type Difference = { nth: number; text: string; history: string[] };

/**
 * Sends the words of each history to the whole system, as an employee of its own, and lets the time of its days pass.
 *
 * @returns what differs first from the second formulation of the rules
 */
export async function playHistories(
  histories: readonly (readonly Step[])[],
  rules: Rules,
): Promise<Difference | undefined> {
  const run = beginQuietRun(beginMs, "histories");
  const { rehireWithoutStartDate, createDaysBefore = 0 } = rules.settings;
  const system = createSystem(run, {
    callers,
    settings: {
      rehireWithoutStartDate,
      createDaysBefore,
      callsPerSecond: undefined,
      graceDays: usualGraceDays,
      minGraceDays: 0,
      disableLimit: generous,
      deletionLimit: generous,
      renameLimit: generous,
    },
  });
  createSchedule(run, system).begin();
  let first: Difference | undefined;
  let playing = histories.length;
  histories.forEach((steps, nth) => {
    play(system, `E-${nth}`, steps, rules).then(
      (found) => {
        first ??= found && { nth, ...found };
        playing -= 1;
      },
      (error: unknown) => clock.fail(error),
    );
  });
  while (playing > 0 && !first) await clock.runUntil(clock.nowMs() + dayMs);
  return first;
}

async function play(
  system: System,
  employeeId: string,
  steps: readonly Step[],
  { core, settings }: Rules,
): Promise<Omit<Difference, "nth"> | undefined> {
  const { username, name, email } = hireOf(employeeId);
  const accepts = settings.rehireWithoutStartDate === "accept";
  const inFlight: Sent[] = [];
  /** In the order of their arrival. */
  const arrived: Sent[] = [];
  let day = days.a;
  let count = 0;

  for (const step of steps)
    switch (step.do) {
      case "pass": {
        await until(instant(step.day, 0) - settledMs);
        const text = whatDiffers();
        if (text !== undefined) return { text, history: tell() };
        ({ day } = step);
        break;
      }
      case "say":
        await say(step.symbol);
        break;
      case "arrive":
        for (const sent of inFlight.splice(step.nth, 1)) await arrive(sent);
        break;
      case "move":
        await clock.sleepMs(pauseMs);
    }
  await until(endMs);
  const text = whatDiffers();
  return text === undefined ? undefined : { text, history: tell() };

  async function until(atMs: number): Promise<void> {
    await clock.sleepMs(beginMs + atMs - clock.nowMs());
  }

  async function say(symbol: Symbol): Promise<void> {
    const atMs = instant(day, count + 1);
    await until(atMs);
    const words = heard();
    const timeline = () => core.timelineOf(words, settings);
    const said = symbol.say(`${count}`, atMs, { words, timeline, atMs });
    if (!said) return;
    count += 1;
    if (said.kind === "ruled") await rule(said, symbol);
    else inFlight.push({ said, symbol });
  }

  async function arrive(sent: Sent): Promise<void> {
    const { said, symbol } = sent;
    if (said.kind === "ruled") return;
    // For a caller without the scope, it counts who exists when the word arrives.
    const isWeak = said.kind === "hired" && !said.mayOffboard;
    if (isWeak) await clock.sleepMs(pauseMs);
    if (isWeak && system.platform.findPerson(username))
      sent.said = { ...said, metPerson: true };
    const { refused } = rightAccess([...heard(), sent.said], accepts);
    if (refused.has(said.id)) sent.judged = "scope-missing";
    if (said.kind === "adopted") await createByHand();
    const answer = await sendTo(system.apps(), {
      type: `employee.${said.kind}`,
      atMs: beginMs + said.atMs,
      data: dataOf(employeeId, said, symbol),
      delivery: said.id,
      caller: said.caller,
      token: tokenOf(said.caller),
    });
    if (answer.status !== 202)
      throw new Error(`${symbol.name}: ${await answer.text()}`);
    sent.operation = answer.headers.get("location")?.split("/").at(-1) ?? "";
    arrived.push(sent);
    if (isWeak) await clock.sleepMs(pauseMs);
  }

  /** Who is adopted was on the platform before. */
  async function createByHand(): Promise<void> {
    if (system.platform.findPerson(username)) return;
    const { community } = localSecrets;
    const authorization = `Basic ${btoa(`${community.username}:${community.password}`)}`;
    const { status } = await system.platform.http({
      method: "POST",
      url: new URL(`${system.platform.origin}${apiPath}/people`),
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({
        name,
        emails: [{ value: email, svc_label: "Email", primary: true }],
        svc: {
          username,
          password: "of-their-own-1",
          enabled: true,
          visible: true,
        },
      }),
      timeoutMs: pauseMs,
    });
    // The system may create the person at the same moment.
    if (status !== 201 && status !== 409)
      throw new Error(`the creation was answered ${status}`);
  }

  /** What an operator decides counts if the API accepts a verb for it. */
  async function rule(
    { id, about }: Extract<Statement, { kind: "ruled" }>,
    symbol: Symbol,
  ): Promise<void> {
    const operation = arrived.find(({ said }) => said.id === about)?.operation;
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
      const { ruling } = operationOf(operation);
      if (ruling?.ruling !== symbol.name)
        throw new Error(`${verb} says ${ruling?.ruling}`);
      const atMs = ruling.atMs - beginMs;
      arrived.push({ symbol, said: { ...ruling, id, about, atMs } });
      return;
    }
  }

  function operationOf(id: string | undefined): Partial<Operation> {
    const item = system.memory.store.items().get(`operation#${id}`);
    return attributesOf(item, [
      "status",
      "reason",
      "sameAs",
      "dueAtMs",
      "ruling",
    ]);
  }

  /** The words that have arrived, as the second formulation reads them. */
  function heard(): Statement[] {
    return arrived.flatMap((sent) => {
      const { said, operation } = sent;
      if (said.kind === "ruled") return said;
      const { status, reason, sameAs } = operationOf(operation);
      // The person was deleted before the adoption found them.
      if (reason === "person-missing" && status === "needs_attention")
        return [];
      // What repeats a question joins it.
      const first = arrived.find((one) => one.operation === sameAs);
      if (reason === "deletion-began") sent.judged ??= reason;
      else if (first?.judged) sent.judged ??= first.judged;
      return sent.judged ? { ...said, judged: sent.judged } : said;
    });
  }

  function whatDiffers(): string | undefined {
    const words = heard();
    const { verdicts } = core.timelineOf(words, settings);
    const reading = rightAccess(words, accepts);
    for (const sent of arrived) {
      const text = whatDiffersOf(sent, reading.repeated, verdicts);
      if (text !== undefined) return text;
    }
    const right = reading.accessAt(clock.nowMs() - beginMs);
    const person = system.platform.findPerson(username);
    const is = !person ? "absent" : person.svc.enabled ? "enabled" : "disabled";
    // The person gets no access while an operator is asked whether the employee has left, or for the hire once more.
    const isAsked = arrived.some(({ said, operation }) => {
      const verdict = verdicts.get(said.id);
      return (
        operationOf(operation).reason === "data-erased" ||
        (verdict?.is === "needs-decision" &&
          verdict.because === "last-day-before-start")
      );
    });
    const isOver = clock.nowMs() >= beginMs + endMs;
    const mustBeGone =
      isOver && right.is === "ended" && right.terms.disposition === "delete";
    const isRight =
      right.is === "enabled"
        ? is === "enabled" || isAsked
        : is === "absent" || (is === "disabled" && !mustBeGone);
    return isRight
      ? undefined
      : `the person is ${is}, and ${JSON.stringify(right)} is right`;
  }

  /** Whether a hire counts again whose operation has ended, and whose data is erased since. */
  function isRevived(id: string, verdicts: Verdicts): boolean {
    const sent = arrived.find(({ said }) => said.id === id);
    const { is = "overtaken" } = verdicts.get(id) ?? {};
    return (
      sent?.said.kind === "hired" &&
      (is === "in-force" || is === "scheduled") &&
      operationOf(sent.operation).status === "cancelled"
    );
  }

  /** An ended operation stays as it ended, so a verdict is compared with the operation that arrived last. */
  function whatDiffersOf(
    sent: Sent,
    repeated: ReadonlyMap<string, string>,
    verdicts: Verdicts,
  ): string | undefined {
    const { said, operation } = sent;
    if (said.kind === "ruled" || !operation) return undefined;
    const { id } = said;
    const { status = "", reason, sameAs, dueAtMs = 0 } = operationOf(operation);
    const shows = `word ${id} shows ${status} ${reason ?? ""}`;
    const isAtWork =
      status === "waiting"
        ? dueAtMs <= clock.nowMs()
        : !["needs_attention", "succeeded", "cancelled"].includes(status);
    if (isAtWork) return `${shows}, and is at work`;
    const asks =
      verdicts.get(id)?.is === "needs-decision" ||
      reason === "waits-for-decision" ||
      reason === "person-missing" ||
      (reason === "data-erased" &&
        arrived.some((one) => isRevived(one.said.id, verdicts)));
    if (status === "needs_attention" && !asks)
      return `${shows}, and nothing is to decide`;
    if (sent !== arrived.at(-1)) return undefined;
    if (status !== "needs_attention" && asks) return `${shows}, and must ask`;
    const of = repeated.get(id);
    const same = arrived.find((one) => one.operation === sameAs)?.said.id;
    // What ended an employment says more than what the word repeats.
    const isOver = reason === "terminated-since";
    if (of !== undefined && of !== same && status !== "waiting" && !isOver)
      return `${shows}, and repeats ${of}, not ${same}`;
    return undefined;
  }

  function tell(): string[] {
    return arrived.map(({ said, symbol, operation }) => {
      const { status, reason, sameAs } = operationOf(operation);
      const same = arrived.find((one) => operation && one.operation === sameAs);
      const time = new Date(said.atMs % dayMs).toISOString().slice(11, 16);
      return [
        `${said.id} on day ${Math.floor(said.atMs / dayMs)} at ${time}:`,
        symbol.name,
        "about" in said ? said.about : `-> ${status}`,
        reason,
        same && `as ${same.said.id}`,
      ]
        .filter((part) => part !== undefined)
        .join(" ");
    });
  }
}

/** The data of an event that says a word. */
function dataOf(employeeId: string, said: Statement, symbol: Symbol): object {
  const [, zone] = / in (Pago Pago|Kiritimati)/.exec(symbol.name) ?? [];
  const about = {
    employeeId,
    ...(zone && { zone: zones[zone as keyof typeof zones] }),
  };
  const date = (name: string, named: Named | undefined) =>
    named && { [name]: dateOf(beginMs / dayMs + named.day) };
  const title = `Title ${said.id}`;
  switch (said.kind) {
    case "hired": {
      const start = date("startDate", said.start);
      return { ...hireOf(employeeId), ...about, title, ...start };
    }
    case "adopted": {
      const { username, email } = hireOf(employeeId);
      return { employeeId, username, email };
    }
    case "changed":
      return { ...about, title, ...date("effectiveDate", said.effective) };
    case "suspended": {
      const { from, until } = said;
      return { ...about, ...date("from", from), ...date("until", until) };
    }
    case "terminated": {
      const terms = said.hasUsualTerms ? {} : said.terms;
      return { ...about, ...date("lastDay", said.lastDay), ...terms };
    }
    default:
      return about;
  }
}
