const stateWords: Record<string, { name: string; meaning: string }> = {
  expected: {
    name: "Expected",
    meaning: "Events came for them, but none that creates a person.",
  },
  onboarding: {
    name: "Onboarding",
    meaning: "Their person is being created, or waits for the start date.",
  },
  active: { name: "Active", meaning: "They have a person on the platform." },
  suspended: {
    name: "Suspended",
    meaning: "Their person is disabled while the employment goes on.",
  },
  leaving: {
    name: "Leaving",
    meaning: "Their person is disabled, and the grace period has not ended.",
  },
  kept: {
    name: "Kept",
    meaning: "The employment ended. Their person is disabled and kept.",
  },
  deleting: { name: "Deleting", meaning: "Their person is being deleted." },
  left: {
    name: "Left",
    meaning: "Their person is deleted. Only the id and times are kept.",
  },
};

export const stateFilters = Object.keys(stateWords);

/** A state that is not known yet is shown as it is. */
export function describeState(state: string): {
  name: string;
  meaning: string;
} {
  return stateWords[state] ?? { name: state, meaning: "" };
}
