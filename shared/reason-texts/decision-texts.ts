import type { ReasonRow } from "../reason-codes.ts";

/** The texts of reason codes of the kind `decision`. */
export const decisionTexts = {
  "deletion-limit": {
    meaning:
      "More people would be deleted within 24 hours than the deletion limit allows. The operation is held: its person is not deleted.",
    action:
      "Ask HR whether the employee left, by another channel than the one that sent the event. If yes, release the operation. If no, stop the sender; a held operation does nothing more.",
  },
  "deletion-began": {
    meaning:
      "The event would give access back, but the deletion of the person had begun when it came. It changed nothing.",
    action:
      "Ask HR. If the employee stays or comes back, let HR send a hire with a start date on or after the last day: a new person is created. Otherwise do nothing.",
  },
  "disable-limit": {
    meaning:
      "More people would be disabled within 24 hours than the disable limit allows. The operation is held: its person is unchanged.",
    action:
      "Ask HR whether the employee left or is suspended, by another channel than the one that sent the event. If yes, release the operation. If no, stop the sender; a held operation does nothing more.",
  },
  "employee-has-person": {
    meaning:
      "An adoption names another person than the one to whom the employee is linked.",
    action:
      "Find out which of the two persons the employee uses. Correct the adoption and send it again, or leave the link as it is.",
  },
  "end-said-before": {
    meaning:
      "A hire opened the next employment, and an end that was said before lies after its start. It became the end of the next employment.",
    action:
      "Ask HR whether the next employment ends on that day. If yes, answer `keeps-the-end`. If it goes on, answer `has-no-end`.",
  },
  "execution-lost": {
    meaning:
      "Six executions of the workflow in a row ended without an outcome, so it is unknown which steps took effect.",
    action:
      "Look at the log of the workflow, at the steps of the operation and at the person on the platform. Correct the cause, then retry. Each step looks before it writes.",
  },
  "last-day-before-start": {
    meaning:
      "A termination names a last day before the start of the employment that goes on, and this employment began more than three days before. It may be about an earlier employment. The person keeps access.",
    action:
      "Ask HR. If the employee has left, answer `has-left`. If the termination is about an earlier employment, answer `is-an-earlier-one`.",
  },
  "name-required": {
    meaning:
      "The change clears the only name of the person, or of the hire that waits. Every person has a given or a family name. Nothing was changed.",
    action:
      "Correct the name in the HR system, and send it in a new change. This one is not needed any more then. A retry helps if the person has another name by now.",
  },
  "never-ran": {
    meaning:
      "The workflow was started again and again for a day, and never ran.",
    action:
      "Check the log of the workflow, Lambda's concurrency and the alias `live`. Correct the cause, then retry.",
  },
  "person-differs": {
    meaning:
      "Username or e-mail address of the person on the platform are not those of our records (termination) or of the event (adoption).",
    action:
      "Find out whether the person is this employee. If it was only renamed, send an adoption with the current username and address, then retry the termination. If it is another person, correct the HR system.",
  },
  "person-has-contents": {
    meaning:
      "A deletion would take away more contents of the leaver than `maxContentsDeleted` allows, or the platform refuses to list them, and a warning has the reason. The operation is held: its person is disabled, and not deleted. A warning with this code says at the begin of the grace period that the deletion will be held.",
    action:
      "A deletion takes away all that the person published, also the replies of others. Ask the manager of the leaver who needs it. If nobody needs it, or if it was copied or given to another author, release the operation. To keep it, reject the operation: the person stays, disabled.",
  },
  "person-protected": {
    meaning:
      "The person is the service account or is listed in the protected usernames, so it is neither adopted nor deleted.",
    action:
      "If the person should really leave, remove its username from `protectedUsernames`, deploy, and retry.",
  },
  "rename-limit": {
    meaning:
      "More people would get another username or e-mail address within 24 hours than the rename limit allows. The operation is held: its person is unchanged.",
    action:
      "Ask HR whether the new names are right, by another channel than the one that sent the event. If yes, release the operation. If no, stop the sender; a held operation does nothing more.",
  },
  "rehire-unclear": {
    meaning:
      "A hire without a start date came after the termination of the employee, or the record of an employee who has left says employed again, with the start date of the employment that ended. It may be a new employment, or a repetition that came late. It changed nothing.",
    action:
      "Ask HR. If the employee comes back, answer `is-a-rehire`; of a record, enter a start date after the last day in the source. If the hire came late, answer `repeats`. If the employee never left, cancel the termination. The setting `rehireWithoutStartDate` can accept hires without a start date.",
  },
  "repeated-after-ruling": {
    meaning:
      "An operator rejected or cancelled an operation, and the same event was sent again. It changed nothing. Further repetitions join this operation.",
    action:
      "Ask HR whether the event is right. If yes, release the operation. If no, reject it, and have the source corrected.",
  },
  "tasks-or-streams-incomplete": {
    meaning:
      "The person exists, but some tasks or streams could not be created. The warnings give the reason of each.",
    action: "Correct the cause that the warnings name, then retry.",
  },
  "unknown-employee": {
    meaning:
      "No person of this employee is known: the event came before the hire, or the hire has not created the person. The hire runs the operation again at its end.",
    action:
      "Send the hire or the adoption of the employee, if it is missing. If the employee id is wrong, correct it in the HR system.",
  },
  "username-or-email-taken": {
    meaning:
      "The username or the e-mail address belongs to another account on the platform. That account is never taken over.",
    action:
      "If the account is this employee, send an adoption. Otherwise correct the username or the address in the HR system and send the hire again.",
  },
  "waits-for-decision": {
    meaning:
      "Another operation of the employee is held or needs a decision, and this one cannot go on before. `sameAs` names the other one.",
    action: "Decide about the other operation. This one goes on by itself.",
  },
} satisfies Partial<Record<ReasonRow, { meaning: string; action: string }>>;
