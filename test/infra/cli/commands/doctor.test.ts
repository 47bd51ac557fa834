import { expect, test } from "vitest";
import type { Diagnosis } from "../../../../functions/doctor/contract.ts";
import {
  type HttpAnswer,
  jsonAnswer,
} from "../../../../infra/pages/http-server.ts";
import { describeStack, serveAws, useCli } from "../cli-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();
const mailbox = "ops@example.org";

const healthy: Diagnosis = {
  checks: [
    { name: "sign-in", verdict: "ok", found: "the login is accepted" },
    { name: "TLS", verdict: "skipped", found: "the platform is on http" },
  ],
  recommended: {},
};
const withFailure: Diagnosis = {
  checks: [
    ...healthy.checks,
    {
      name: "sign-in of a new person",
      verdict: "failed",
      found: "HTTP Basic is refused",
      advice: "Let them log in.",
      setting: "personAuth",
    },
  ],
  recommended: { personAuth: "login", platformCallsPerSecond: 8 },
};

/** Answers of our function of SCIM, and of the gateway. */
const scim = (status: number, body: object = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/scim+json; charset=utf-8" },
  });
const gateway = (status: number) => Response.json({}, { status });

const allOk = jsonAnswer(200, healthy);
const oneFailed = jsonAnswer(200, withFailure);
const write = `--write ${mailbox} --yes`;
const foundUsers = (totalResults: number) => scim(200, { totalResults });
const failing = (name: string, status = 400) =>
  jsonAnswer(status, { message: "canary" }, { "x-amzn-errortype": name });
const crashed = jsonAnswer(
  200,
  { errorType: "Error", errorMessage: "canary" },
  { "x-amz-function-error": "Unhandled" },
);
/** Title, words, answer of our function, exit code, what is shown, answer of SCIM. */
type Row = [string, string, HttpAnswer, number, RegExp, Response?];

test.each(rows<Row>`
  shows a verdict a line                          | ${""} | ${allOk} | ${0} | ${/^ok +sign-in +the login is accepted\nskipped +TLS +the platform is on http$.*Nothing needs attention\..*doctor --write <mailbox>/ms}
  shows what to do, and which settings fit        | ${""} | ${oneFailed} | ${2} | ${/^failed +sign-in of a new person.*sign-in of a new person \(setting personAuth\).*Let them log in\..*^personAuth +"login"\nplatformCallsPerSecond +8$/ms}
  sends the mailbox, which --yes has confirmed    | ${write} | ${allOk} | ${0} | ${/Nothing needs attention/}
  finds that SCIM refuses a request without a key | ${""} | ${allOk} | ${0} | ${/ok +SCIM +a request without a key is refused/}
  finds that there is no SCIM                     | ${""} | ${allOk} | ${0} | ${/skipped +SCIM +no identity provider/} | ${gateway(404)}
  finds that SCIM answers a request without a key | ${""} | ${allOk} | ${2} | ${/failed +SCIM +the answer is 200/} | ${foundUsers(0)}
  finds that SCIM answers a provider              | --scim entra | ${allOk} | ${0} | ${/ok +SCIM +a test connection of/} | ${foundUsers(0)}
  finds that SCIM knows a user who does not exist | --scim entra | ${allOk} | ${2} | ${/failed +SCIM +the answer is 200/} | ${foundUsers(1)}
  finds that SCIM does not know the key           | --scim entra | ${allOk} | ${2} | ${/The key of the profile is not one/}
  finds that the caller lacks the scope           | --scim entra | ${allOk} | ${2} | ${/Add scim to the entry/} | ${scim(403)}
  finds that SCIM is not deployed                 | --scim entra | ${allOk} | ${2} | ${/write true as scim into cdk.json/} | ${gateway(404)}
  explains a function that fails                  | ${write} | ${crashed} | ${1} | ${/\/aws\/lambda\/doctor-handler/}
  explains an answer of another form              | ${write} | ${jsonAnswer(200, { checks: 1 })} | ${1} | ${/deploy this version/}
  explains an answer that is no JSON              | ${write} | ${{ status: 200, body: "canary" }} | ${1} | ${/deploy this version/}
  explains a function that does not exist         | ${write} | ${failing("ResourceNotFoundException", 404)} | ${1} | ${/npm run deploy/}
  explains an identity without the permission     | ${write} | ${failing("AccessDeniedException", 403)} | ${1} | ${/lambda:InvokeFunction/}
  explains a Lambda that fails                    | ${write} | ${jsonAnswer(500, { message: "canary" })} | ${1} | ${/lambda:InvokeFunction of doctor-handler failed/}
`)("doctor %s: doctor %s", async (_, words, answer, code, shown, api) => {
  const ran = await run(words, answer, { ...(api && { api }) });
  expect(ran.output + ran.errors).toMatch(shown);
  expect(ran.output + ran.errors).not.toContain("canary");
  // Without a diagnosis, a test person may be left on the platform.
  expect(ran.errors.includes("the next run with --write deletes them")).toBe(
    code === 1,
  );
  expect(ran.exitCode).toBe(code);
  expect(ran.invocations).toEqual([
    {
      path: "/2015-03-31/functions/doctor-handler/invocations",
      body: words === write ? { mailbox } : {},
    },
  ]);
  if (code === 1) return;
  const caller = words.startsWith("--scim") ? "entra" : "doctor";
  expect(ran.sent).toHaveLength(1);
  const { path = "", headers } = ran.sent[0] ?? {};
  expect(path.replace(/%22[\w-]{36}%22/, "…")).toBe(
    `/scim/v2/${caller}/Users?filter=userName+eq+…`,
  );
  expect(headers?.get("authorization")).toBe(
    caller === "entra" ? "Bearer entra-key" : null,
  );
});

test("doctor prints one document for each check and one for the settings with --json", async () => {
  const { documents, exitCode } = await run("--json", oneFailed);
  expect(documents()).toEqual([
    ...withFailure.checks,
    expect.objectContaining({ name: "SCIM", verdict: "ok" }),
    { recommended: withFailure.recommended },
  ]);
  expect(exitCode).toBe(2);
});

test.each(rows<[string, RegExp, string?]>`
  --scim okta | ${/okta/}
  --write nobody | ${/--help/}
  --write | ${/--help/}
  --wirte ops@example.org | ${/--help/}
  now | ${/--help/}
  --write ops@example.org | ${/may announce this person/} | n
`)("doctor %s is refused, and invokes nothing", async (words, shown, typed) => {
  const ran = await run(words, allOk, typed ? { typed } : {});
  expect(ran.exitCode).toBe(1);
  expect(ran.errors).toMatch(shown);
  expect([...ran.invocations, ...ran.sent]).toEqual([]);
});

/**
 * Runs the command against a local Lambda that answers each invocation alike.
 *
 * @param options.api - the answer of the HTTP API
 */
async function run(
  words: string,
  answer: HttpAnswer,
  { api = scim(401), ...options }: { typed?: string; api?: Response } = {},
) {
  const invocations: { path: string; body: unknown }[] = [];
  const lambda = await serveAws(["LAMBDA"], async ({ path, body }) => {
    invocations.push({ path, body: JSON.parse(body.toString()) });
    return answer;
  });
  const { run: runCommand, folder, sent } = cli();
  describeStack(folder, lambda.endpoint, {
    callers: { entra: { scheme: "bearer", key: "entra-key" } },
  });
  const result = await runCommand(`doctor --profile local ${words}`.trim(), {
    ...options,
    answer: () => api,
  });
  return { ...result, invocations, sent };
}
