import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatSamples } from "./chat.ts";

/** The bytes of the sample hire's avatar. */
export const sampleAvatar: Uint8Array = readFileSync(
  join(import.meta.dirname, "zoe.png"),
);

/** An `employee.hired` event that uses nearly every field of a hire. */
export function sampleHire(nowMs: number) {
  return {
    type: "employee.hired" as const,
    timestamp: new Date(nowMs).toISOString(),
    data: {
      employeeId: "E-1042",
      name: { givenName: "Zoë", familyName: "Lindqvist" },
      email: "zoe.lindqvist@example.com",
      username: "zoe.lindqvist",
      startDate: new Date(nowMs).toISOString().slice(0, 10),
      title: "Site Reliability Engineer",
      department: "Platform",
      company: "Example Industries",
      location: "Gothenburg, Sweden",
      biography: "Keeps things running, and keeps bees.",
      expertise: "Incident response, capacity planning",
      phones: [
        { value: "+46 31 555 01 42", label: "Phone Number", primary: true },
        { value: "+46 70 555 01 42", label: "Mobile Phone Number" },
      ],
      address: {
        streetAddress: "Sjögatan 4",
        postalCode: "411 04",
        locality: "Göteborg",
        country: "Sweden",
      },
      tags: ["newcomer", "sre"],
      avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
      tasks: [
        { subject: "Complete your profile", dueInDays: 1 },
        { subject: "Meet your team", dueInDays: 3 },
        { subject: "Read the on-call handbook", dueDate: "2026-12-18" },
      ],
      streams: ["Incidents", "Newcomers"],
      identities: Object.fromEntries(
        Object.entries(chatSamples).map(([kind, { userId }]) => [kind, userId]),
      ),
    },
  };
}
