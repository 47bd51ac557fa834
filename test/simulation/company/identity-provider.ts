import { InvariantBroken } from "../checks/broken.ts";
import { noteFault, type Run } from "../system/run.ts";
import { simulatedCallers, type System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { type DirectoryUser, type Employee, personalMark } from "./employee.ts";

const providerNames = ["entra", "okta"] as const;
type ProviderName = (typeof providerNames)[number];

/** The user of a new employee. A fifth of the users has both providers. */
export function newDirectoryUser(number: number): DirectoryUser {
  const one = providerNames[number % 2]!;
  const providers = number % 5 === 0 ? providerNames : [one];
  return { wants: "on", providers, ids: {} };
}

/** Lets the directory show what another system says in an event. */
export function amendUser({ user }: Employee, type: string): void {
  if (!user || type === "employee.changed") return;
  user.wants =
    type === "employee.suspended"
      ? "off"
      : type === "employee.terminated"
        ? "gone"
        : "on";
}

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** The attributes of a user as they are now. */
function resourceOf({ id, number, username, title, department }: Employee) {
  return {
    userName: username,
    externalId: `${username}-directory`,
    title,
    name: { givenName: "Given", familyName: `${personalMark}${number}` },
    emails: [{ type: "work", primary: true, value: `${username}@example.com` }],
    [enterprise]: { employeeNumber: id, department },
  };
}

type Resource = ReturnType<typeof resourceOf> & { id: string; active: boolean };
/** `id`: the id of the user that was created. An answer that comes before the work has it, too. */
type Answer = { status: number; id: string | undefined; body: unknown };

/** Two requests at once can lead to this many answers 409 for a user. More of them are a fault of ours. */
const mostConflicts = 20;

/**
 * Identity providers that speak SCIM. A provider reads a user, and creates, changes or deletes the user until the user
 * is as the directory says. After a success, the provider does not read the user again.
 */
export function createIdentityProviders(run: Run, system: System) {
  const { faults, trace } = run;
  const chance = run.chance.fork("identity providers");
  /** The last work of each provider on each user: a provider makes the changes of a user one after the other. */
  const queues = new Map<string, Promise<unknown>>();
  /** How often each provider got a refusal for each user. */
  const conflicts = new Map<string, number>();

  async function attempt(
    provider: ProviderName,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer | undefined> {
    await clock.sleepMs(5 + chance.delayMs(20));
    if (chance.happens(faults.lostBefore)) return undefined;
    const [token] = simulatedCallers[provider].keys;
    const answer = await system
      .apps()
      .scim.request(`/scim/v2/${provider}/Users${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/scim+json",
          ...(chance.happens(0.2) && { prefer: "respond-async" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const text = await answer.text();
    if (chance.happens(faults.lostAfter)) {
      noteFault(run, "user lost-after");
      return undefined;
    }
    return {
      status: answer.status,
      id: answer.headers.get("location")?.split("/").at(-1),
      body: text === "" ? undefined : JSON.parse(text),
    };
  }

  /** Some providers send a request a second time before they have an answer. The second answer counts. */
  async function ask(
    ...request: Parameters<typeof attempt>
  ): Promise<Answer | undefined> {
    if (!chance.happens(faults.repeated)) return attempt(...request);
    noteFault(run, "user repeated");
    const [, answer] = await Promise.all([
      attempt(...request),
      attempt(...request),
    ]);
    return answer;
  }

  /** Resolves to undefined if the request must be repeated: its answer is lost, or is a 429 or 5xx. */
  async function insist(
    one: Employee,
    ...request: Parameters<typeof attempt>
  ): Promise<Answer | undefined> {
    const answer = await ask(...request);
    const [provider, method] = request;
    const status = answer?.status ?? "no answer";
    trace.tell(`${provider}: ${method} of ${one.id} is answered ${status}`);
    if (!answer || answer.status === 429 || answer.status >= 500)
      return undefined;
    return answer;
  }

  /** Resolves to the answer: the user, or that there is none. Undefined if the request must be repeated. */
  async function findUser(
    one: Employee,
    user: DirectoryUser,
    provider: ProviderName,
  ): Promise<{ found: Resource | undefined } | undefined> {
    const id = user.ids[provider];
    if (id !== undefined) {
      const answer = await insist(one, provider, "GET", `/${id}`);
      if (!answer) return undefined;
      if (answer.status === 200) return { found: answer.body as Resource };
      delete user.ids[provider];
    }
    // After a 409, the user exists with another username, because an answer was lost. The employee number leads to it.
    const filter = conflicts.has(`${provider} ${one.id}`)
      ? `${enterprise}:employeeNumber eq "${one.id}"`
      : `userName eq "${one.username}"`;
    const query = `?filter=${encodeURIComponent(filter)}`;
    const listed = await insist(one, provider, "GET", query);
    if (!listed) return undefined;
    const [found] = (listed.body as { Resources: Resource[] }).Resources;
    if (found) user.ids[provider] = found.id;
    return { found };
  }

  /** Makes the user as the directory says. Resolves to undefined if the request must be repeated. */
  async function change(
    one: Employee,
    user: DirectoryUser,
    provider: ProviderName,
    found: Resource | undefined,
  ): Promise<Answer | "nothing" | undefined> {
    const { wants } = user;
    const wanted = resourceOf(one);
    if (!found)
      return wants === "on"
        ? insist(one, provider, "POST", "", { ...wanted, active: true })
        : "nothing";
    const path = `/${found.id}`;
    if (wants === "gone") return insist(one, provider, "DELETE", path);
    const active = wants === "on";
    if (provider === "okta")
      return insist(one, provider, "PUT", path, { ...wanted, active });
    const Operations = [
      { path: "active", value: active ? "True" : "False" },
      { path: "userName", value: wanted.userName },
      { path: "externalId", value: wanted.externalId },
      { path: 'emails[type eq "work"].value', value: wanted.emails[0]?.value },
      { path: "title", value: wanted.title },
      { path: `${enterprise}:department`, value: one.department },
    ].map((operation) => ({ op: "Replace", ...operation }));
    return insist(one, provider, "PATCH", path, { Operations });
  }

  /** Resolves to whether this provider has nothing more to say. */
  async function synchronize(
    one: Employee,
    user: DirectoryUser,
    provider: ProviderName,
  ): Promise<boolean> {
    const known = await findUser(one, user, provider);
    if (!known) return false;
    const answer = await change(one, user, provider, known.found);
    if (answer === "nothing") return true;
    if (!answer) return false;
    const { status, id, body } = answer;
    if (id !== undefined) user.ids[provider] = id;
    if (status < 300) return true;
    // The user was deleted since the read.
    if (status === 404) return false;
    // An operator has decided about the employee, or an administrator has renamed the person: the provider gives up.
    if (one.isUnchecked || one.isRenamedByHand) return true;
    const key = `${provider} ${one.id}`;
    const count = (conflicts.get(key) ?? 0) + 1;
    conflicts.set(key, count);
    if (status !== 409 || count > mostConflicts)
      throw new InvariantBroken(
        "what a directory says is accepted",
        `${key} was answered ${status} ${JSON.stringify(body)}`,
      );
    return false;
  }

  return {
    /** Lets all providers of an employee say how the user is now. Resolves to whether each of them was heard. */
    async synchronize(one: Employee): Promise<boolean> {
      const { user } = one;
      if (!user) return true;
      const heard = await Promise.all(
        user.providers.map((provider) => {
          const key = `${provider} ${one.id}`;
          const before = queues.get(key) ?? Promise.resolve();
          const next = before.then(() => synchronize(one, user, provider));
          queues.set(
            key,
            next.catch(() => false),
          );
          return next;
        }),
      );
      return heard.every(Boolean);
    },
  };
}
