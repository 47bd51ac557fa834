import type { SeenPerson } from "../../shared/employment/move.ts";
import type { PersonFact } from "../../shared/store/operation.ts";

/** What became of a person with a write, for those who are told. Undefined: nothing that others must know. */
export function factOf(
  before: SeenPerson,
  after: SeenPerson,
): PersonFact | undefined {
  switch (after.is) {
    case "enabled":
      if (before.is === "disabled" || isUnsure(before, "enable"))
        return "resumed";
      return before.is === "none" ||
        before.is === "gone" ||
        isUnsure(before, "create")
        ? "onboarded"
        : undefined;
    case "disabled": {
      const fact = factOfDisabled(after);
      return fact === factOfDisabled(before) ? undefined : fact;
    }
    case "gone":
      // Of a person who is deleted, the disabling was told.
      return before.is === "unsure" ? "left" : undefined;
    default:
      return undefined;
  }
}

function isUnsure(person: SeenPerson, of: string): boolean {
  return person.is === "unsure" && person.of === of;
}

/** A person whom a look found disabled is not disabled for a reason of ours yet. */
function factOfDisabled(person: SeenPerson): PersonFact | undefined {
  if (person.is !== "disabled" || person.for === "") return undefined;
  return person.for === "suspension" ? "suspended" : "left";
}
