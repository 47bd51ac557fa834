import fc from "fast-check";
import { createDrawing, drawSchema } from "./employment-drawing.ts";
import type { EmploymentEvent } from "./employment-model.ts";

/** What happens before the next event arrives. */
export type After =
  "nothing" | "all operations settle" | "a minute" | "a month";

/** An execution is killed when it checkpoints: before the checkpoint is stored, or after it. */
export type Kill = { checkpoint: number; isStored: boolean };

/** A delivery of an event. An event can have several, with the same or with another delivery id. */
export type Arrival = {
  event: EmploymentEvent;
  delivery: number;
  after: After;
  kill: Kill | null;
};

export type EmploymentSequence = {
  events: readonly EmploymentEvent[];
  arrivals: readonly Arrival[];
  graceDays: number;
  rehireWithoutStartDate: "report" | "accept";
};

/**
 * Everything that can happen to one employee, in a plausible order, and the order in which the events arrive: some of
 * them several times, with pauses between them, and with executions that are killed.
 *
 * The events follow the rules of `createDrawing`. Apart from these, every combination is drawn.
 */
export const employmentSequences: fc.Arbitrary<EmploymentSequence> = fc
  .record({
    draws: fc.array(fc.record(drawSchema), { minLength: 1, maxLength: 7 }),
    graceDays: fc.constantFrom(0, 3, 60),
    rehireWithoutStartDate: fc.constantFrom("report", "accept"),
  })
  .chain(({ draws, graceDays, rehireWithoutStartDate }) => {
    const isAccepted = rehireWithoutStartDate === "accept";
    const drawing = createDrawing(isAccepted);
    for (const draw of draws) drawing.add(draw);
    const { events } = drawing;
    const copies = events.map((event) =>
      fc
        .array(fc.constantFrom(0, 1), { maxLength: 1 })
        .map((others) =>
          [0, ...others].map((delivery) => ({ event, delivery })),
        ),
    );
    return fc.tuple(...copies).chain((all) => {
      const arrivals = all.flat();
      const { length } = arrivals;
      const size = { minLength: length, maxLength: length };
      return fc
        .record({
          order: fc.shuffledSubarray(arrivals, { minLength: length }),
          pauses: fc.array(
            fc.constantFrom<After>(
              "nothing",
              "nothing",
              "all operations settle",
              "a minute",
              "a month",
            ),
            size,
          ),
          kills: fc.array(
            fc.option(
              fc.record({
                checkpoint: fc.integer({ min: 1, max: 12 }),
                isStored: fc.boolean(),
              }),
              { freq: 2 },
            ),
            size,
          ),
        })
        .map(({ order, pauses, kills }) => ({
          events,
          graceDays,
          rehireWithoutStartDate,
          arrivals: order.map((one, index) => ({
            ...one,
            after: pauses[index] ?? "nothing",
            kill: kills[index] ?? null,
          })),
        }));
    });
  });
