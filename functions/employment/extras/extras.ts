import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { Identity } from "../../../shared/store/employee.ts";
import type { Extras } from "../../onboarding/extras.ts";

/** The URI of the temporary image, or why its host may give the image later. */
export type Upload = { imageURI?: string; postponedBy?: ReasonCode };

/** The ids of an employee in other systems, by kind. */
export type WantedIdentities = Record<string, string> | undefined;

/** The identities of an event, as the employee's item notes them. */
export function identitiesOf(wanted: WantedIdentities = {}): Identity[] {
  return Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
}

/** Whether there is nothing to do but to name the templates. */
export function isNothing(extras: Extras): boolean {
  const { hasAvatar, tasks, streams, hasIdentities } = extras;
  return !hasAvatar && tasks === 0 && streams === 0 && !hasIdentities;
}
