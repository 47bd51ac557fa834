import type { Person } from "../../../shared/community/person.ts";
import type { Check, Finding } from "../check.ts";
import { ok, warning } from "../check.ts";

type Offer = {
  name: string;
  /** The name in the `resources` of a person (docs/interface.md, §2.3). */
  resource: string;
  found: string;
  missing: string;
  /** What to do without it. Absent if there is nothing to do. */
  advice?: string;
  setting?: string;
};

const ofAnybody: Offer[] = [
  {
    name: "images",
    resource: "images",
    found: "people have profile images",
    missing: "the platform has no profile images",
    advice: "Send no avatars: each would become a warning of its operation.",
  },
  {
    name: "organization chart",
    resource: "reports",
    found: "people have reports and a manager",
    missing: "the platform has no organization chart, and no event needs it",
  },
];

const ofOneself: Offer[] = [
  {
    name: "version and tasks",
    resource: "tasks",
    found: "version 3.1 or later: people have tasks",
    missing: "the platform offers no tasks, as before version 3.1",
    advice:
      "Take the tasks out of templates, and send none: each would become a warning of its operation.",
    setting: "templates",
  },
  {
    name: "streams",
    resource: "streams",
    found: "people have streams",
    missing: "the platform offers no streams",
    advice:
      "Take the streams out of templates, and send none: each would become a warning of its operation.",
    setting: "templates",
  },
];

/** What the platform offers of other people, and to the service account of itself. */
export const resourceChecks: Check[] = [
  ...ofAnybody.map((offer): Check => ({
    name: offer.name,
    run: async (_tools, facts) => {
      const [other] = facts.require("others");
      return judge(offer, other ?? facts.require("own"));
    },
  })),
  ...ofOneself.map((offer): Check => ({
    name: offer.name,
    run: async (_tools, facts) => judge(offer, facts.require("own")),
  })),
];

function judge(
  { resource, found, missing, ...details }: Offer,
  { resources }: Pick<Person, "resources">,
): Finding {
  if (resources === undefined || resource in resources) return ok(found);
  const { advice, setting } = details;
  if (advice === undefined) return ok(missing);
  return warning(missing, { advice, ...(setting && { setting }) });
}
