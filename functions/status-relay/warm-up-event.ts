import type { WarmUpEvent } from "../../shared/runtime/warm-up-event.ts";

/** The event that the receiver handles while it starts. */
export const warmUpEvent: WarmUpEvent = {
  type: "status.set",
  data: {
    employeeId: "warm-up",
    text: "Warming up",
    expiresAt: "2000-01-01T00:00:00Z",
  },
};
