import type { Client } from "../../../shared/community/client.ts";
import { ApiError, isRefusedSignIn } from "../../../shared/community/errors.ts";
import { jsonBody } from "../../../shared/community/json-body.ts";
import type { Person } from "../../../shared/community/person.ts";
import { isNotOffered } from "../../../shared/community/resolve-endpoint.ts";
import { dayMs } from "../../../shared/durations.ts";
import { type Check, failed, ok, type Run, warning } from "../check.ts";
import {
  changeThrowAway,
  findLeftOvers,
  readThrowAway,
  removeThrowAway,
} from "../throw-away-person.ts";
import { isOwn, isThrowAway, toNewThrowAway } from "../throw-away.ts";
import { personSignIn } from "./sign-in.ts";

/** No run lasts longer, so an older throw-away person is a left-over. */
const longestRunMs = 6 * 60_000;
/** The search for left-overs takes at most this share of the time. The rest is for the checks. */
const searchShare = 0.4;
/** How often, and with which pause, the platform is asked whether the person is gone. */
const deletionReads = { pauseMs: 2_000, maxReads: 15 };

/** A PNG of one transparent pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const status = "Checked by the doctor";
const byHand = "Delete the person doctor-throw-away-… by hand.";
const holdTerminations =
  "Do not send terminations before this works: leavers would keep their access.";
const namesManaged =
  "Another system seems to manage the names of accounts: let HR send no username and no email in employee.changed, or expect such operations to need attention.";

/**
 * The checks that write. They do to a throw-away person what workflows do to people. The person is disabled
 * before the rename, because a renamed person signs in with other credentials.
 */
