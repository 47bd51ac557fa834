import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test, vi } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { localSecrets, opsToken } from "../../../infra/local/credentials.ts";
import type { BundledStack } from "../../environments/bundled-stack.ts";
import { captures } from "../../fixtures/captures.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { putEvent } from "../../fixtures/put-event.ts";
import { scanTables } from "../../fixtures/scan-tables.ts";
import { connect } from "../../fixtures/tables-for-test.ts";
import { frontDoor } from "../../functions/front-door/stack.ts";
import { requestOfSlack } from "../../functions/status-relay/chat-requests.ts";
import { effort, isThorough } from "../../resilience/effort.ts";
import {
  changed,
  initialPasswordOf,
  personal,
  recordOfCanary,
  said,
  secretsIn,
  personalDataIn,
} from "./canaries.ts";
import { sourceSecrets, sourceToken } from "./canary-source.ts";

const userId = "UCANARY";

/** Sends a request as any client, and records the answer: status, headers and body. */
function createRecordingClient({ origin }: BundledStack) {
  const answers: string[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, init);
    const text = await response.text();
    answers.push(`${[...response.headers].join("\n")}\n${text}`);
    return response.status;
  };
  return { ask, answers };
}

const json = (content: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof content === "string" ? content : JSON.stringify(content),
});
const asOps = { authorization: `Bearer ${opsToken}` };
type Item = Record<string, unknown>;
/** Whether an item belongs to the failed hire (`E-other`), or to the employee whose person stays (`E-record`). */
const mayNamePerson = ({ id, employeeId }: Item) =>
  ["E-other", "E-record"].some(
    (one) => employeeId === one || id === `employee#${one}`,
  );
const basicAuthOf = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
const envelopeOf = (type: string, data: object) => ({
  type,
  timestamp: new Date().toISOString(),
  data,
});

