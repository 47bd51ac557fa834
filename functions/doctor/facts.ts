import type { Authorizer } from "../../shared/community/authorizer.ts";
import type { Client } from "../../shared/community/client.ts";
import type { Token } from "../../shared/community/login.ts";
import type { Person } from "../../shared/community/person.ts";
import type { CommunitySecret } from "../../shared/platform-auth/community-secret.ts";
import type { Source } from "../../shared/source/sources-secret.ts";
import type { ThrowAway } from "./throw-away.ts";

type Known = {
  community: CommunitySecret;
  /** The valid entries of the sources secret. */
  sources: Source[];
  /** How the service account authorizes its requests. */
  authorizer: Authorizer;
  /** The client of the service account. */
  service: Client;
  /** The answer of the login. */
  token: Token;
  /** Some people as the service account sees them, without itself. */
  others: Person[];
  /** The service account as it sees itself. */
  own: Person;
  throwAway: ThrowAway;
  /** The throw-away person as the platform has them. */
  person: Person;
  /** Whether a creation was sent that the platform has not refused. */
  mayExist: boolean;
  /** Whether the platform has no longer the throw-away person. */
  isDeleted: boolean;
  /** The client of the throw-away person. */
  asPerson: Client;
  /** The throw-away person as they see themselves. */
  ownView: Person;
};

const names: Record<keyof Known, string> = {
  community: "the community secret",
  sources: "the sources secret",
  authorizer: "a sign-in of the service account",
  service: "a sign-in of the service account",
  token: "a token of the login",
  others: "the list of people",
  own: "the service account in the list of people",
  throwAway: "a throw-away person",
  person: "a throw-away person",
  mayExist: "a throw-away person",
  isDeleted: "a throw-away person",
  asPerson: "a sign-in of the throw-away person",
  ownView: "a sign-in of the throw-away person",
};

/** An earlier check did not find what this one needs. */
export class MissingFact extends Error {
  override readonly name = "MissingFact";
}

/** What the checks of one run have found out so far. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts() {
  const known: Partial<Known> = {};
  return {
    known,

    note(facts: Partial<Known>): void {
      Object.assign(known, facts);
    },

    /** @throws MissingFact */
    require<K extends keyof Known>(name: K): NonNullable<Partial<Known>[K]> {
      const fact = known[name];
      if (fact !== undefined && fact !== null) return fact;
      throw new MissingFact(`it needs ${names[name]}`);
    },
  };
}
