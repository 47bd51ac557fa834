/** What can block an operation: its time has come, and it waits for the platform or for our configuration. */
export const blockers = ["platform", "configuration"] as const;
export type Blocker = (typeof blockers)[number];

/**
 * - `uncertain`: the platform may have changed something that we do not know, so the operation needs attention.
 * - `decision`: only a person can decide what happens next, so the operation needs attention.
 * - `failure`: nothing is left half done; the operation fails and can be retried.
 * - `note`: why an operation was cancelled, or what a warning is about.
 *
 * The argument, as in `uncertain("platform")`, names the blocker for which the operation waits instead of ending. A row
 * has it if the failure may pass without a change of the event.
 */
const uncertain = rowOfKind("uncertain");
const decision = rowOfKind("decision");
const failure = rowOfKind("failure");
const note = rowOfKind("note");

/**
 * Why an operation failed, was cancelled, or carries a warning. The comment above a code says what it means, and what
 * an operator does. `infra/cli/reason-words.ts` reads the comments for the command line, the console and
 * `docs/reason-codes.md`; the bundles have no comments. Logs, the engine's history and the operations API have
 * only the code of an error: messages can quote names, addresses and tokens.
 */
export const reasonCodes = {
  /**
   * The platform accepted a call, but its answer does not have the documented form, so the effect of the call is
   * unknown.
   * @action Look on the platform for the change that the last step makes. If only this answer was damaged, retry. If
   * all answers are, report the change of the interface.
   */
  "answer-unreadable": uncertain("platform"),
  /**
   * Termination: the platform accepted the deletion, but still shows the person after a quarter of an hour. Hire: the
   * employee's person was being deleted, and it is unknown how far the deletion got.
   * @action Check on the platform whether the person is still there. Retry the termination first; it looks again and
   * deletes again if necessary. Then retry the hire.
   */
  "deletion-unfinished": uncertain(),
  /**
   * The last attempts of a step were cut off, by a crash, by the time limit or by too little memory. The last one may
   * have taken effect.
   * @action Read the log of the workflow for the cause, and correct it. Then retry: the step looks whether it took
   * effect.
   */
  interrupted: uncertain(),
  /**
   * A write was sent to the platform, and no answer came. For a new person it also means that the later search for
   * the person failed. An adoption that names another person waits for the result of that search.
   * @action Wait until the platform works again, then retry. The retry looks for the effect before it writes.
   */
  "outcome-unknown": uncertain("platform"),
  /**
   * The person on the platform is linked to another employee. In a hire, this is the person that was just created or
   * found; in an adoption, the person that the event names.
   * @action Find out which employee the person is. Correct the employee id in the HR system, and send the event again
   * with the right one.
   */
  "person-belongs-to-another": uncertain(),
  /**
   * The platform does not show the person that our records link to the employee, or that an adoption names. The
   * person may be deleted, or hidden from the service account.
   * @action Look for the person on the platform with an administrator's account. If it is hidden, make it visible to
   * the service account and retry. If it was made anew with the same username, send an adoption, then retry. If it is
   * gone, confirm that for a termination (`confirm-gone`); for an adoption, correct the username or the person id; for
   * a hire or a status, send a termination and confirm that one.
   */
  "person-missing": uncertain(),
  /**
   * The platform accepts the new person's password, so the person exists, but the list of people does not show it.
   * @action Wait until the list shows the person, then retry. The retry finds the person and creates no second one.
   */
  "person-not-listed": uncertain(),
  /**
   * The person exists on the platform, but our table could not be written in ten attempts.
   * @action Check DynamoDB for errors or throttling, then retry. The retry finds the person and creates no second
   * one.
   */
  "person-not-recorded": uncertain("configuration"),

  /**
   * More records of a source need a decision than at the earlier pull. These records changed nothing.
   * @action `plans rows <id> --kind conflict` names them, with the reason of each. Correct them in the source. The next
   * pull compares them again.
   */
  "conflicts-found": decision(),
  /**
   * The data of the event is gone, because it is kept for at most 14 days after the operation was due. As a warning
   * about the avatar, only the image is gone.
   * @action Have the event sent again, as a new event with the current time.
   */
  "data-erased": decision(),
  /**
   * More people would be deleted within 24 hours than the deletion limit allows. The operation is held: its person is
   * not deleted.
   * @action Ask HR whether the employee left, by another channel than the one that sent the event. If yes, release
   * the operation. If no, stop the sender and reject the operation.
   */
  "deletion-limit": decision(),
  /**
   * The event would give access back, but the deletion of the person had begun when it came. It changed nothing.
   * @action Ask HR. If the employee stays or comes back, let HR send a hire with a start date on or after the last
   * day: a new person is created. Otherwise do nothing.
   */
  "deletion-began": decision(),
  /**
   * More people would be disabled within 24 hours than the disable limit allows. The operation is held: its person is
   * unchanged.
   * @action Ask HR whether the employee left or is suspended, by another channel than the one that sent the event. If
   * yes, release the operation. If no, stop the sender and reject the operation.
   */
  "disable-limit": decision(),
  /**
   * People of the platform are not as our store knows them, because they were changed by hand.
   * @action `plans show` names them. Approve and apply the plan to repair it: the people get the access that HR wants,
   * and our store learns their names.
   */
  "drift-found": decision(),
  /**
   * An adoption names another person than the one to whom the employee is linked.
   * @action Find out which of the two persons the employee uses. If the linked account was deleted, give the new one
   * its username. Then correct the adoption and send it again, or leave the link as it is.
   */
  "employee-has-person": decision(),
  /**
   * A hire opened the next employment. The last day of the employment before lies after the new start, so it became the
   * last day of the next employment.
   * @action Ask HR whether the next employment ends on that day. If yes, answer `keeps-the-end`. If it goes on,
   * answer `has-no-end`.
   */
  "end-said-before": decision(),
  /**
   * Six executions of the workflow in a row ended without an outcome, so it is unknown which steps took effect.
   * @action Look at the log of the workflow, at the steps of the operation and at the person on the platform. Correct
   * the cause, then retry. Each step looks before it writes. For the plan of a list: upload the list again.
   */
  "execution-lost": decision(),
  /**
   * A termination names a last day before the start of the employment that goes on, and this employment began more
   * than three days before. It may be about an earlier employment. The person keeps access.
   * @action Ask HR. If the employee has left, answer `has-left`. If the termination is about an earlier employment,
   * answer `is-an-earlier-one`.
   */
  "last-day-before-start": decision(),
  /**
   * The records of a source were read, and their list is wrong: it has fewer records than before, an id twice, or
   * another number of records than the source says. Nothing changed.
   * @action `plans list` names the plan, and `plans show` says what is wrong. If the source is right now, the next pull
   * succeeds. If fewer records are right, say how many: `plans create --pull --source NAME --expect-rows NUMBER`.
   */
  "list-refused": decision(),
  /**
   * A thin event cannot be read: its caller has no valid entry with a `lookup` in the callers secret any more.
   * @action Correct the entry with `npm run --silent cli -- secrets callers`, then retry. If the system is no longer
   * connected, resolve the operation.
   */
  "lookup-missing": decision(),
  /**
   * The workflow was started again and again for a day, and never ran.
   * @action Check the log of the workflow, Lambda's concurrency and the alias `live`. Correct the cause, then retry.
   */
  "never-ran": decision(),
  /**
   * The change clears the only name of the person, or of the hire that waits. Every person has a given or a family
   * name. Nothing was changed.
   * @action Correct the name in the HR system, and send it in a new change. This one is not needed any more then. A
   * retry helps if the person has another name by now.
   */
  "name-required": decision(),
  /**
   * Username or e-mail address of the person on the platform are not those of our records (termination) or of the
   * event (adoption).
   * @action Find out whether the person is this employee. If it was only renamed, send an adoption with the current
   * username and address, then retry the termination. If it is another person, correct the HR system.
   */
  "person-differs": decision(),
  /**
   * A deletion would take away more contents of the leaver than `maxContentsDeleted` allows, or the platform refuses
   * to list them, and a warning has the reason. The operation is held: its person is disabled, and not deleted. A
   * warning with this code says at the begin of the grace period that the deletion will be held.
   * @action A deletion takes away all that the person published, also the replies of others. Ask the manager of the
   * leaver who needs it. If it is not needed, or if it was copied or given to another author, release the operation.
   * To keep it, reject the operation: the person stays, disabled.
   */
  "person-has-contents": decision(),
  /**
   * The person is the service account or is listed in the protected usernames, so it is neither adopted nor deleted.
   * @action If the person should really leave, remove its username from `protectedUsernames`, deploy, and retry.
   */
  "person-protected": decision(),
  /**
   * No URL can contain the id of the record, so nothing was asked. Nothing changed.
   * @action Look at the map of the caller: `/employeeId` of `record.changed` must be the id of a record in the
   * source. Correct it, and resolve the operation.
   */
  "record-id-refused": decision(),
  /**
   * The record was read, and the event that it means does not fit our schema. Nothing changed. The warnings name the
   * wrong fields of the record, and the log line `record invalid` says what they must be.
   * @action Correct the record in the source or the map of the lookup, try it with `npm run --silent cli -- events
   * preview <file> --caller <caller> --record`, then retry.
   */
  "record-invalid": decision(),
  /**
   * The source does not show the record. It is asked again as long as `retryMinutes` of the lookup allows. This never
   * counts as a leaver: nothing changed.
   * @action Ask HR whether the record exists, and whether the credentials of the source may see it. If yes, retry when
   * the operation needs attention. If it was deleted and the employee has left, send a termination, and resolve the
   * operation.
   */
  "record-not-found": decision(),
  /**
   * The source answered with another record than the one that was asked for. Nothing changed.
   * @action Check the URL and the `id` of the lookup, and report it to the operator of the source if both are right.
   * Then retry.
   */
  "record-of-another": decision(),
  /**
   * More people would get another username or e-mail address within 24 hours than the rename limit allows. The
   * operation is held: its person is unchanged.
   * @action Ask HR whether the new names are right, by another channel than the one that sent the event. If yes,
   * release the operation. If no, stop the sender and reject the operation.
   */
  "rename-limit": decision(),
  /**
   * A hire without a start date came after the termination of the employee. Or the record of an employee who has left
   * says that the employee is employed, with no start date after the last day. It may be a new employment, or a
   * repetition that came late. It changed nothing.
   * @action Ask HR. If the employee comes back, answer `is-a-rehire`; for a record, enter in the source a start date
   * after the last day. If the hire came late, answer `repeats`. If the employee never left, cancel the termination.
   * The setting `rehireWithoutStartDate` can accept later hires without a start date.
   */
  "rehire-unclear": decision(),
  /**
   * An operator rejected or cancelled an operation, and a later event says the same. It changed nothing. Further
   * repetitions join this operation.
   * @action Ask HR whether the event is right. If yes, release the operation. If no, reject it, and have the source
   * corrected.
   */
  "repeated-after-ruling": decision(),
  /**
   * The caller lacks a scope. Without `offboard`, a hire or an adoption of a known employee changes no end and no start
   * of another caller, and begins no further employment. The record of a thin event, or a row of a list,
   * needs the scope of the event that it means; for a record, the log line `forbidden` names it.
   * @action If the caller may send such events, add the scope to its entry. Then retry a thin event, or plan the list
   * again. A hire or an adoption stays refused: have it sent again, and resolve this operation. Otherwise correct the
   * sender or the map, and resolve it.
   */
  "scope-missing": decision(),
  /**
   * The source refuses the read with too many requests. It is asked again for a day, and in a pull for a quarter of an
   * hour. Nothing changed.
   * @action Lower `callsPerSecond` of the source in the sources secret, or ask its operator for a higher limit. Then
   * the operation goes on by itself within a day of its event; after that, retry. The next pull reads again.
   */
  "source-busy": decision(),
  /**
   * The source answers with an error of its own. It is asked again for a day, and in a pull for a quarter of an hour.
   * Nothing changed.
   * @action Ask the operator of the source. When it works again, the operation goes on by itself within a day of its
   * event; after that, retry. The next pull reads again.
   */
  "source-error": decision(),
  /**
   * The source was not asked, because a URL of the lookup does not lead to one of its hosts, over https and on the
   * public internet. Nothing changed. The log line `configuration wrong` names the source.
   * @action Correct the lookup of the caller, or the hosts of the source in the sources secret. Then the operation
   * goes on by itself within a day of its event; after that, retry.
   */
  "source-misconfigured": decision(),
  /**
   * The sources secret has no entry with the name that the lookup of the caller uses. The log line `configuration
   * wrong` names it.
   * @action Store the entry with `npm run --silent cli -- secrets sources`, or correct the lookup. Then the operation
   * goes on by itself within a day of its event; after that, retry.
   */
  "source-missing": decision(),
  /**
   * The source refuses the read: its credentials or their rights are wrong, or the URL of the lookup is. Nothing
   * changed. The log line `configuration wrong` names the source.
   * @action Store valid credentials with `npm run --silent cli -- secrets sources`, or correct the URL of the lookup.
   * Then the operation goes on by itself within a day of its event; after that, retry.
   */
  "source-refused": decision(),
  /**
   * No complete answer comes from the source. It is asked again for a day, and in a pull for a quarter of an hour.
   * @action Check the hosts of the source, the network and the state of the source. Then the operation goes on by
   * itself within a day of its event; after that, retry. The next pull reads again.
   */
  "source-unreachable": decision(),
  /**
   * The source answers with something else than JSON of an allowed size. It is asked again for a day, and in a pull for
   * a quarter of an hour at most. Nothing changed.
   * @action Correct the URL of the lookup. Then the operation goes on by itself within a day of its event; after
   * that, retry. The next pull reads again.
   */
  "source-unreadable": decision(),
  /**
   * The person exists, but some tasks or streams could not be created. The warnings give the reason of each.
   * @action Correct the cause that the warnings name, then retry.
   */
  "tasks-or-streams-incomplete": decision(),
  /**
   * No person of this employee is known: the event came before the hire, or the hire has not created the person. The
   * hire runs the operation again at its end.
   * @action Send the hire or the adoption of the employee, if it is missing. If the employee id is wrong, correct it
   * in the HR system.
   */
  "unknown-employee": decision(),
  /**
   * The username or the e-mail address belongs to another account on the platform. That account is never taken over.
   * @action If the account is this employee, send an adoption. Otherwise correct the username or the address in the
   * HR system and send the hire again.
   */
  "username-or-email-taken": decision(),
  /**
   * Another operation of the employee is held or needs a decision, and this one cannot go on before. `sameAs` names
   * the other one.
   * @action Decide about the other operation. This one goes on by itself.
   */
  "waits-for-decision": decision(),

  /**
   * The chat tool refused the late answer to a chat user, with this HTTP status. The status itself is not affected.
   * The code is only in the log.
   * @action Nothing, if it is rare. Otherwise check the app's settings in the chat tool.
   */
  "answer-refused": failure(),
  /**
   * The late answer to a chat user could not be sent, or the chat tool did not confirm it. The status itself is not
   * affected. The code is only in the log.
   * @action Nothing, if it is rare. Otherwise check the network between the functions and the chat tool.
   */
  "answer-undelivered": failure(),
  /**
   * The host of the avatar has an address that is not on the public internet.
   * @action Have the sender use a public host, or send the image inside the event.
   */
  "avatar-address-not-allowed": failure(),
  /**
   * The host of the avatar sent the image compressed.
   * @action Switch compression off for images on that host.
   */
  "avatar-content-encoding": failure(),
  /**
   * The host of the avatar did not answer 200. The status is not kept.
   * @action Check that the URL works without signing in.
   */
  "avatar-http-status": failure(),
  /**
   * The avatar is not a JPEG, PNG, GIF or WebP image.
   * @action Have the sender use one of these formats.
   */
  "avatar-not-an-image": failure(),
  /**
   * The host of the avatar redirected the request.
   * @action Have the sender use the final URL.
   */
  "avatar-redirected": failure(),
  /**
   * The host of the avatar was too slow, in all attempts.
   * @action Check the host, or have the sender put the image inside the event.
   */
  "avatar-timeout": failure(),
  /**
   * The avatar is larger than 5 MB behind a URL, or 300 KB inside an event.
   * @action Have the sender use a smaller image.
   */
  "avatar-too-large": failure(),
  /**
   * The host of the avatar could not be reached, in all attempts: name, connection or certificate.
   * @action Check that the host is up and its certificate is valid.
   */
  "avatar-unreachable": failure(),
  /**
   * The URL of the avatar is not https on port 443 at a public domain name, or it has a username.
   * @action Have the sender use another URL, or put the image in the event.
   */
  "avatar-url-not-allowed": failure(),
  /**
   * The avatar has a side of more than 8,192 pixels, or of 0.
   * @action Have the sender scale the image down.
   */
  "avatar-wrong-dimensions": failure(),
  /**
   * Another operation of the same employee did not end: it worked for an hour, or it kept writing the person.
   * @action Look at the other operations of the employee. When they have ended, retry this one.
   */
  "employee-busy": failure(),
  /**
   * Another operation changed the record of the employee in the meantime, for example a hire that cancelled the
   * termination.
   * @action Look at the newest operation of the employee. If it does not replace this one, retry.
   */
  "employee-changed": failure(),
  /**
   * The platform gave a link to another host than the configured one. Nothing was sent there.
   * @action Compare `baseUrl` in `cdk.json` with the links that the platform gives. Correct it, deploy, and retry.
   */
  "foreign-origin": failure(),
  /**
   * So many people were counted in a limit at the same moment that this one could not be counted within a day of
   * attempts.
   * @action Retry later.
   */
  "limit-contended": failure(),
  /**
   * The login of the service account got no usable answer, in all attempts.
   * @action Check `authUrl`, the network and the state of the platform, then retry.
   */
  "login-failed": failure("platform"),
  /**
   * The platform refuses the credentials of the service account.
   * @action Store the current credentials with `npm run --silent cli -- secrets community`, then retry.
   */
  "login-refused": failure("platform"),
  /**
   * The platform does not offer this call for this object, or the person that was read lacks a field that a write
   * needs. Nothing was sent.
   * @action Check the rights of the service account and the person on the platform, then retry.
   */
  "not-allowed": failure(),
  /**
   * A step needs the initial password of the new person, but the onboarding was completed before and the password
   * cannot be derived again.
   * @action Check the tasks and streams of the person on the platform, and add the missing ones by hand.
   */
  "password-erased": failure(),
  /**
   * A newer version of this software stored the data of the event, or what an operator has decided about it, and the
   * version that runs now must not guess what it means. This happens after a rollback.
   * @action Deploy the newer version again. If the operation is failed or needs attention, retry it.
   */
  "payload-too-new": failure("configuration"),
  /**
   * The platform does not let the new person sign in with its initial password, so tasks or streams were left out.
   * Usually a warning of an operation that succeeded.
   * @action Check `personAuth` in `cdk.json` and whether the platform allows sign-in by password. Add the missing
   * tasks and streams by hand.
   */
  "person-not-admitted": failure(),
  /**
   * The platform refused the calls because of too many requests (429), in all attempts.
   * @action Set `platformCallsPerSecond` to a tenth less than the platform takes, deploy, and retry.
   */
  "platform-busy": failure("platform"),
  /**
   * The platform answered with this status of 500 or above, in all attempts.
   * @action Wait until the platform works again, then retry.
   */
  "platform-error": failure("platform"),
  /**
   * The platform refuses the call with this status, and another attempt would not help. 401 and 403 concern the
   * rights of the service account, 400 a value of the event; 409 as a warning about streams means that the limit of
   * streams is reached.
   * @action Correct the rights, or the value in the HR system. Then retry, or have the event sent again if its data
   * changed.
   */
  "platform-refused": failure(),
  /**
   * No complete answer came from the platform, in all attempts. Or a proxy in front of it answered that there is no
   * list of people (404, 410 or a redirect). The call is safe to repeat.
   * @action Check `baseUrl`, the network and the state of the platform, then retry.
   */
  "platform-unreachable": failure("platform"),
  /**
   * Another operation was reading the same record, in all attempts. Reads of one record never overlap.
   * @action Retry.
   */
  "record-busy": failure(),
  /**
   * Secrets Manager refuses to show the community secret, or for `record.changed` the callers or the sources secret:
   * a permission is missing, the credentials of the function are not valid, its key is disabled, or it is deleted.
   * @action Correct the permission, the credentials, the key or the secret. The operation goes on by itself.
   */
  "secret-denied": failure("configuration"),
  /**
   * The community secret, or for `record.changed` the sources secret, does not have the documented form. The log line
   * `configuration wrong` names the secret and its wrong fields.
   * @action Store the secret again with `npm run --silent cli -- secrets <name>`. The operation goes on by itself.
   */
  "secret-malformed": failure("configuration"),
  /**
   * There is no community secret, or for `record.changed` no callers or sources secret. The log line `configuration
   * wrong` names it.
   * @action Store it with `npm run --silent cli -- secrets <name>`. The operation goes on by itself.
   */
  "secret-missing": failure("configuration"),
  /**
   * Secrets Manager did not answer, or answered with an error.
   * @action Nothing. The operation goes on when Secrets Manager answers again.
   */
  "secret-unavailable": failure("configuration"),
  /**
   * DynamoDB, or Lambda for `record.changed`, refuses a request of a function: a permission is missing.
   * @action Run `npm run deploy -- --revert-drift`, which restores permissions that were changed by hand. The operation
   * goes on by itself.
   */
  "store-denied": failure("configuration"),
  /**
   * DynamoDB did not answer, or answered with an error.
   * @action Nothing. The operation goes on when DynamoDB answers again.
   */
  "store-unavailable": failure("configuration"),
  /**
   * The result came more than half an hour after the message of a chat user, when the chat tool accepts no answer.
   * The status itself is not affected. The code is only in the log.
   * @action Nothing, if it is rare. Otherwise find out why work is late.
   */
  "too-late-to-answer": failure(),
  /**
   * An error that has no code of its own, in all attempts: a problem of an AWS service, or a bug.
   * @action Read the log of the workflow. If an AWS service was the cause, retry when it works again. Otherwise
   * report the bug.
   */
  unexpected: failure(),

  /**
   * Hire: it repeats the employment that ended. Its start date lies before the last day, or it has none and came three
   * days after the end at the latest. Termination, or cancellation by an identity provider: another statement has ended
   * the employment, and that end stays.
   * @action None. If the employee comes back, HR sends a hire whose start date lies at or after the last day.
   */
  "already-left": note(),
  /**
   * Warning: an identity of the event (such as a Slack user id) is linked to another employee, and stays there. The
   * employee of the event has none of this kind now.
   * @action Find out whose identity it is. Correct the HR system, and send a change of the other employee, then of this
   * one.
   */
  "belongs-to-another": note(),
  /**
   * A caller cancelled the operation. Its history names the caller.
   * @action Nothing.
   */
  "cancelled-by-caller": note(),
  /**
   * A status expired, but the status on the profile was changed in the meantime, so it stays as it is. For a
   * suspension or a resumption: a later one counts, and `sameAs` names it, if it is known.
   * @action Nothing.
   */
  "changed-since": note(),
  /**
   * Warning: the event asks for a deletion, but the setting `leaverDisposition` is `disable`. The person is disabled
   * and kept.
   * @action Nothing. If the person should be deleted, change the setting and send a new termination.
   */
  "deletion-not-allowed": note(),
  /**
   * Warning: this field of a repeated hire is not what the profile shows. The profile was not changed.
   * @action Change the profile on the platform if the event is right.
   */
  differs: note(),
  /**
   * The employee is suspended, so no status is set or read. A chat user is told so.
   * @action Nothing, if this is right. Otherwise look at the suspensions of the employee.
   */
  "employee-suspended": note(),
  /**
   * The status had expired before it could be set, or the suspension was over before it could begin. For the plan of a
   * list: its approval ended before all rows were applied, a schedule has begun the next plan after a day, or another
   * plan of its source was or is being applied. Events that the plan has sent go on.
   * @action Nothing. For an upload: upload the list again, and have the new plan approved. For a schedule: look at the
   * new plan. It may need an approval, or a higher rate of calls, so that it ends within a day.
   */
  expired: note(),
  /**
   * Warning: the grace period is shorter than the setting `minGraceDays`, so the person is deleted after that number
   * of days.
   * @action Nothing. If the person should be deleted earlier, another operator than the sender can [delete them
   * now](../functions/operations/README.md).
   */
  "grace-raised": note(),
  /**
   * A later hire made the operation unnecessary. For a termination it also means that the termination was cancelled
   * before this run.
   * @action Nothing. `sameAs` names the later hire, if it is known.
   */
  "hired-since": note(),
  /**
   * The operation was waiting when the employee's person was deleted, or it came after the deletion. The next hire has
   * its own data. If it comes soon and leaves out a field of a change that came after the end, the new person gets the
   * value of the change.
   * @action Nothing.
   */
  left: note(),
  /**
   * The employee is leaving or has left in the meantime, so an expired status is not replaced by the earlier one. As
   * a warning of a hire: this part of the hire was not done any more.
   * @action Nothing.
   */
  "left-since": note(),
  /**
   * Warning: an event that took effect later has set this field already, so it stays as it is.
   * @action Nothing.
   */
  "newer-change": note(),
  /**
   * A status with a later event time was set already.
   * @action Nothing.
   */
  "newer-status": note(),
  /**
   * The record was read, and it asks for nothing that is still to be done: its map says that it is not ours, or our
   * employee is already as the record says.
   * @action Nothing.
   */
  "no-event": note(),
  /**
   * The employee has no active person: not hired yet, leaving, or gone. A chat user is told so.
   * @action Nothing, if this is right. Otherwise look at the operations of the employee.
   */
  "not-active": note(),
  /**
   * Warning: the interface of the platform has no way to write this field. Everything else of the event was done.
   * @action Change it on the platform, if it must be changed.
   */
  "not-supported-by-platform": note(),
  /**
   * Warning: a cancellation found no end of an employment that it could take back.
   * @action Nothing, if HR expected that.
   */
  "nothing-to-cancel": note(),
  /**
   * Warning: this field belongs to the person, who has a value already (setting `personOwns`). It was not changed.
   * @action Nothing, or change the profile on the platform if the event is right.
   */
  "owned-by-person": note(),
  /**
   * A later hire cancelled the waiting termination. If the person was disabled, it is enabled again.
   * @action Nothing. `sameAs` names the hire.
   */
  rehired: note(),
  /**
   * An operator rejected the operation while a limit held it. Its history names the operator. Before the disabling or
   * a rename, the person is unchanged; before the deletion, the person stays disabled and is kept.
   * @action Nothing. `POST /operations/{id}/enable` enables a person who is kept.
   */
  rejected: note(),
  /**
   * Warning: the platform accepted the change and still shows the old username or e-mail address. Both names are
   * known, so a termination recognises the person with either.
   * @action Look at the person later. If the old name stays, find out why the platform does not allow the change, for
   * example because another system manages its names.
   */
  "rename-ignored": note(),
  /**
   * Warning of a retried hire: tasks or streams of the new person were not created, because they can only be created
   * with the initial password. The person has changed the password, or 72 hours have passed since the creation of the
   * person, or since the platform last blocked the hire if that was later.
   * @action Ask the new employee to create the tasks or streams, if needed.
   */
  "tasks-not-seeded": note(),
  /**
   * An operator has done the work of the operation by hand, and has closed the operation. Its history names the
   * operator and has their note. The closing did not change the person.
   * @action Nothing. The data of the event is erased.
   */
  resolved: note(),
  /**
   * A chat user asked for their status, and it could not be read. The user was told so, and can ask again. The line
   * `step failed` in the log of the workflow has the cause.
   * @action Nothing.
   */
  "status-not-read": note(),
  /**
   * A later termination overtook the operation. After an adoption, the person may still exist although the employee has
   * left.
   * @action Nothing. If the person of an adoption still exists, send a new termination to delete them, or a new hire or
   * a later adoption if the employee is employed.
   */
  "terminated-since": note(),
  /**
   * A later `employee.termination_cancelled` cancelled all earlier terminations of the employee.
   * @action Nothing.
   */
  "termination-cancelled": note(),
  /**
   * The event is more than 90 days older than everything that is known of the employee. Or it is not kept, because the
   * other events lead to the same result without it. It changed nothing.
   * @action If the event is right, let HR send it again with the current time.
   */
  "too-old": note(),
} as const;

