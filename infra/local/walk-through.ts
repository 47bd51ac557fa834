import { resolve } from "node:path";
import { callOf } from "../cli/dependencies.ts";
import { defaultStateFolder } from "../cli/running-stack.ts";
import { chatSamples } from "../sample/chat.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import type { LocalSources } from "./local-sources.ts";
import type { Stack } from "./stack.ts";

/** All but slack, the first one, which the text shows. */
const [, ...otherTools] = Object.keys(chatSamples);

export function walkThrough(
  { origin, platform, events }: Stack,
  { hibob, personio, bamboohr }: LocalSources,
  consoleLink: string,
  folder: string,
): string {
  const { username, password } = localSecrets.community;
  return `
Everything runs until Ctrl+C, on this machine only. The next start continues from this state, including operations that
have not ended. npm start -- --fresh begins with an empty state, and npm start -- --help tells all options.
${needsFolder(folder)}
Webhooks   ${origin}    POST /events/{caller}, and /onboarding, /offboarding, /profile, /status; /operations
Events     ${events.endpoint}    EventBridge: aws events put-events --endpoint-url ..., source local.hr
Platform   ${platform.origin}    the stand-in's API: /api/core/v3, /login
HR         ${hibob.origin} HiBob, ${personio.origin} Personio, ${bamboohr.origin} BambooHR: stand-ins of HR systems
People     ${platform.origin}/people    sign in as ${username} / ${password}, or as mei.tanaka / mei.tanaka-password
Console    ${consoleLink}
           the operators' pages; the link works once, and ${callOf("console")} makes another one

The HR system is the caller "hr", and you operate as the caller "ops": nobody rules on an event of their own. A second
operator is the caller "lead": add --profile local-lead to a command.

1. Hire a person as HR, and follow the steps. The event is signed as an HR system signs it.

  ${callOf("events send --sample hire --watch")}

   The same with a program of yours, which sends a bearer token:

  curl -i ${origin}/onboarding/ops -H 'authorization: Bearer ${opsToken}' -H 'content-type: application/json' \\
    -d '{"type":"employee.hired","timestamp":"'$(date -u +%FT%TZ)'","data":{"employeeId":"E-1","email":"ada@example.com","name":{"givenName":"Ada","familyName":"Byron"}}}'

2. Type a status in Slack. The answer is what Slack shows, and the profile shows the status. In place of slack, you
   can name ${otherTools.join(", ")}.

  ${callOf(`chat slack "Counting engines for 2h"`)}

3. End the employment as HR: the person is disabled now, and deleted after a day of grace. Then let the day pass.

  ${callOf("events send --sample leave --watch")}
  ${callOf("clock +25h")}

4. See what happened, and what you can do about it.

  ${callOf("show E-1042")}
  ${callOf("overview")}

5. Hire a person in the stand-in of HiBob. It sends a thin event, the person's record is read back, and the person
   appears in ${platform.origin}/people. ${hibob.origin} lists what else happens there: changes, absences, leavers, faults.

  curl ${hibob.origin}/_records -H 'content-type: application/json' \\
    -d '${JSON.stringify({ givenName: "Grace", familyName: "Hopper", email: "grace@example.com", title: "Admiral" })}'

6. Try callers with a map or a preset of your own, and settings, before you deploy them:

  npm start -- --callers FILE --sources FILE --subscribers FILE --set graceDays=7
`;
}

/** The command line finds a state in another folder only if its variable names the folder, too. */
function needsFolder(folder: string): string {
  return resolve(folder) === defaultStateFolder
    ? ""
    : `
The commands below find this state after: export STATE_FOLDER='${resolve(folder)}'
`;
}
