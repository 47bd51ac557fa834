import { describe, expect, test } from "vitest";
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
const different: Diagnosis = {
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

describe("doctor", () => {
  test("shows a verdict a line and ends with 0 if nothing needs attention", async () => {
    const { output, exitCode, invocations } = await run(
      "",
      jsonAnswer(200, healthy),
    );
    expect(output).toMatch(/^ok +sign-in +the login is accepted$/m);
    expect(output).toMatch(/^skipped +TLS +the platform is on http$/m);
    expect(output).toContain("Nothing needs attention.");
    expect(output).toContain("doctor --write <mailbox>");
    expect(exitCode).toBe(0);
    expect(invocations).toEqual([
      { path: "/2015-03-31/functions/doctor-handler/invocations", body: {} },
    ]);
  });

  test("shows what to do and which settings fit, and ends with 2", async () => {
    const { output, exitCode } = await run("", jsonAnswer(200, different));
    expect(output).toMatch(/^failed +sign-in of a new person/m);
    expect(output).toContain("sign-in of a new person (setting personAuth)");
    expect(output).toContain("Let them log in.");
    expect(output).toMatch(/^personAuth +"login"$/m);
    expect(output).toMatch(/^platformCallsPerSecond +8$/m);
    expect(exitCode).toBe(2);
  });

  test("prints one document for each check and one for the settings with --json", async () => {
    const { documents, exitCode } = await run(
      "--json",
      jsonAnswer(200, different),
    );
    expect(documents()).toEqual([
      ...different.checks,
      expect.objectContaining({ name: "SCIM", verdict: "ok" }),
      { recommended: different.recommended },
    ]);
    expect(exitCode).toBe(2);
  });

  test.each(rows<[string, Response, string]>`
    ${""} | ${scim(401)} | ok +SCIM +a request without a key is refused
    ${""} | ${gateway(404)} | skipped +SCIM +no identity provider
    ${""} | ${scim(200, { totalResults: 0 })} | failed +SCIM +the answer is 200
    entra | ${scim(200, { totalResults: 0 })} | ok +SCIM +a test connection of
    entra | ${scim(200, { totalResults: 1 })} | failed +SCIM +the answer is 200
    entra | ${scim(401)} | The key of the profile is not one
    entra | ${scim(403)} | Add scim to the entry
    entra | ${gateway(404)} | write true as scim into cdk.json
  `)(
    "asks the SCIM endpoint for a user who does not exist, with a key or none (%s): %o, %s",
    async (caller, api, shown) => {
      const { output, exitCode, sent } = await run(
        caller ? `--scim ${caller}` : "",
        jsonAnswer(200, healthy),
        { api },
      );
      expect(output).toMatch(new RegExp(shown));
      expect(exitCode).toBe(/^(ok|skipped)/.test(shown) ? 0 : 2);
      expect(sent).toHaveLength(1);
      const { path = "", headers } = sent[0] ?? {};
      expect(path.replace(/%22[\w-]{36}%22/, "…")).toBe(
        `/scim/v2/${caller || "doctor"}/Users?filter=userName+eq+…`,
      );
      expect(headers?.get("authorization")).toBe(
        caller ? "Bearer entra-key" : null,
      );
    },
  );

  test("refuses a provider whose key the profile does not have, and invokes nothing", async () => {
    const answer = jsonAnswer(200, healthy);
    const { exitCode, invocations, sent } = await run("--scim okta", answer);
    expect(exitCode).toBe(1);
    expect([...invocations, ...sent]).toEqual([]);
  });

  test("names the mailbox to the function only after a confirmation", async () => {
    const answer = jsonAnswer(200, healthy);
    const confirmed = await run(`--write ${mailbox} --yes`, answer);
    expect(confirmed.invocations).toMatchObject([{ body: { mailbox } }]);
    const refused = await run(`--write ${mailbox}`, answer, { typed: "n" });
    expect(refused.errors).toContain("may announce this person");
    expect(refused.invocations).toEqual([]);
    expect(refused.exitCode).toBe(1);
  });

  test.each(["--write nobody", "--write", `--wirte ${mailbox}`, "now"])(
    "refuses %s, and invokes nothing",
    async (words) => {
      const answer = jsonAnswer(200, healthy);
      const { exitCode, errors, invocations } = await run(words, answer);
      expect(exitCode).toBe(1);
      expect(errors).toContain("--help");
      expect(invocations).toEqual([]);
    },
  );

  test.each(rows<[string, HttpAnswer, string]>`
    a function that fails | ${jsonAnswer(200, { errorType: "Error", errorMessage: "canary" }, { "x-amz-function-error": "Unhandled" })} | /aws/lambda/doctor-handler
    an answer of another form | ${jsonAnswer(200, { checks: 1 })} | deploy this version
    an answer that is no JSON | ${{ status: 200, body: "canary" }} | deploy this version
    a function that does not exist | ${jsonAnswer(404, { message: "canary" }, { "x-amzn-errortype": "ResourceNotFoundException" })} | npm run deploy
    an identity without the permission | ${jsonAnswer(403, { message: "canary" }, { "x-amzn-errortype": "AccessDeniedException" })} | lambda:InvokeFunction
    a Lambda that fails | ${jsonAnswer(500, { message: "canary" })} | lambda:InvokeFunction of doctor-handler failed
  `)("explains %s, and ends with 1", async (_case, answer, expected) => {
    const { errors, output, exitCode, invocations } = await run(
      `--write ${mailbox} --yes`,
      answer,
    );
    expect(errors).toContain(expected);
    expect(errors).toContain("the next run with --write deletes them");
    expect(errors + output).not.toContain("canary");
    expect(exitCode).toBe(1);
    expect(invocations).toHaveLength(1);
  });
});
