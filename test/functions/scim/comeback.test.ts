import { test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { expectStory, storiesOf, storyCallers } from "./user-stories.ts";

const environment = useInProcess({
  graceDays: 5,
  rehireWithoutStartDate: "report",
  callers: storyCallers,
});
const quick = useInProcess({ graceDays: 0, rehireWithoutStartDate: "report" });
const kept = useInProcess({ leaverDisposition: "disable" });

// Parts of the stories below.
const deleted = "POST number=E, DELETE";
const deletedAndGone = `${deleted}, 6 days, gone`;
const stoppedDeletion = `deletions fail, ${deleted}, 6 days`;
const unreadDeletion = `${stoppedDeletion}, the deletion is not read`;
const neverCreated = `creations fail, ${deleted}, all works`;
const hireAgain = "POST number=E title=Countess";
const returns = "settled, enabled, shows Countess, GET";
const endsInTime = "4 days, without access, 5 days, 1 day, gone";

test.each(
  storiesOf(`
  who is deleted is disabled, and gets the access back at once with a POST | POST, DELETE, disabled, POST displayName=Countess, enabled, of another id, shows Countess, 6 days, enabled, GET
  who is deleted comes back three times in a day | POST, DELETE, disabled, POST, DELETE, disabled, POST, DELETE, disabled, POST, enabled
  who is deleted and comes back without access gets it later | POST, DELETE, POST active=false, disabled, 6 days, disabled, on, enabled
  who is deleted is not a namesake with another externalId | POST externalId=1, DELETE, POST externalId=2: 409, disabled, POST externalId=1, enabled
  who is deleted is not a namesake without an externalId | POST externalId=1, DELETE, POST externalId=: 409, disabled, POST externalId=1, enabled
  who is deleted and has no externalId is not a namesake with one | POST externalId=, DELETE, POST externalId=2: 409, disabled, POST externalId=, enabled
  who is not active is not a namesake with another externalId | POST externalId=1, off, POST externalId=2: 409, disabled, POST externalId=1, enabled
  who is not active is not a namesake without an externalId | POST externalId=1, off, POST externalId=: 409, disabled, POST externalId=1, enabled
  who is not active and has no externalId is not a namesake with one | POST externalId=, off, POST externalId=2: 409, disabled, POST externalId=, enabled
  who is deleted gives way to a namesake when the person is gone | POST, DELETE, 6 days, gone, POST externalId=2, enabled
  who is deleted does not come back with the externalId of another user | another user has the externalId, POST, DELETE, POST externalId=X title=Boss: 409, disabled
  whose person is being deleted is created when that person is gone | ${stoppedDeletion}, remember, POST number=E: 503 for 60 s, as remembered, all works, 6 days, gone, POST number=E, enabled
  whose deletion begins while a POST is at work is created when the person is gone | ${unreadDeletion}, POST number=E: 503, exists, all works, 6 days, POST number=E, enabled, GET
  whose deletion ends while a POST is at work is created then | ${unreadDeletion}, all works, POST number=E: 503, gone, 6 days, POST number=E, enabled, GET
  whose person is gone is hired again | ${deletedAndGone}, POST number=E, enabled, GET
  whose person is gone is hired again, at first without access | ${deletedAndGone}, POST number=E active=false, on, enabled, GET
  whose person was never created is hired again on the same day | ${neverCreated}, 0 days, ${hireAgain}, ${returns}
  whose person was never created is hired again when the data of the old hire is erased | ${neverCreated}, 20 days, ${hireAgain}, ${returns}
  whose person was never created is hired again after the erasure, at first without access | ${neverCreated}, 20 days, ${hireAgain} active=false, gone, on, ${returns}
  whom HR has terminated is not hired again by a POST, about which an operator is asked | POST number=E, HR terminates, 6 days, GET: 404, POST number=E: 201 rehire-unclear, settled, gone, POST number=E: 201 rehire-unclear, settled, gone
  whom HR has terminated just now is not hired again | HR hires, HR terminates, POST number=E: 409, POST number=E: 409, disabled
  whom HR has terminated just now is not hired again after a request that died | HR hires, HR terminates, a request dies, POST number=E: 503, all works, POST number=E: 409, disabled
  whom HR terminates before the provider does ends as HR says | POST number=E, HR terminates, DELETE, POST number=E: 409, settled, disabled, ${endsInTime}
  whom HR terminates after the provider did ends as HR says | POST number=E, DELETE, HR terminates, POST number=E: 409, settled, disabled, ${endsInTime}
  whom HR terminates later than the provider does comes back until then | POST number=E, HR terminates in 3 days, DELETE, POST number=E, settled, enabled, ${endsInTime}
  whom HR terminates before the provider does is not activated again | POST number=E, HR terminates, off, on: 409, inactive, settled, disabled, ${endsInTime} | ending
  whom HR terminates after the provider did is not activated again | POST number=E, off, HR terminates, on: 409, inactive, settled, disabled, ${endsInTime} | ending
`),
)("a user %s", async (_, story, caller) => {
  await expectStory(environment(), story, caller);
});

const owned = "email=owner: 409";
// Columns: title, caller, what happens first, a right POST, a POST that is refused.
test.each(
  storiesOf(`
  without a number | entra | POST, DELETE | POST | POST ${owned}
  who was not active | entra | POST number=E, off, DELETE | POST number=E | POST number=E ${owned}
  without access | entra | POST number=E, DELETE | POST number=E | POST number=E active=false ${owned}
  of a provider whose users leave | ending | POST number=E, DELETE | POST number=E | POST number=E ${owned}
`),
)(
  "a deleted user gets no access by a refused POST, not even for a moment, and access by a right one: %s",
  async (_, caller, begin, right, wrong) => {
    for (const end of ["6 days, gone", `${right}, 6 days, enabled`])
      await expectStory(
        environment(),
        `the address has an owner, ${begin}, ${wrong}, ${wrong}, disabled, ${end}`,
        caller,
      );
  },
);

test("a user whose person is gone comes back on the next day, also if a POST was refused today", async () => {
  const story = `${deleted}, settled, POST number=E: 409, 1 day, POST number=E`;
  await expectStory(quick(), story);
});

test("a user who is deleted and kept gets the access back with a POST", async () => {
  await expectStory(kept(), "POST, DELETE, settled, disabled, POST, enabled");
});
