import {
  type Person,
  requiredFields,
} from "../../../shared/community/person.ts";
import { isSameUsername } from "../../../shared/person/is-same-username.ts";
import { type Check, failed, ok, skipped } from "../check.ts";

/** Enough to meet the service account itself in most companies, and a few seconds at most. */
const maxPeople = 500;

/** The service account may read, change and delete other people, and sees the fields that it writes back. */
export const checkRights: Check = {
  name: "rights",
  advice:
    "Give the service account the rights to read, create, change and delete people.",
  run: async (_tools, facts) => {
    const service = facts.require("service");
    const { username } = facts.require("community");
    const others: Person[] = [];
    for await (const person of service.people.list({
      count: 100,
      maxItems: maxPeople,
    })) {
      if (!isSameUsername(person.svc?.username, username)) others.push(person);
      else facts.note({ own: person });
      if (facts.known.own && others.length > 0) break;
    }
    facts.note({ others });
    return judge(others);
  },
};

function judge(others: readonly Person[]) {
  const shown = others.filter(({ resources }) => resources?.["self"]?.allowed);
  const may = (verb: string) =>
    shown.filter(({ resources }) =>
      resources?.["self"]?.allowed?.includes(verb),
    ).length;
  if (others.some((person) => requiredFields.some((field) => !person[field])))
    return failed(
      `the service account does not see ${requiredFields.join(", ")} of other people, so it cannot change them`,
      { advice: "Let the service account see all fields of all people." },
    );
  if (shown.length === 0)
    return skipped(
      "the list shows no other person with rights: run the doctor with --write, which tries them",
    );
  const missing = ["PUT", "DELETE"].filter((verb) => may(verb) === 0);
  if (missing.length === 0)
    return ok("the service account may change and delete other people");
  return failed(
    `the platform does not let the service account ${missing.map((verb) => (verb === "PUT" ? "change" : "delete")).join(" and ")} other people`,
    {
      advice:
        "Give the service account the rights to create, change and delete people.",
    },
  );
}
