import type { WarmUpEvent } from "../../shared/runtime/warm-up-event.ts";

/** The event that the receiver handles while it starts. */
export const warmUpEvent: WarmUpEvent = {
  type: "employee.terminated",
  data: { employeeId: "warm-up", lastDay: "2000-01-01", reason: "warm-up" },
};
