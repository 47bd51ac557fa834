import type { ReasonRow } from "../reason-codes.ts";

/** The texts of reason codes of the kind `note`. */
export const noteTexts = {
  "already-left": {
    meaning:
      "The start date of the hire, or the time of a hire without one, lies before the last day of the employee, who leaves or has left. It repeats the employment that ended. A cancellation of terminations with this code needs attention, because it came after the deletion had begun.",
    action:
      "None. If the employee comes back, HR sends a hire whose start date lies at or after the last day.",
  },
  "belongs-to-another": {
    meaning:
      "Warning: an identity of the event (such as a Slack user id) is linked to another employee, and stays there.",
    action:
      "Find out whose identity it is. Correct the HR system, and send the adoption or hire again.",
  },
  "cancelled-by-caller": {
    meaning: "A caller cancelled the operation. Its history names the caller.",
    action: "Nothing.",
  },
  "changed-since": {
    meaning:
      "A status expired, but the status on the profile was changed in the meantime, so it stays as it is. For a suspension or a resumption: a later one counts, and `sameAs` names it, if it is known.",
    action: "Nothing.",
  },
  "deletion-not-allowed": {
    meaning:
      "Warning: the event asks for a deletion, but the setting `leaverDisposition` is `disable`. The person is disabled and kept.",
    action:
      "Nothing. If the person should be deleted, change the setting and send a new termination.",
  },
  differs: {
    meaning:
      "Warning: this field of a repeated hire is not what the profile shows. The profile was not changed.",
    action: "Change the profile on the platform if the event is right.",
  },
  expired: {
    meaning:
      "The status had expired before it could be set, or the suspension was over before it could begin.",
    action: "Nothing.",
  },
  "grace-raised": {
    meaning:
      "Warning: the grace period is shorter than the setting `minGraceDays`, so the person is deleted after that number of days.",
    action:
      "Nothing. If the person should be deleted earlier, another operator than the sender can [delete them now](../functions/operations/README.md).",
  },
  "hired-since": {
    meaning:
      "A later hire made the operation unnecessary. For a termination it also means that the termination was cancelled before this run.",
    action: "Nothing. `sameAs` names the later hire, if it is known.",
  },
  left: {
    meaning:
      "The operation was waiting when the employee's person was deleted.",
    action: "Nothing.",
  },
  "left-since": {
    meaning:
      "The employee is leaving or has left in the meantime, so an expired status is not replaced by the earlier one. As a warning of a hire: this part of the hire was not done any more.",
    action: "Nothing.",
  },
  "newer-change": {
    meaning:
      "Warning: an event that holds from a later time has set this field already, so it stays as it is.",
    action: "Nothing.",
  },
  "newer-status": {
    meaning: "A status with a later event time was set already.",
    action: "Nothing.",
  },
  "not-supported-by-platform": {
    meaning:
      "Warning: the interface of the platform has no way to write this field. Everything else of the event was done.",
    action: "Change it on the platform, if it must be changed.",
  },
  "nothing-to-cancel": {
    meaning:
      "Warning: a cancellation found no end of an employment that it could take back.",
    action: "Nothing, if HR expected that.",
  },
  "owned-by-person": {
    meaning:
      "Warning: this field belongs to the person, who has a value already (setting `personOwns`). It was not changed.",
    action:
      "Nothing, or change the profile on the platform if the event is right.",
  },
  rehired: {
    meaning:
      "A later hire cancelled the waiting termination. If the person was disabled, it is enabled again.",
    action: "Nothing. `sameAs` names the hire.",
  },
  rejected: {
    meaning:
      "An operator rejected the operation while a limit held it. Its history names the operator. Before the disabling or a rename, the person is unchanged; before the deletion, the person stays disabled and is kept.",
    action:
      "Nothing. `POST /operations/{id}/enable` enables a person who is kept.",
  },
  "rename-ignored": {
    meaning:
      "Warning: the platform accepted the change and still shows the old username or e-mail address. Both names are known, so a termination recognises the person with either.",
    action:
      "Look at the person later. If the old name stays, find out why the platform does not allow the change, for example because another system manages its names.",
  },
  resolved: {
    meaning:
      "An operator has done the work of the operation by hand, and has closed the operation. Its history names the operator and has their note. The closing changed neither the person nor our data about the employee.",
    action: "Nothing. The data of the event is erased.",
  },
  "tasks-not-seeded": {
    meaning:
      "Warning of a retried hire: tasks or streams of the new person were not created, because they can only be created with the initial password. The person has changed it, or 72 hours have passed since the person was created or the platform last blocked the hire.",
    action: "Ask the new employee to create the tasks or streams, if needed.",
  },
  "terminated-since": {
    meaning:
      "A later termination overtook the operation. An adoption with this code needs attention, because the person still exists although the employee has left.",
    action:
      "Nothing for a cancelled operation. For an adoption, send a new termination if the person should be deleted, or a new hire or a later adoption if the employee is employed.",
  },
  "termination-cancelled": {
    meaning:
      "A later `employee.termination_cancelled` cancelled all earlier terminations of the employee.",
    action: "Nothing.",
  },
  "too-old": {
    meaning:
      "The event is more than 90 days older than everything that is known of the employee, or everything holds without it. It changed nothing.",
    action:
      "If the event is right, let HR send it again with the current time.",
  },
} satisfies Partial<Record<ReasonRow, { meaning: string; action: string }>>;
