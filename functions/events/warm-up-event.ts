/** A hire shares most of its code with all other events. */
export { warmUpEvent } from "../onboarding/warm-up-event.ts";