function rowOfKind(kind: "uncertain" | "decision" | "failure" | "note") {
  return (waitsFor?: Blocker) => ({ kind, waitsFor });
}

export type ReasonRow = keyof typeof reasonCodes;

/** Rows whose codes end in the HTTP status of an answer: `platform-refused-409`. */
const statusRows = [
  "answer-refused",
  "platform-error",
  "platform-refused",
] as const;
type StatusRow = (typeof statusRows)[number];

export type ReasonCode =
  Exclude<ReasonRow, StatusRow> | `${StatusRow}-${number}`;

/** Whether the platform may have changed something that the operation does not know. */
export function isUncertain(code: ReasonCode): boolean {
  return kindOf(code) === "uncertain";
}

/** Whether an operation that ends with this code is cancelled: nothing is left to do. */
export function isNote(code: ReasonCode): boolean {
  return kindOf(code) === "note";
}

/** Whether an operator must look at an operation that failed with this code. */
export function needsAttention(code: ReasonCode): boolean {
  return isUncertain(code) || kindOf(code) === "decision";
}

/** The blocker for which an operation with this failure waits. Undefined: none, so it ends. */
export function blockerOf(code: ReasonCode): Blocker | undefined {
  // The service account is refused. A new person who is refused has a code of their own.
  if (code === "platform-refused-401") return "platform";
  return reasonCodes[rowOf(code)].waitsFor;
}