export const throwAwayChecks: Check[] = [
  {
    name: "left-overs",
    run: async (run) => {
      const beganAtMs = run.nowMs();
      const { people, seen, isComplete } = await findLeftOvers(
        run,
        beganAtMs - longestRunMs,
        beganAtMs + (run.time.untilMs - beganAtMs) * searchShare,
      );
      let removed = 0;
      for (const { id } of people)
        if (await removeThrowAway(run.need("service"), id, isThrowAway))
          removed++;
      const found = `${people.length} people of earlier runs found among ${seen}, ${removed} deleted`;
      if (removed < people.length)
        return failed(found, byHand.replace("person", "people"));
      if (isComplete) return ok(found);
      return warning(
        `${found}; the time was too short to look at all people`,
        "Look for people with the username doctor-throw-away-… by hand.",
      );
    },
  },
  {
    name: "create",
    run: async ({ need, note }) => {
      const service = need("service");
      const throwAway = need("throwAway");
      note({ mayExist: true });
      try {
        const person = await service.people.create(toNewThrowAway(throwAway));
        note({ person });
        return ok("a person is created");
      } catch (error) {
        // If the person may exist in spite of the failure, the client throws another error, UnknownOutcomeError.
        if (!(error instanceof ApiError)) throw error;
        note({ mayExist: false });
        const found = `the creation was answered ${error.status}`;
        return error.status === 401 || error.status === 403
          ? failed(
              found,
              "Give the service account the right to create people.",
            )
          : failed(
              found,
              "Find out in the log of the platform which field it refuses: often the rules of passwords, or the domain of the mailbox.",
              { ...(error.status === 400 && { setting: "passwordSymbols" }) },
            );
      }
    },
  },
  personSignIn,
  ofNewPerson("tasks", "a task", ({ nowMs }, asPerson, ownView) => {
    const dueAtMs = nowMs() + dayMs;
    const subject = "Created by a check";
    return asPerson.tasks.create(ownView, { subject, dueAtMs });
  }),
  ofNewPerson("streams", "a stream", (_, asPerson, ownView) =>
    asPerson.streams.create(ownView, "Created by a check"),
  ),
  {
    name: "image",
    run: async ({ need }) => {
      const { images } = need("service");
      const person = need("person");
      if (isNotOffered(person, "images"))
        return warning(
          "the platform has no profile images",
          "Send no avatars: each would become a warning of its operation.",
        );
      const imageURI = await images.uploadTemporary({
        bytes: pixel,
        contentType: "image/png",
        filename: "pixel.png",
      });
      await images.add(person, imageURI);
      for await (const _image of images.list(person))
        return ok("an image is uploaded and attached in two steps");
      return failed(
        "an image was accepted, and the person has none",
        "Send no avatars until the platform shows them.",
      );
    },
  },
  {
    name: "status",
    run: async (run) => {
      const person = await changeThrowAway(run, (one) => ({ ...one, status }));
      if (person.status === status) return ok("a status is set and shown");
      return failed(
        "a status was accepted, and is not shown",
        "Send no statuses until the platform shows them.",
      );
    },
  },
  {
    // Our PUT has all fields, so both answers are fine.
    name: "PUT of changed fields",
    run: async (run) => {
      await readThrowAway(run);
      try {
        await put(run, { location: "Changed by a check" });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return ok(
          `a PUT of changed fields only is answered ${error.status}; ours have all fields`,
        );
      }
      return ok(
        "a PUT of changed fields only is accepted; ours have all fields",
      );
    },
  },
  {
    // The client sends all fields that the service account sees and may write, except a status that did not change. So
    // this matters only for hidden fields, and for that status.
    name: "PUT merges or replaces",
    run: async (run) => {
      const { emails, name, svc, location } = await readThrowAway(run);
      if (location === undefined)
        return warning(
          "the platform does not show the location that the creation has set",
          "Find out whether the service account sees all fields.",
        );
      await put(run, { emails, name, svc });
      if ((await readThrowAway(run)).location === location)
        return ok("a PUT merges: fields that it does not name stay");
      return warning(
        "a PUT replaces: fields that it does not name are removed",
        "Let the service account see all fields of all people: a change removes what it does not see. A status that did not change is removed too.",
      );
    },
  },
  {
    name: "disable",
    advice: holdTerminations,
    run: async (run) => {
      const setEnabled = (enabled: boolean) =>
        changeThrowAway(run, (person) => ({
          ...person,
          svc: { ...person.svc, enabled },
        }));
      const disabled = await setEnabled(false);
      if (disabled.svc?.enabled !== false)
        return failed(
          "a person stays enabled although disabling is accepted",
          holdTerminations,
        );
      const { asPerson } = run.known;
      const keepsAccess = await asPerson?.people
        .get(disabled.id)
        .then(() => true)
        .catch((error: unknown) => (isRefusal(error) ? false : undefined));
      const enabled = await setEnabled(true);
      if (keepsAccess === true)
        return failed(
          "a disabled person can still read the platform",
          holdTerminations,
        );
      if (enabled.svc?.enabled !== true)
        return failed(
          "a disabled person stays disabled although enabling is accepted",
          "Cancelled terminations and resumptions would not work.",
        );
      if (keepsAccess === undefined)
        return warning(
          "a person is disabled and enabled again; whether a disabled one loses the access could not be tried",
          asPerson
            ? "Run the doctor again when the platform answers."
            : "Correct the sign-in of a new person first, or sign in as a disabled person by hand.",
        );
      return ok("a person is disabled and enabled again");
    },
  },
  {
    name: "rename",
    run: async (run) => {
      const { username, email } = run.need("throwAway").renamed;
      try {
        const { svc, emails } = await changeThrowAway(run, (person) => ({
          ...person,
          svc: { ...person.svc, username },
          emails: (person.emails ?? []).map((one) => ({
            ...one,
            value: email,
          })),
        }));
        const changed = [
          ...(svc?.username === username ? ["username"] : []),
          ...(emails?.[0]?.value === email ? ["e-mail address"] : []),
        ];
        if (changed.length === 2)
          return ok("username and e-mail address can be changed");
        const [accepted] = changed;
        const exception = accepted ? `, except for the ${accepted}` : "";
        return warning(
          `a rename is accepted and ignored${exception}`,
          namesManaged,
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return warning(`a rename is answered ${error.status}`, namesManaged);
      }
    },
  },
  {
    name: "deletion",
    run: async ({ need, note, nowMs, sleepMs }) => {
      const service = need("service");
      const { id } = need("person");
      const throwAway = need("throwAway");
      const isMarked = (person: Person) => isOwn(person, throwAway);
      if (!(await removeThrowAway(service, id, isMarked)))
        return failed(
          "the person is not marked any more, and was not deleted",
          byHand,
        );
      const acceptedAtMs = nowMs();
      for (let read = 1; read <= deletionReads.maxReads; read++) {
        if ((await service.people.find(id)) === undefined) {
          note({ isDeleted: true });
          const seconds = Math.round((nowMs() - acceptedAtMs) / 1_000);
          return read === 1
            ? ok("a deletion is done at once")
            : ok(`a deletion is accepted, and done after about ${seconds} s`);
        }
        await sleepMs(deletionReads.pauseMs);
      }
      return warning(
        `a deletion is accepted, and not done after ${(deletionReads.maxReads * deletionReads.pauseMs) / 1_000} s`,
        "Look at the person doctor-throw-away-… in an hour. A deletion that the platform gives up makes its operation need attention.",
      );
    },
  },
];

/** A check of things that only the new person can create, and that a platform may not offer. */
function ofNewPerson(
  resource: "tasks" | "streams",
  thing: string,
  create: (run: Run, asPerson: Client, ownView: Person) => Promise<unknown>,
): Check {
  return {
    name: `${resource} of a new person`,
    run: async (run) => {
      const asPerson = run.need("asPerson");
      const ownView = run.need("ownView");
      if (isNotOffered(ownView, resource))
        return warning(
          `the platform offers no ${resource}${resource === "tasks" ? ", as before version 3.1" : ""}`,
          `Take the ${resource} out of templates, and send none.`,
          { setting: "templates" },
        );
      await create(run, asPerson, ownView);
      return ok(`${thing} is created as the person`);
    },
  };
}

/** Sends exactly these fields of the throw-away person. Read the person before, so that no other one is changed. */
async function put(run: Run, fields: Partial<Person>): Promise<void> {
  const { id } = run.need("person");
  const send = run.transportOf(run.need("authorizer"));
  const base = run.config.baseUrl.replace(/\/+$/, "");
  await send({
    method: "PUT",
    url: new URL(`${base}/api/core/v3/people/${encodeURIComponent(id)}`),
    path: "/people/{personID}",
    ...jsonBody(fields),
    idempotent: true,
  });
}

/** Whether the error says that the person has no access. Any other failure says nothing about it. */
function isRefusal(error: unknown): boolean {
  const { status } = error instanceof ApiError ? error : { status: 0 };
  return isRefusedSignIn(error) || status === 403 || status === 404;
}
