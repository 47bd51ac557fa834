import { findOpen, readStatements } from "../events/read-statements.ts";
import { ApiError, isRefusedSignIn } from "../../shared/community/errors.ts";
import type { Person } from "../../shared/community/person.ts";
import { isSameEmailAddress } from "../../shared/email-address.ts";
import { isSameUsername } from "../../shared/fold-case.ts";
import { isProtected, isSameEmail } from "../../shared/person/known-person.ts";
import { mainEmailOf } from "../../shared/person/person-fields.ts";
import { namesOf, type Employee } from "../../shared/store/employee.ts";
import type { Operation } from "../../shared/store/operation.ts";
import { toStepFailure } from "../../shared/workflow/failure.ts";
import type { ListsDependencies } from "./lists-run.ts";
import type { Candidate } from "./match-person.ts";
import type { NamedPerson } from "./people.ts";
import type { KnownOfRow, OpenEvent } from "./plan-row.ts";
import type { RowNames, WhoIs } from "./row-names.ts";

/** The reads of the platform that a row needs. */
export type Platform = {
  person: (id: string) => Promise<Person | undefined>;
  named: (names: RowNames) => Promise<NamedPerson[]>;
};

/** What our store knows of an employee. */
export async function knowEmployee(
  run: ListsDependencies,
  employeeId: string,
): Promise<
  Pick<KnownOfRow, "item" | "statements" | "person" | "open" | "isKnownEmail">
> {
  const accepted = await findOpen(run, employeeId);
  const said = await readStatements(run, employeeId, accepted);
  return {
    ...said,
    open: await openEventsOf(run, said.item, accepted),
    isKnownEmail: await knowEmails(run, said.item),
  };
}

/** The function that says whether our store knows an e-mail address of the employee's person. */
export async function knowEmails(
  { platformAuth }: Pick<ListsDependencies, "platformAuth">,
  item: Employee | undefined,
): Promise<KnownOfRow["isKnownEmail"]> {
  const { emailHashes } = namesOf(item ?? {});
  const keyrings = await Promise.all(
    emailHashes.map(async (hash) => ({
      hash,
      keys: await platformAuth.keyring(hash),
    })),
  );
  return (address) =>
    keyrings.some(({ hash, keys }) => isSameEmail(keys, hash, address));
}

/** The events that are not done yet, the newest first. */
async function openEventsOf(
  { store }: Pick<ListsDependencies, "store">,
  item: Employee | undefined,
  accepted: readonly Operation[],
): Promise<OpenEvent[]> {
  const { statements = [], unfinished = [], personID } = item ?? {};
  // Before the person is created, the operation of a change ends, but its data waits for the person.
  const waiting = statements.filter(
    ({ kind }) =>
      personID === undefined && (kind === "hired" || kind === "changed"),
  );
  const events = [
    ...accepted.map(({ id, eventAtMs: atMs }) => ({ id, atMs })),
    ...unfinished,
    ...waiting,
  ];
  const times = new Map(events.map(({ id, atMs }) => [id, atMs]));
  // The rules count with the time of a statement, if there is one.
  for (const { id, atMs } of statements) if (times.has(id)) times.set(id, atMs);
  const newestFirst = [...times].toSorted(([, one], [, other]) => other - one);
  return Promise.all(
    newestFirst.map(async ([id]) => {
      const { type, data } = (await store.payloads.findUnparsed(id)) ?? {};
      return { id, type, data };
    }),
  );
}

/** The people who have a name of a row, except the employee's own person. */
async function candidatesOf(
  { store, platformAuth, settings }: ListsDependencies,
  named: readonly NamedPerson[],
  item: Employee | undefined,
): Promise<Candidate[]> {
  const others = named.filter(({ person }) => person.id !== item?.personID);
  return Promise.all(
    others.map(async ({ person, agrees }) => ({
      shown: person,
      agrees,
      owner: await store.persons.find(person.id),
      isProtected: await isProtected(
        platformAuth,
        settings.protectedUsernames,
        person.svc?.username ?? "",
      ),
    })),
  );
}

/**
 * A person as the platform shows them, or why it refuses finally to show this person.
 *
 * @throws if another attempt can help, or if the platform refuses our credentials, because that concerns all people
 */
export async function lookAt(
  person: Promise<Person | undefined>,
): Promise<Pick<KnownOfRow, "shown" | "refusal">> {
  try {
    return { shown: await person };
  } catch (error) {
    const { code, retryable } = toStepFailure(error);
    const isOfPerson = error instanceof ApiError && !isRefusedSignIn(error);
    if (!isOfPerson || retryable) throw error;
    return { shown: undefined, refusal: code };
  }
}

/** What is known of a row: what was said of its employee, and who on the platform it can be. */
export async function knowRow(
  run: ListsDependencies,
  who: WhoIs | undefined,
  {
    decided,
    isNamedTwice = false,
    platform,
  }: {
    /** @default false */
    isNamedTwice?: boolean;
    decided: string | undefined;
    platform: Platform;
  },
): Promise<KnownOfRow> {
  if (!who) return noFacts;
  const known = await knowEmployee(run, who.employeeId);
  const { item } = known;
  const { shown, refusal }: Awaited<ReturnType<typeof lookAt>> =
    item?.personID === undefined
      ? { shown: undefined }
      : await lookAt(platform.person(item.personID));
  if (refusal !== undefined) return { ...noFacts, ...known, who, refusal };
  return {
    who,
    ...known,
    shown,
    // If the employee's own person has the names, no other person has them.
    candidates:
      shown && hasNames(shown, who.names)
        ? []
        : await candidatesOf(
            run,
            await withDecided(platform, who, decided),
            item,
          ),
    isNamedTwice,
    decided,
  };
}

function hasNames(person: Person, { username, email }: RowNames): boolean {
  const shown = mainEmailOf(person)?.value ?? "";
  return (
    (username === undefined ||
      isSameUsername(person.svc?.username, username)) &&
    (email === undefined || isSameEmailAddress(shown, email))
  );
}

/** The people who have a name of the row, and the person for whom an operator has decided. */
async function withDecided(
  platform: Platform,
  { names }: WhoIs,
  decided: string | undefined,
): Promise<NamedPerson[]> {
  const named = await platform.named(names);
  if (decided === undefined) return named;
  if (named.some(({ person }) => person.id === decided)) return named;
  const { shown: person } = await lookAt(platform.person(decided));
  return person ? [...named, { person, agrees: "none" }] : named;
}

/** For a row that does not say who it is, or whose record is as it was. */
export const noFacts: KnownOfRow = {
  who: undefined,
  item: undefined,
  statements: [],
  person: { is: "none" },
  open: [],
  shown: undefined,
  candidates: [],
  isNamedTwice: false,
  decided: undefined,
  isKnownEmail: () => false,
};