test(
  "no personal data and no secret reaches logs, histories, answers and items, and no secret a page",
  { timeout: 120_000 },
  async () => {
    const { stack, source, folder } = frontDoor();
    const { deliver, settled, platform, logs, lambda, dynamodb } = stack;
    const { ask, answers } = createRecordingClient(stack);
    // After a write without an answer, an operation waits for minutes until no late write can come.
    const forgetLateWrites = () =>
      connect(dynamodb.endpoint).send(
        new UpdateCommand({
          TableName: tables.store.name,
          Key: { id: "employee#E-canary" },
          UpdateExpression: "REMOVE lateWriteUntilMs",
        }),
      );
    const itemsOf = async () => (await scanTables(dynamodb)).store;
    const saltOf = async (employeeId: string) => {
      const items = await itemsOf();
      return items.find(({ id }) => id === `employee#${employeeId}`)?.[
        "passwordSalt"
      ];
    };
    /** All executions at intervals, because a history changes as it grows, and at the end their files. */
    const histories = new Set<string>();
    const taking = setInterval(
      () => histories.add(JSON.stringify(lambda.executions())),
      effort(250, 5),
    );

    /** Lets one request of this kind take effect without an answer. */
    const loseAnswer = (method: "POST" | "PUT" | "DELETE", path: string) =>
      platform.faults.add({ kind: "reset-after", path, method, times: 1 });
    const fail = (status: number, path: string, times: number) =>
      platform.faults.add({ kind: "status", status, path, times });
    const personPath = "/people/{personID}";
    const read = (path: string) => ask(path, { headers: asOps });

    // A hire with failures in its steps, so that the history has them, too.
    fail(503, `${personPath}/tasks`, 6);
    fail(500, "/login", 1);
    loseAnswer("POST", "/people");
    const hire = hireEvent("E-canary", {
      ...personal,
      identities: { slack: `T1:${userId}` },
    });
    const hired = await deliver(hire);
    await vi.waitUntil(() => saltOf("E-canary"), { timeout: 20_000 });
    const initial = initialPasswordOf(await saltOf("E-canary"));
    const operation = await settled(hired);
    expect(operation.status).toBe("succeeded");

    // A hire that fails, because the username is taken. Its data is kept for the operator.
    const failed = await settled(await deliver(hireEvent("E-other", personal)));
    expect(failed.status).not.toBe("succeeded");
    const secondInitial = initialPasswordOf(await saltOf("E-other"));

    // Refused requests: malformed, unsigned, with a foreign token, by path, by EventBridge.
    const wrong = { ...hire.data, email: said.refused };
    // Field names of the sender's choice. The sender may read them in an HTTP answer, but EventBridge has no answer.
    const strange = {
      ...wrong,
      identities: { "canary.mail@example.com": "x" },
      [said.refused]: said.refused,
    };
    const callsBefore = platform.journal.length;
    const asForeign = { authorization: said.refused };
    const unknownIds = { operations: [`${said.refused}!`] };
    const refusals = [
      [400, (await deliver({ ...hire, data: wrong })).status],
      [401, await ask("/onboarding/hr", json(hire))],
      [
        400,
        await ask("/onboarding/ops", json({ ...hire, data: wrong }, asOps)),
      ],
      [401, await ask("/onboarding/ops", json(hire, asForeign))],
      [401, await ask(`/onboarding/${said.refused}`, json(hire))],
      [400, await ask("/onboarding/ops", json(`{"${said.refused}`, asOps))],
      [401, await ask("/status/slack", json(said.refused))],
      [400, await read(`/operations?employeeId=${said.refused}%00`)],
      [400, await ask("/operations/release", json(unknownIds, asOps))],
      [404, await read(`/operations/${said.refused}`)],
    ];
    expect(refusals.map(([, answered]) => answered)).toEqual(
      refusals.map(([status]) => status),
    );
    await putEvent(stack, "employee.hired", strange);
    await putEvent(stack, said.refused, hire.data);
    expect(platform.journal).toHaveLength(callsBefore);

    // Statuses of people.
    loseAnswer("PUT", personPath);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const status of [
      { text: said.status },
      { text: `${said.status} 2`, expiresAt },
    ]) {
      const data = { employeeId: "E-canary", ...status };
      await settled(
        await deliver(envelopeOf("status.set", data), { path: "/status" }),
      );
    }
    const chatAnswers: string[] = [];
    const typedByUsers = [
      { text: said.chat, userId },
      { text: "show", userId },
      { text: said.chat, userId: "USTRANGER" },
    ];
    for (const typed of effort(typedByUsers.slice(0, 1), typedByUsers)) {
      const asked = requestOfSlack({ ...typed, atMs: Date.now() });
      const answer = await fetch(`${stack.origin}/status/slack`, asked);
      chatAnswers.push(await answer.text());
      await lambda.idle();
    }
    expect(chatAnswers.join()).toContain(said.chat);

    // Thin events: a source that fails at first and then answers, and a record that does not fit.
    for (const employeeId of ["E-record", "E-invalid"]) {
      const thin = envelopeOf("record.changed", { employeeId });
      const answer = await fetch(
        `${stack.origin}/events/records`,
        source.requestOf(thin),
      );
      const { id, status, sameAs } = await settled(answer);
      await read(`/operations/${id}`);
      await read(`/operations/${sameAs}`);
      expect(status).toBe(
        employeeId === "E-record" ? "succeeded" : "needs_attention",
      );
    }
    expect(source.failuresLeft()).toBe(0);
    const invalid = { ...recordOfCanary, mail: "Canaryrecord" };
    for (const record of [recordOfCanary, invalid])
      await ask("/events/records/preview?record", source.requestOf(record));

    // Changes of operations, and the passing of time.
    await read("/operations?employeeId=E-canary");
    await read(`/operations/${failed.id}`);
    await ask(`/operations/${failed.id}/retry`, {
      method: "POST",
      headers: asOps,
    });
    await lambda.idle();
    await stack.runScheduler();

    const { username, password } = localSecrets.community;
    const headers = { authorization: basicAuthOf(username, password) };
    const pages = await Promise.all(
      ["/people", "/people/canary.username", "/people/nobody", "/%00"].map(
        async (path) =>
          (await fetch(platform.origin + path, { headers })).text(),
      ),
    );
    expect(pages.join()).toContain("Canarygiven");

    // A change with a rename. One of its writes gets no answer.
    await forgetLateWrites();
    loseAnswer("PUT", personPath);
    const change = { employeeId: "E-canary", ...changed };
    const profile = { path: "/profile" };
    const renamed = await settled(
      await deliver(envelopeOf("employee.changed", change), profile),
    );
    expect(renamed.result).toMatchObject({
      changed: expect.arrayContaining(["/username", "/identities/teams"]),
    });
    await read(`/operations/${renamed.id}`);
    // Our store may keep the usernames and the identities. It needs them to recognise the person.
    const afterChange = (await itemsOf())
      .filter(({ id }) => id !== "identity#teams#canarychanged")
      .map((item) =>
        item["id"] === "employee#E-canary"
          ? { ...item, username: "", otherUsernames: [], identities: [] }
          : item,
      )
      .filter((item) => /canarychanged/i.test(JSON.stringify(item)));
    expect(afterChange.map(({ id }) => id)).toEqual([]);

    const leaver = {
      employeeId: "E-canary",
      reason: said.reason,
      graceDays: 1,
    };
    if (isThorough) {
      const leaving = await deliver(envelopeOf("employee.terminated", leaver), {
        path: "/offboarding",
      });
      await lambda.idle();
      const location = leaving.headers.get("location") ?? "";
      await read(location);
      await ask(location, { method: "DELETE", headers: asOps });
      await lambda.idle();
    }
    await forgetLateWrites();
    loseAnswer("DELETE", personPath);
    const left = await settled(
      await deliver(
        envelopeOf("employee.terminated", { ...leaver, graceDays: 0 }),
        { path: "/offboarding" },
      ),
    );
    expect(left.status).toBe("succeeded");
    clearInterval(taking);

    const executions = join(folder, "lambda/executions");
    for (const file of await readdir(executions, { recursive: true }))
      histories.add(await readFile(join(executions, file), "utf8"));
    const items = await scanTables(dynamodb);
    const tokens = JSON.stringify(items.tokens);
    const accessTokens = captures(tokens, /"accessToken":"([^"]+)"/g);
    // The token of the platform, and the token of the source.
    expect(accessTokens).toHaveLength(2);
    expect(accessTokens).toContain(sourceToken);

    const ofThisRun = [initial, secondInitial, ...sourceSecrets];
    // A caller that may read an operation may know its person, as long as the person exists.
    const withoutRefs = (text: string) =>
      text.replaceAll(/"refs":\{[^}]*\}/g, '"refs":{}');
    const lines = [...logs, ...histories, ...answers.map(withoutRefs)];
    expect(histories.size).toBeGreaterThan(5);
    // The answers have the texts of docs/problems.md, and no text of a library.
    expect(answers.join()).toContain("must be a valid email");
    expect(answers.join()).not.toMatch(/Invalid|received/);
    const found = lines.flatMap(personalDataIn);
    expect(found).toEqual([]);
    // Chat answers repeat the user's own text. The platform's pages and the data of failed operations contain
    // personal data.
    const texts = [...lines, ...chatAnswers, ...pages];
    const betrayed = [...texts, JSON.stringify(items.store)].flatMap((text) =>
      secretsIn(text, [...ofThisRun, ...accessTokens]),
    );
    expect(betrayed).toEqual([]);
    // The table of tokens may contain tokens, and no other secret.
    expect(secretsIn(tokens, ofThisRun)).toEqual([]);

    // The failed operation keeps its payload for a retry.
    const kept = items.store.map((item) =>
      item["id"] === `operation#${failed.id}` ? { ...item, payload: "" } : item,
    );
    const stays = kept.map((item) =>
      // The username and the refs may stay as long as the person exists. The failed operation may have them, too.
      mayNamePerson(item) ? { ...item, username: "", refs: "" } : item,
    );
    expect(personalDataIn(JSON.stringify(stays))).toEqual([]);
  },
);

test.runIf(isThorough)(
  "the output of the demo contains no secret",
  async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, "../../../infra/local/demo.ts"),
    ]);
    expect(stdout).toContain("The platform confirms that the person is gone");
    expect(secretsIn(stdout + stderr, [])).toEqual([]);
  },
);
