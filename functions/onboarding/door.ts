import type { Hono } from "hono";
import {
  createDoor,
  type DoorDependencies,
} from "../../shared/webhook/door.ts";
import { incomingHireSchema } from "./hire.ts";

/** `POST /onboarding/{caller}`: takes `employee.hired` from HR systems. */
export function createOnboardingDoor(dependencies: DoorDependencies): Hono {
  return createDoor(
    {
      path: "/onboarding",
      events: [
        {
          type: "employee.hired",
          scope: "onboard",
          schema: incomingHireSchema,
        },
      ],
      // Room for an inline avatar of 300 KB as base64.
      maxBodyBytes: 512 * 1024,
    },
    dependencies,
  );
}