/** Reads a code back from text, such as the engine's history. Text that is no code of ours becomes `unexpected`. */
export function toReasonCode(text: string): ReasonCode {
  return isReasonCode(text) ? text : "unexpected";
}

export const reasonRows: readonly ReasonRow[] =
  Object.keys(reasonCodes).filter(isRow);

/** One code of each row, to suggest to an operator who types a reason. 500 stands for any status. */
export function sampleReasons(): string[] {
  return reasonRows.map((row) => (isReasonCode(row) ? row : `${row}-500`));
}

/** The row of a code: the code without the HTTP status of an answer. */
export function rowOf(code: ReasonCode): ReasonRow {
  const row = withoutStatus(code);
  return isRow(row) ? row : "unexpected";
}

function kindOf(code: ReasonCode) {
  return reasonCodes[rowOf(code)].kind;
}

/** Whether a text is a code. The code of an answer of the platform has its HTTP status. */
export function isReasonCode(text: string): text is ReasonCode {
  const row = withoutStatus(text);
  const hasStatus = row !== text;
  return isRow(row) && statusRows.some((one) => one === row) === hasStatus;
}

function isRow(text: string): text is ReasonRow {
  return Object.hasOwn(reasonCodes, text);
}

function withoutStatus(text: string): string {
  return text.replace(/-\d{3}$/, "");
}
