import { product } from "./product.ts";

/** Routes events of these types to a function, if the deployment declares their source. */
export type EventRule = {
  name: string;
  /** The values of EventBridge's `detail-type`, which is the `type` of our envelope. */
  detailTypes: readonly string[];
  function: string;
};

/** The event bus and its rules, for the deployed stack and for the local stack. */
export const eventBus = {
  busName: product,
  rules: [
    {
      name: "onboarding",
      detailTypes: ["employee.hired", "employee.adopted"],
      function: "onboarding-receiver",
    },
    {
      name: "offboarding",
      detailTypes: [
        "employee.terminated",
        "employee.termination_cancelled",
        "employee.suspended",
        "employee.resumed",
      ],
      function: "offboarding-receiver",
    },
    {
      name: "profile-update",
      detailTypes: ["employee.changed"],
      function: "profile-update-receiver",
    },
    {
      name: "status-relay",
      detailTypes: ["status.set"],
      function: "status-relay-receiver",
    },
  ],
} as const satisfies { busName: string; rules: readonly EventRule[] };

export type EventType =
  (typeof eventBus)["rules"][number]["detailTypes"][number];

/** All event types that a rule routes. */
export const eventTypes = eventBus.rules.flatMap(
  ({ detailTypes }): readonly EventType[] => detailTypes,
);

/** The names of the functions that receive events of this type. */
export function functionsFor(
  type: string,
  rules: readonly EventRule[],
): string[] {
  return rules
    .filter(({ detailTypes }) => detailTypes.includes(type))
    .map((rule) => rule.function);
}
