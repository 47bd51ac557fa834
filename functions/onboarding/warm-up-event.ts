import type { WarmUpEvent } from "../../shared/runtime/warm-up-event.ts";

/** The event that a receiver handles while it starts. It has the fields of a usual hire. */
export const warmUpEvent: WarmUpEvent = {
  type: "employee.hired",
  data: {
    employeeId: "warm-up",
    name: { givenName: "Warm", familyName: "Up" },
    email: "warm.up@example.com",
    username: "warm.up",
    startDate: "2000-01-01",
    title: "Title",
    department: "Department",
    location: "Location",
    phones: [{ value: "+46 31 555 01 42", label: "Phone Number" }],
    address: { locality: "Locality", country: "Country" },
    tasks: [{ subject: "Task", dueInDays: 1 }],
    streams: ["Stream"],
    identities: { slack: "T0001:U0001" },
  },
};
