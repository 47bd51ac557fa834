import { sendTo } from "../../environments/parts/receivers.ts";
import { InvariantBroken } from "../checks/broken.ts";
import { noteFault, type Run } from "../system/run.ts";
import { simulatedCallers, type System } from "../system/system.ts";
import { sourceCaller } from "../system/source.ts";
import { clock } from "../time/virtual-clock.ts";
import { createIdentityProviders } from "./identity-provider.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import { type Employee, type SaidEvent } from "./employee.ts";

const [hrisToken] = simulatedCallers.hris.keys;
const [peopleToken] = sourceCaller.keys;

/** How an event is sent. The second HR system sends thin events, to the URL for all types. */
function senderOf({ type }: SaidEvent) {
  return type === "record.changed"
    ? { caller: "people", token: peopleToken, to: "events" as const }
    : { caller: "hris", token: hrisToken };
}

type Options = { run: Run; system: System; onArrival: (one: Employee) => void };

/** The fields of an event that the trace does not show. */
const personalFields = ["employeeId", "name", "username", "email", "avatar"];

/** Delivers the events of HR. An event is sent until the answer is 202. */
export function createDelivery({ run, system, onArrival }: Options) {
  const { faults, trace } = run;
  const chance = run.chance.fork("delivery");
  const skewMs = chance.between(-1, 1) * faults.senderSkewMs;
  let deliveries = 0;
  let accepted = 0;

  async function attempt(event: SaidEvent): Promise<Response | undefined> {
    await clock.sleepMs(5 + chance.delayMs(20));
    if (chance.happens(faults.lostBefore)) return undefined;
    const answer = await sendTo(system.apps(), {
      ...event,
      // Half of the events come to the one URL for all types.
      ...(deliveries % 2 === 0 && { to: "events" as const }),
      ...senderOf(event),
    });
    if (!chance.happens(faults.lostAfter)) return answer;
    noteFault(run, "delivery lost-after");
    return undefined;
  }

  /** Sends an event once. Resolves to whether it has arrived. */
  async function arrives(one: Employee, event: SaidEvent): Promise<boolean> {
    if (event.type === "user.changed") {
      const isHeard = await providers.synchronize(one);
      if (isHeard) event.arrivedAtMs = clock.nowMs();
      return isHeard;
    }
    const answer = await attempt(event);
    if (answer?.status === 202) {
      const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
      requireOneOperation(event, id);
      event.operation = id;
      event.arrivedAtMs ??= clock.nowMs();
      return true;
    }
    const { status = "no answer" } = answer ?? {};
    trace.tell(`${event.type} of ${one.id} was answered ${status}`);
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(
        `${event.type} was refused: ${status} ${await answer.text()}`,
      );
    return false;
  }

  async function deliver(employee: Employee, event: SaidEvent): Promise<void> {
    for (let pauseMs = minuteMs; !(await arrives(employee, event));) {
      await clock.sleepMs(pauseMs);
      pauseMs = Math.min(pauseMs * 2, hourMs);
    }
  }

  const providers = createIdentityProviders(run, system);
  /** The delivery of each operation. */
  const deliveryOf = new Map<string, string>();

  /** Requires that an event has one operation of its own, however often it is delivered. */
  function requireOneOperation(event: SaidEvent, id: string): void {
    const { type, delivery, operation = id } = event;
    const known = deliveryOf.get(id) ?? delivery;
    deliveryOf.set(id, delivery);
    if (known !== delivery || operation !== id)
      throw new InvariantBroken(
        "an event that was answered 202 has one operation",
        `${type} ${delivery} has ${id}`,
      );
  }

  return {
    /** How many events were answered 202. */
    accepted: (): number => accepted,

    /** Remembers an event that payroll will say with its next list. */
    noteForList(employee: Employee, type: string): void {
      const delivery = `${++deliveries}`;
      const data = { event: type };
      const atMs = clock.nowMs();
      employee.said.push({ type: "record.changed", data, atMs, delivery });
      employee.inFlight += 1;
      trace.tell(`payroll: ${type} of ${employee.id}`);
    },

    /** Says something of an employee now. It arrives at once, or late, or several times. */
    async say(
      employee: Employee,
      type: string,
      data: Record<string, unknown>,
    ): Promise<void> {
      const event: SaidEvent = {
        type,
        data,
        atMs: clock.nowMs() + skewMs,
        delivery: `${++deliveries}`,
      };
      employee.said.push(event);
      employee.inFlight += 1;
      const shown = JSON.stringify(data, (field, value: unknown) =>
        personalFields.includes(field) ? undefined : value,
      );
      trace.tell(`HR: ${type} of ${employee.id} ${shown}`);
      if (chance.happens(faults.late)) {
        noteFault(run, "delivery late");
        await clock.sleepMs(
          chance.happens(0.2)
            ? chance.between(1, 60) * hourMs
            : chance.delayMs(20 * minuteMs),
        );
      }
      const isRepeated = chance.happens(faults.repeated);
      if (isRepeated) noteFault(run, "delivery repeated");
      // Some senders send an event a second time before they have an answer.
      if (isRepeated && chance.happens(0.5))
        await Promise.all([deliver(employee, event), deliver(employee, event)]);
      await deliver(employee, event);
      accepted += 1;
      if (isRepeated) {
        await clock.sleepMs(chance.delayMs(10 * minuteMs));
        await deliver(employee, event);
      }
      employee.inFlight -= 1;
      onArrival(employee);
    },
  };
}
