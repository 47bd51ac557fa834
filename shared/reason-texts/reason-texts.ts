import { configurationTexts } from "./configuration-texts.ts";
import { decisionTexts } from "./decision-texts.ts";
import { noteTexts } from "./note-texts.ts";
import type { ReasonRow } from "../reason-codes.ts";
import { recordTexts } from "./record-texts.ts";

/**
 * What each reason code means, and what an operator does about it. docs/reason-codes.md shows both. Functions do not
 * import this file, because their bundles do not need the texts.
 */
export const reasonTexts: Record<
  ReasonRow,
  { meaning: string; action: string }
> = {
  "answer-unreadable": {
    meaning:
      "The platform accepted a call, but its answer does not have the documented form, so the effect of the call is unknown.",
    action:
      "Look on the platform for the change that the last step makes. If only this answer was damaged, retry. If all answers are, report the change of the interface.",
  },
  "claim-lost": {
    meaning:
      "Another operation took the employee over while this onboarding was running. A person may exist that our records do not show.",
    action:
      "Look at the newest operation of the employee. If it succeeded, compare its person with the platform and do nothing more. Otherwise retry the newest hire.",
  },
  "deletion-unfinished": {
    meaning:
      "Termination: the platform accepted the deletion, but still shows the person after a quarter of an hour. Hire: the employee's person was being deleted, and it is unknown how far the deletion got.",
    action:
      "Check on the platform whether the person is still there. Retry the termination first; it looks again and deletes again if necessary. Then retry the hire.",
  },
  interrupted: {
    meaning:
      "Every attempt of a step was cut off, by a crash, by the time limit or by too little memory. The last attempt may have taken effect.",
    action:
      "Read the log of the workflow for the cause, and correct it. Then retry: the step looks whether it took effect.",
  },
  "outcome-unknown": {
    meaning:
      "A write was sent to the platform, and no answer came. For a new person it also means that the later search for the person failed.",
    action:
      "Wait until the platform works again, then retry. The retry looks for the effect before it writes.",
  },
  "person-belongs-to-another": {
    meaning:
      "The person on the platform is linked to another employee. In a hire, this is the person that was just created or found; in an adoption, the person that the event names.",
    action:
      "Find out which employee the person is. Correct the employee id in the HR system, and send the event again with the right one.",
  },
  "person-missing": {
    meaning:
      "The platform does not show the person that our records link to the employee, or that an adoption names. The person may be deleted, or hidden from the service account.",
    action:
      "Look for the person on the platform with an administrator's account. If it is hidden, make it visible to the service account and retry. If it is gone, confirm that for a termination (`confirm-gone`); for an adoption, correct the username or the person id; for a hire or a status, send a termination and confirm that one.",
  },
  "person-not-listed": {
    meaning:
      "The platform accepts the new person's password, so the person exists, but the list of people does not show it.",
    action:
      "Wait until the list shows the person, then retry. The retry finds the person and creates no second one.",
  },
  "person-not-recorded": {
    meaning:
      "The person exists on the platform, but our table could not be written in ten attempts.",
    action:
      "Check DynamoDB for errors or throttling, then retry. The retry finds the person and creates no second one.",
  },

  "answer-refused": {
    meaning:
      "The chat tool refused the late answer to a chat user, with this HTTP status. The status itself is not affected. The code is only in the log.",
    action:
      "Nothing, if it is rare. Otherwise check the app's settings in the chat tool.",
  },
  "answer-undelivered": {
    meaning:
      "The late answer to a chat user could not be sent, or the chat tool did not confirm it. The status itself is not affected. The code is only in the log.",
    action:
      "Nothing, if it is rare. Otherwise check the network between the functions and the chat tool.",
  },
  "avatar-address-not-allowed": {
    meaning:
      "The host of the avatar has an address that is not on the public internet.",
    action:
      "Have the sender use a public host, or send the image inside the event.",
  },
  "avatar-content-encoding": {
    meaning: "The host of the avatar sent the image compressed.",
    action: "Switch compression off for images on that host.",
  },
  "avatar-http-status": {
    meaning:
      "The host of the avatar did not answer 200. The status is not kept.",
    action: "Check that the URL works without signing in.",
  },
  "avatar-not-an-image": {
    meaning: "The avatar is not a JPEG, PNG, GIF or WebP image.",
    action: "Have the sender use one of these formats.",
  },
  "avatar-redirected": {
    meaning: "The host of the avatar redirected the request.",
    action: "Have the sender use the final URL.",
  },
  "avatar-timeout": {
    meaning: "The host of the avatar was too slow, in all attempts.",
    action:
      "Check the host, or have the sender put the image inside the event.",
  },
  "avatar-too-large": {
    meaning:
      "The avatar is larger than 5 MB behind a URL, or 300 KB inside an event.",
    action: "Have the sender use a smaller image.",
  },
  "avatar-unreachable": {
    meaning:
      "The host of the avatar could not be reached, in all attempts: name, connection or certificate.",
    action: "Check that the host is up and its certificate is valid.",
  },
  "avatar-url-not-allowed": {
    meaning:
      "The URL of the avatar is not https on port 443 at a public domain name, or it has a username.",
    action: "Have the sender use another URL, or put the image in the event.",
  },
  "avatar-wrong-dimensions": {
    meaning: "The avatar has a side of more than 8,192 pixels, or of none.",
    action: "Have the sender scale the image down.",
  },
  "data-erased": {
    meaning:
      "The data of the event is gone, because it is kept for at most 14 days after the operation was due. As a warning about the avatar, only the image is gone.",
    action: "Have the event sent again, as a new event with the current time.",
  },
  "employee-busy": {
    meaning:
      "Another operation of the same employee did not end: it worked for an hour, or it kept writing the person.",
    action:
      "Look at the other operations of the employee. When they have ended, retry this one.",
  },
  "employee-suspended": {
    meaning:
      "The employee is suspended, so no status is set or read. A chat user is told so.",
    action:
      "Nothing, if this is right. Otherwise look at the suspensions of the employee.",
  },
  "employee-changed": {
    meaning:
      "Another operation changed the record of the employee in the meantime, for example a hire that cancelled the termination.",
    action:
      "Look at the newest operation of the employee. If it does not replace this one, retry.",
  },
  "foreign-origin": {
    meaning:
      "The platform gave a link to another host than the configured one. Nothing was sent there.",
    action:
      "Compare `baseUrl` in `cdk.json` with the links that the platform gives. Correct it, deploy, and retry.",
  },
  "limit-contended": {
    meaning:
      "So many people were counted in a limit at the same moment that this one could not be counted within a day of attempts.",
    action: "Retry later.",
  },
  "login-failed": {
    meaning:
      "The login of the service account got no usable answer, in all attempts.",
    action:
      "Check `authUrl`, the network and the state of the platform, then retry.",
  },
  "login-refused": {
    meaning: "The platform refuses the credentials of the service account.",
    action:
      "Store the current credentials with `npm run --silent cli -- secrets community`, then retry.",
  },
  "not-active": {
    meaning:
      "The employee has no active person: not hired yet, leaving, or gone. A chat user is told so.",
    action:
      "Nothing, if this is right. Otherwise look at the operations of the employee.",
  },
  "not-allowed": {
    meaning:
      "The platform does not offer this call for this object, or the person that was read lacks a field that a write needs. Nothing was sent.",
    action:
      "Check the rights of the service account and the person on the platform, then retry.",
  },
  "payload-too-new": {
    meaning:
      "A newer version of this software stored the data of the event, and the version that runs now must not guess what it means. This happens after a rollback.",
    action:
      "Deploy the newer version again. If the operation ended meanwhile, retry it.",
  },
  "password-erased": {
    meaning:
      "A step needs the initial password of the new person, but the onboarding was completed before and the password cannot be derived again.",
    action:
      "Check the tasks and streams of the person on the platform, and add by hand those that are missing.",
  },
  "person-not-admitted": {
    meaning:
      "The platform does not let the new person sign in with its initial password, so tasks or streams were left out. Usually a warning of an operation that succeeded.",
    action:
      "Check `personAuth` in `cdk.json` and whether the platform allows sign-in by password. Add the missing tasks and streams by hand.",
  },
  "platform-busy": {
    meaning:
      "The platform refused the calls because of too many requests (429), in all attempts.",
    action:
      "Set `platformCallsPerSecond` to a tenth less than the platform takes, deploy, and retry.",
  },
  "platform-error": {
    meaning:
      "The platform answered with this status of 500 or above, in all attempts.",
    action: "Wait until the platform works again, then retry.",
  },
  "platform-refused": {
    meaning:
      "The platform refuses the call with this status, and another attempt would not help. 401 and 403 concern the rights of the service account, 400 a value of the event; 409 as a warning about streams means that the limit of streams is reached.",
    action:
      "Correct the rights, or the value in the HR system. Then retry, or have the event sent again if its data changed.",
  },
  "platform-unreachable": {
    meaning:
      "No complete answer came from the platform, in all attempts. The call is one that is safe to repeat.",
    action:
      "Check `baseUrl`, the network and the state of the platform, then retry.",
  },
  "too-late-to-answer": {
    meaning:
      "The result came more than half an hour after the message of a chat user, when the chat tool accepts no answer. The status itself is not affected. The code is only in the log.",
    action: "Nothing, if it is rare. Otherwise find out why work is late.",
  },
  unexpected: {
    meaning:
      "An error that has no code of its own, in all attempts: a problem of an AWS service, or a bug.",
    action:
      "Read the log of the workflow. If an AWS service was the cause, retry when it works again. Otherwise report the bug.",
  },

  ...configurationTexts,
  ...decisionTexts,
  ...noteTexts,
  ...recordTexts,
};
