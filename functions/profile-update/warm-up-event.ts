import type { WarmUpEvent } from "../../shared/runtime/warm-up-event.ts";

/** The event that the receiver handles while it starts. */
export const warmUpEvent: WarmUpEvent = {
  type: "employee.changed",
  data: {
    employeeId: "warm-up",
    effectiveDate: "2000-01-01",
    name: { givenName: "Warm", familyName: "Up" },
    email: "warm.up@example.com",
    title: "Title",
    department: "Department",
    location: "Location",
    phones: [{ value: "+46 31 555 01 42", label: "Phone Number" }],
  },
};
