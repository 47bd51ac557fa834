import * as z from "zod/mini";
import { ApiError } from "../../../shared/community/errors.ts";
import {
  type Person,
  requiredFields,
} from "../../../shared/community/person.ts";
import { isSameUsername } from "../../../shared/fold-case.ts";
import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { describeFailure } from "../describe-failure.ts";

/** At most this many people are read, which takes a few seconds. Most often, the service account is among them. */
const maxPeople = 500;

/** The author of a content is not documented, so the field may have another shape. */
const authoredSchema = z.object({ author: z.object({ id: z.string() }) });

/** Checks what the service account may do, and what the platform offers. */
export const peopleChecks: Check[] = [
  {
    name: "rights",
    advice:
      "Give the service account the rights to read, create, change and delete people.",
    run: async ({ need, note, known }) => {
      const service = need("service");
      const { username } = need("community");
      const others: Person[] = [];
      for await (const person of service.people.list({
        count: 100,
        maxItems: maxPeople,
      })) {
        if (!isSameUsername(person.svc?.username, username))
          others.push(person);
        else note({ own: person });
        if (known.own && others.length > 0) break;
      }
      note({ others });
      return judgeRights(others);
    },
  },
  {
    name: "contents of leavers",
    advice:
      "Until the platform lists contents, no leaver is deleted. leaverDisposition disable keeps leavers, and maxContentsDeleted unlimited deletes them without a count.",
    run: async ({ config, need }) => {
      const { leaverDisposition, maxContentsDeleted } = config;
      if (leaverDisposition === "disable")
        return ok(
          "leavers are kept, disabled, and so are their contents (leaverDisposition)",
        );
      const takesAway =
        "a deletion takes away all that the leaver has published, and the replies of others to it";
      if (maxContentsDeleted === "unlimited")
        return warning(
          `${takesAway}, however much it is`,
          "Set maxContentsDeleted to a number: a deletion of more contents is held then. Or set leaverDisposition to disable, which keeps leavers and their contents.",
          { setting: "maxContentsDeleted" },
        );
      const { contents } = need("service");
      const first = async (author?: string) => {
        const list = contents.list({
          ...(author && { author }),
          count: 1,
          maxItems: 1,
        });
        return (await Array.fromAsync(list))[0];
      };
      try {
        const author = authoredSchema.safeParse(await first()).data?.author.id;
        if (author !== undefined && (await first(author)) === undefined)
          return failed(
            "the list of contents shows none for the author of one, so every count would be 0 and hold no deletion",
            "Set leaverDisposition to disable, which keeps leavers and their contents, until the platform selects contents by author.",
            { setting: "leaverDisposition" },
          );
      } catch (error) {
        if (!isRefused(error)) throw error;
        return warning(
          `${describeFailure(error)}, so every deletion of a leaver is held`,
          "Let the service account read all contents. Or set leaverDisposition to disable, which keeps leavers, or maxContentsDeleted to unlimited, which deletes without a count.",
          { setting: "maxContentsDeleted" },
        );
      }
      return ok(
        `${takesAway}; more than ${maxContentsDeleted} contents hold it (maxContentsDeleted), and leaverDisposition disable keeps leavers and their contents`,
      );
    },
  },
  {
    // Credentials go to no other host than that of `baseUrl`.
    name: "links",
    run: async ({ config, known, need }) => {
      const { origin } = new URL(config.baseUrl);
      const refs = [known.own, ...need("others")].flatMap((person) => {
        // The page for a browser may have another host.
        const { html, ...resources } = person?.resources ?? {};
        return Object.values(resources).flatMap(({ ref }) => ref ?? []);
      });
      if (refs.length === 0)
        return skipped("the list shows no person with links");
      const other = refs
        .map((ref) => URL.parse(ref, config.baseUrl)?.origin ?? "no address")
        .find((one) => one !== origin);
      if (other === undefined)
        return ok("all links lead to the host of baseUrl");
      return failed(
        `links lead to ${other}, and baseUrl is on ${origin}`,
        `Set baseUrl to the address that the platform has for itself, such as ${other}, or have the address corrected there. No request with credentials follows these links.`,
        { setting: "baseUrl" },
      );
    },
  },
  offer({
    name: "images",
    resource: "images",
    of: "others",
    found: "people have profile images",
    missing: "the platform has no profile images",
    advice: "Send no avatars: each would become a warning of its operation.",
  }),
  offer({
    name: "organization chart",
    resource: "reports",
    of: "others",
    found: "people have reports and a manager",
    missing: "the platform has no organization chart, and no event needs it",
  }),
  offer({
    name: "version and tasks",
    resource: "tasks",
    of: "own",
    found: "version 3.1 or later: people have tasks",
    missing: "the platform offers no tasks, as before version 3.1",
    advice:
      "Take the tasks out of templates, and send none: each would become a warning of its operation.",
    setting: "templates",
  }),
  offer({
    name: "streams",
    resource: "streams",
    of: "own",
    found: "people have streams",
    missing: "the platform offers no streams",
    advice:
      "Take the streams out of templates, and send none: each would become a warning of its operation.",
    setting: "templates",
  }),
];

function judgeRights(others: readonly Person[]) {
  if (others.some((person) => requiredFields.some((field) => !person[field])))
    return failed(
      `the service account does not see ${requiredFields.join(", ")} of other people, so it cannot change them`,
      "Let the service account see all fields of all people.",
    );
  const shown = others.flatMap(
    ({ resources }) => resources?.["self"]?.allowed ?? [],
  );
  if (!others.some(({ resources }) => resources?.["self"]?.allowed))
    return skipped(
      "the list shows no other person with rights: run the doctor with --write, which tries them",
    );
  const missing = [
    ...(shown.includes("PUT") ? [] : ["change"]),
    ...(shown.includes("DELETE") ? [] : ["delete"]),
  ];
  if (missing.length === 0)
    return ok("the service account may change and delete other people");
  return failed(
    `the platform does not let the service account ${missing.join(" and ")} other people`,
    "Give the service account the rights to create, change and delete people.",
  );
}

type Offer = {
  name: string;
  /** The name in the `resources` of a person (docs/interface.md, §2.3). */
  resource: string;
  /** Whose `resources` show it: those of other people, or of the service account itself. */
  of: "others" | "own";
  found: string;
  missing: string;
  /** What to do without it. Absent if there is nothing to do. */
  advice?: string;
  setting?: string;
};

function offer({ name, resource, of, found, missing, ...rest }: Offer): Check {
  return {
    name,
    run: async ({ need }) => {
      const other = of === "others" ? need("others")[0] : undefined;
      const { resources } = other ?? need("own");
      // A person without any `resources` does not show that one is missing.
      if (resources === undefined || resource in resources) return ok(found);
      const { advice, setting } = rest;
      if (advice === undefined) return ok(missing);
      return warning(missing, advice, { ...(setting && { setting }) });
    },
  };
}

/** Whether an administrator must change the rights. A refused sign-in is another finding. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
