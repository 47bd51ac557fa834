import { expect, test } from "vitest";
import type {
  Overview,
  ShownOperation,
} from "../../../../functions/operations/contract.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  canaryKey,
  json,
  origin,
  problem,
  type SentRequest,
  useCli,
} from "../cli-for-test.ts";
import {
  overviewWith,
  shownOperation,
  shownPlan,
} from "../operation-for-test.ts";

// A command is a thin client of the operators' API: what it sends, what it prints, and its exit code.

const cli = useCli();
const at = "2026-11-22T12:00:00.000Z";

/** What the API answers, by the beginning of the path. A list has the answers of the requests, one after the other. */
type Answers = Record<string, unknown>;

function answerBy(answers: Answers) {
  const used = new Map<string, number>();
  return ({ path }: SentRequest) => {
    const found = Object.keys(answers)
      .filter((beginning) => path.startsWith(beginning))
      .toSorted((one, other) => other.length - one.length)[0];
    const given = found === undefined ? notFound : answers[found];
    const nth = used.get(found ?? "") ?? 0;
    used.set(found ?? "", nth + 1);
    const answer = Array.isArray(given) ? (given[nth] ?? given.at(-1)) : given;
    if (answer instanceof Error) return answer;
    return answer instanceof Response ? answer.clone() : json(answer);
  };
}
const notFound = problem(404, "not-found", "The path or the operation");

type Expected = {
  /** @default 0 */
  code?: number;
  /** What the output has. */
  shows?: RegExp[];
  hides?: RegExp;
  errors?: RegExp[];
  /** The documents of `--json`. */
  documents?: unknown[];
  /** The requests: "GET /overview", and the body of a POST behind it. */
  sends?: string[];
  pausesMs?: number[];
};

/** What the operator types on a terminal, or what another program pipes. */
type Input = { typed?: string; piped?: string };

async function expectCommand(
  words: string | string[],
  answers: Answers,
  { code = 0, shows = [], hides, errors = [], ...expected }: Expected,
  input: Input = {},
): Promise<void> {
  const ran = await cli().run(words, { ...input, answer: answerBy(answers) });
  for (const one of shows) expect(ran.output).toMatch(one);
  if (hides) expect(ran.output).not.toMatch(hides);
  const sentence = ran.errors.replaceAll(/\s+/g, " ");
  for (const one of errors) expect(sentence).toMatch(one);
  expect(ran.output + ran.errors).not.toContain(canaryKey);
  expect(ran.exitCode).toBe(code);
  if (expected.documents)
    expect(ran.documents()).toMatchObject(expected.documents);
  if (expected.pausesMs) expect(ran.pausesMs).toEqual(expected.pausesMs);
  if (expected.sends)
    expect(
      ran.sent.map(({ method, path, text }) =>
        `${method} ${path} ${text}`.trimEnd(),
      ),
    ).toEqual(expected.sends);
  // A redirect that is followed could lead the key to another host.
  for (const { headers, request } of ran.sent)
    expect([headers.get("authorization"), request.redirect]).toEqual([
      `Bearer ${canaryKey}`,
      "manual",
    ]);
}

const operation = (change: Partial<ShownOperation> = {}) =>
  shownOperation("op_1", change);
const page = (operations: ShownOperation[], next?: string) => ({
  at,
  operations,
  ...(next !== undefined && { next }),
});
/** What the API answers about a plan whose execution does not come to its end. */
const stoppedPlan = {
  "/plans/plan_1": [
    shownPlan,
    { ...shownPlan, status: "stopped", reason: "expired" },
  ],
  "/plans/plan_1/apply": shownPlan,
};
const failedPlan = {
  "/plans/plan_1": {
    ...shownPlan,
    status: "failed",
    reason: "platform-unreachable",
  },
  "/plans/plan_1/decide": shownPlan,
  "/plans/plan_1/rows": {
    rows: [{ line: 2, employeeId: "E-1", kind: "conflict" }],
  },
};
const [acceptedAt, failedAt] = operation().history;
const resolved = operation({
  history: [
    { ...acceptedAt!, at: "2026-10-01T08:00:00.000Z" },
    {
      at: "2026-11-20T08:00:00.000Z",
      by: "caller:mei",
      status: "cancelled",
      reason: "resolved",
      note: '=HYPERLINK("x"), by hand',
    },
  ],
});

const hr = { name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] };
const callersOf = (issue?: string) =>
  overviewWith({
    callers: [
      hr,
      { ...hr, name: "other", ...(issue && { issue }) },
    ] as Overview["callers"],
  });
const ofCallers = (issue?: string) => ({
  "/overview": callersOf(issue),
  "/operations": page([]),
  "/operations?caller=hr&": page([operation()]),
});

const employees = (...ids: string[]) => ({
  employees: ids.map((employeeId) => ({ employeeId, state: "active" })),
});
const employee = {
  employeeId: "E 1/ä",
  state: "active",
  personID: "2042",
  identities: ["slack"],
  planned: [
    {
      id: "op_2",
      type: "employee.terminated",
      status: "waiting",
      dueAt: "2026-12-01T00:00:00.000Z",
    },
  ],
  attention: [
    {
      id: "op_3",
      type: "employee.hired",
      status: "needs_attention",
      reason: "username-or-email-taken",
    },
  ],
  operations: [operation({ status: "succeeded" })],
};
const plain = {
  ...employee,
  employeeId: "E-1",
  planned: [],
  attention: [],
  operations: [],
};
const formula = {
  employeeId: "=1+1",
  state: "active",
  personID: "2031",
  hasAccess: true,
  since: "2026-01-01T00:00:00.000Z",
  because: "op_1",
};
const allIds = {
  "/employees/E-1": plain,
  "/employees?personID=": employees(),
  "/employees?personID=2031": employees("E-1"),
  "/plans/plan_1": shownPlan,
  "/operations/op_1": operation(),
};

const limited = {
  status: "needs_attention",
  reason: "deletion-limit",
} as const;
const paused = {
  ...failedAt!,
  status: "waiting",
  times: 12,
  lastAt: at,
} as const;
const shown = (change: Partial<ShownOperation>) => ({
  "/operations/op_1": operation(change),
});
const stepAt = (second: number, name: string) => ({
  name,
  status: "succeeded" as const,
  at: `2026-11-22T11:00:0${second}.000Z`,
});
const [say, upload, create] = [
  stepAt(1, "say"),
  stepAt(2, "upload avatar"),
  stepAt(3, "create person"),
];
/** An operation that runs in each second, and succeeds. */
const runs = (...changes: Partial<ShownOperation>[]) => ({
  "/operations/op_1": [
    ...changes.map((change, nth) =>
      operation({
        status: "running",
        reason: undefined,
        steps: [],
        updatedAt: stepAt(nth, "").at,
        ...change,
      }),
    ),
    operation({ ...changes.at(-1), status: "succeeded", reason: undefined }),
  ],
});
const accepted = { "/operations/op_1": operation({ status: "accepted" }) };
const hostile = operation({ employeeId: "E\u001B[2J\u009B31m\u202E-1" });
const query =
  "status=failed&reason=platform-unreachable&type=employee.hired&employeeId=E-1&caller=hr&warning=any&since=2026-11-22T10%3A00%3A00.000Z&until=2026-11-22T10%3A30%3A00.000Z&order=oldest&limit=51";

const refused = problem(
  409,
  "x",
  "\u001B]0;title\u0007\u001B[31m\u009Bred\u202E",
);
/** A failed fetch whose message quotes the key, as that of an invalid header does. */
const lost = new TypeError(`fetch failed: Bearer ${canaryKey}`, {
  cause: Object.assign(new Error(canaryKey), { code: "ECONNREFUSED" }),
});
const overviewBy = (...answers: unknown[]) => ({ "/overview": answers });
const cannot = (status: number, type: string) =>
  overviewBy(problem(status, type, "The title of the problem"));
const redirect = new Response(null, {
  status: 307,
  headers: { location: "https://elsewhere.example.com" },
});

const count = { count: 1, isAtLeast: false } as const;
const triedAgain = {
  status: "running",
  reason: "source-busy",
  ...count,
} as const;
const held = (reason: string, many = 1) =>
  ({ status: "needs_attention", reason, ...count, count: many }) as const;
const needing = (many: number) =>
  ({
    status: "needs_attention",
    count: many,
    isAtLeast: many === 10_000,
  }) as const;
const failed = { status: "failed", ...count } as const;
const overdue = {
  id: "op_1",
  status: "accepted",
  dueAt: "2026-11-22T11:00:00.000Z",
} as const;
const blocked = {
  by: "platform",
  status: "waiting",
  reason: "platform-unreachable",
  since: at,
  waiting: count,
} as const;
const denied = {
  by: "configuration",
  status: "running",
  reason: "store-denied",
  waiting: count,
} as const;
const limits: Overview["limits"] = [
  {
    name: "deletion-limit",
    used: 2,
    allowed: 10,
    held: { ...count, count: 0 },
  },
];

const terminate = "employees terminate E-1 --last-day 2026-12-31";
const event = { type: "employee.terminated", employeeId: "E-1", fields: [] };
const match = {
  state: "active",
  hasPerson: true,
  limits: [],
  differs: [],
  outdated: [],
  verdict: { is: "scheduled", scheduledFor: "2027-01-01T00:00:00.000Z" },
};
const ofEvents = {
  "/events/": operation({ status: "accepted" }),
  "/events/ops/preview": { events: [{ ...event, match }], ignored: 0 },
};
const previewed =
  'POST /events/ops/preview {"type":"employee.terminated","timestamp":"2026-11-22T12:00:00.000Z","data":{"employeeId":"E-1","lastDay":"2026-12-31"}}';

test.each(rows<[string, string | string[], Answers, Expected, Input?]>`
  prints who did what to whom in a time, also of older operations | audit export --from 30d | ${{ "/operations": page([resolved]) }} | ${{ shows: [/^at,by,did,reason,note,employee,person,event,sentBy,operation\r\n2026-11-20T08:00:00.000Z,caller:mei,cancelled,resolved,"'=HYPERLINK\(""x""\), by hand",E-1,,employee.hired,hr,op_1\r\n$/], errors: [/1 entries from 2026-10-23T12:00:00.000Z/, /ended more than 90 days ago are not kept/] }}
  prints an entry a line until a time           | audit export --from 2026-01-01 --to 2026-11-01 --json | ${{ "/operations": page([resolved]), "/operations?until=2026-11-01T00%3A00%3A00.000Z": page([resolved]) }} | ${{ documents: [{ by: "caller:hr", operation: "op_1" }] }}
  shows each caller and its last event          | callers list                     | ${ofCallers("no-key")} | ${{ shows: [/^hr .* 2026-11-22T11:00:00.000Z/m, /^other +standard-webhooks +onboard +no-key$/m] }}
  says what to do about the issue of a caller   | callers check                    | ${ofCallers("old-key")} | ${{ code: 2, shows: [/other +old-key +Make a new key/, /secrets callers --file/], hides: /^hr /m }}
  says that no caller has an issue              | callers check                    | ${ofCallers()} | ${{ shows: [/No caller of 2 has an issue/] }}
  reads all employees in a state, page by page  | employees list --state leaving --all --json | ${{ "/employees": { ...employees("E-1"), next: "n" }, "/employees?state=leaving&limit=100&cursor=n": employees("E-2") }} | ${{ documents: employees("E-1", "E-2").employees, sends: ["GET /employees?state=leaving&limit=100", "GET /employees?state=leaving&limit=100&cursor=n"] }}
  says that there are more than its limit       | employees list --state active --limit 1 | ${{ "/employees": { ...employees("E-1", "E-2"), next: "n" } }} | ${{ shows: [/E-1 +active/, /There are more/], hides: /E-2/ }}
  counts the employees of each state            | employees list                   | ${{ "/employees": employees(), "/employees?state=active": employees("E-1") }} | ${{ shows: [/^active +1 +They have a person/m, /^left +0/m, /^E-1 +active$/m] }}
  prints who is employed, safe for a program that shows tables | employees export  | ${{ "/employees": employees(), "/employees?state=active": { employees: [formula] } }} | ${{ shows: [/^employee,state,access,since,because,person\r\n'=1\+1,active,yes,2026-01-01T00:00:00.000Z,op_1,2031\r\n$/], sends: ["onboarding", "active", "suspended"].map((state) => `GET /employees?state=${state}&limit=100&details=true`) }}
  finds an employee                             | show E-1                         | ${allIds} | ${{ shows: [/^E-1 {2}active/] }}
  finds an operation                            | show op_1                        | ${allIds} | ${{ code: 2, shows: [/^op_1 {2}failed/] }}
  finds the employee of a person                | show 2031                        | ${allIds} | ${{ shows: [/^E-1 {2}active/] }}
  finds a plan                                  | show plan_1                      | ${allIds} | ${{ shows: [/^plan +plan_/] }}
  finds an employee in place of an operation    | operations show E-1              | ${allIds} | ${{ shows: [/no operation E-1, but this employee:\nE-1/] }}
  finds an operation in place of an employee    | employees show op_1              | ${allIds} | ${{ code: 2, shows: [/no employee op_1, but this operation:\nop_1/] }}
  says that nothing has an id                   | show E-2                         | ${allIds} | ${{ code: 1, errors: [/Nothing has the id E-2: no operation/] }}
  takes --json and --profile before the command | --json --profile test show op_1  | ${allIds} | ${{ code: 2, documents: [{ id: "op_1" }] }}
  sends each filter, and shows an operation a line | operations list --status failed --reason platform-unreachable --type employee.hired --employee E-1 --caller hr --warning any --order oldest --since 2h --until 2026-11-22T11:30:00+01:00 | ${{ "/operations": page([operation(), shownOperation("op_2")]) }} | ${{ sends: [`GET /operations?${query}`], shows: [/^OPERATION +TYPE +EMPLOYEE +STATUS +REASON.*\nop_1 +employee.hired +E-1 +failed +platform-unr.*\nop_2 .*\n\n?What you can do: .* show op_1\n$/] }}
  goes on over short pages up to its limit      | operations list --limit 2        | ${{ "/operations": [page([operation()], "a"), page([], "b"), page([shownOperation("op_2"), shownOperation("op_3")], "c")] }} | ${{ shows: [/op_2/, /There are more/], hides: /op_3/ }}
  shows no control character of stored text     | operations list                  | ${{ "/operations": page([hostile]) }} | ${{ hides: /[^\P{Cc}\n]|\p{Cf}/u }}
  escapes a control character of stored text    | operations list --json           | ${{ "/operations": page([hostile]) }} | ${{ documents: [{ employeeId: hostile.employeeId }], hides: /[^\P{Cc}\n]|\p{Cf}/u }}
  shows one that succeeded                      | operations show op_1             | ${shown({ status: "succeeded" })} | ${{ shows: [/^op_1 {2}succeeded/] }}
  shows the steps and the trail of a failed one | operations show op_1             | ${shown({})} | ${{ code: 2, sends: ["GET /operations/op_1"], shows: [/read person +failed +5/, /caller:hr +accepted/, /operations retry op_1$/m, /No complete answer came from the platform/] }}
  shows what a warning means                    | operations show op_1             | ${shown({ warnings: [{ about: "avatar", reason: "avatar-timeout" }] })} | ${{ code: 2, shows: [/The host of the avatar was too slow/] }}
  shows one that a limit holds                  | operations show op_1             | ${shown(limited)} | ${{ code: 3, shows: [/deletion-limit/] }}
  shows why another verb does not apply         | operations show op_1             | ${shown({ verbs: [], refusedVerbs: [{ verb: "retry", reason: "not-to-retry" }] })} | ${{ code: 2, shows: [/retry +Only an operation that is failed/], hides: /What you can do/ }}
  shows that another caller must decide         | operations show op_1             | ${shown({ verbs: [], refusedVerbs: [{ verb: "release", reason: "sent-by-yourself" }] })} | ${{ code: 2, shows: [/release +Your caller sent this event/] }}
  shows how often it paused, and when last      | operations show op_1             | ${shown({ history: [acceptedAt!, paused] })} | ${{ code: 2, shows: [RegExp(`platform-unreachable \\(12 times, last ${at}\\)`)] }}
  shows many contents of a leaver               | operations show op_1             | ${shown({ contents: 37 })} | ${{ code: 2, shows: [/Published +at least 37 contents\s/] }}
  shows one content of a leaver                 | operations show op_1             | ${shown({ contents: 1 })} | ${{ code: 2, shows: [/Published +at least 1 content\s/] }}
  shows a leaver without contents               | operations show op_1             | ${shown({ contents: 0 })} | ${{ code: 2, shows: [/Published +no contents seen\s/] }}
  shows why a running one tries a step again    | operations show op_1             | ${shown({ status: "running", reason: "source-refused", verbs: [] })} | ${{ shows: [/^op_1 {2}running/, /Reason +source-refused/, /What source-refused means/] }}
  watches each step once, in their order        | operations watch op_1            | ${runs({ steps: [say, create] }, { steps: [say, upload, create] }, { steps: [say, upload, create] })} | ${{ pausesMs: [1000, 1000, 1000], shows: [/^(?:(?!op_1 {2}succeeded).)*say(?:(?!say|op_1 {2}succ).)*upload avatar(?:(?!say|upload|op_1 {2}succ).)*create person(?:(?!say|upload|create person).)*op_1 {2}succeeded/s] }}
  watches each failure of a running one once    | operations watch op_1            | ${runs({ reason: "source-busy" }, { reason: "source-busy" }, { reason: "source-refused" })} | ${{ pausesMs: [1000, 1000, 1000], shows: [/^(?:(?!an attempt).)*an attempt failed, and another one follows: source-busy(?:(?!an attempt).)*an attempt failed, and another one follows: source-refused(?:(?!an attempt).)*$/s] }}
  retries one                                   | operations retry op_1            | ${accepted} | ${{ sends: ["POST /operations/op_1/retry {}"], shows: [/the operation is accepted now/] }}
  cancels one                                   | operations cancel op_1 --yes     | ${accepted} | ${{ sends: ["POST /operations/op_1/cancel {}"], shows: [/is accepted now/] }}
  releases one for hours                        | operations release op_1 --hours 2 --yes | ${accepted} | ${{ sends: ['POST /operations/op_1/release {"hours":2}'], shows: [/is accepted now/] }}
  resolves one with a note                      | operations resolve op_1 --note done --yes | ${accepted} | ${{ sends: ['POST /operations/op_1/resolve {"note":"done"}'], shows: [/is accepted now/] }}
  confirms that a person is gone                | operations confirm-gone op_1 --yes | ${accepted} | ${{ sends: ["POST /operations/op_1/confirm-gone {}"], shows: [/is accepted now/] }}
  sends a verb once if the connection is lost, because its effect is unknown | operations retry op_1 | ${{ "/operations": lost }} | ${{ code: 1, errors: [/Cannot retry the operation op_1/], sends: ["POST /operations/op_1/retry {}"] }}
  sends several ids in one request, each once   | operations retry op_1 op_2 op_1 --yes --json | ${{ "/operations": { changed: ["op_1"], refused: [{ id: "op_2", reason: "not-found" }] } }} | ${{
    code: 2,
    sends: ['POST /operations/retry {"operations":["op_1","op_2"]}'],
    documents: [
      { id: "op_1", changed: true },
      { id: "op_2", reason: "not-found", changed: false },
    ],
  }}
  sends ids again for which the API had no time | operations retry op_1 op_2 --yes | ${{
    "/operations": [
      { changed: ["op_1"], refused: [{ id: "op_2", reason: "out-of-time" }] },
      { changed: ["op_2"], refused: [] },
    ],
  }} | ${{ shows: [/2 changed, 0 refused/], sends: ['POST /operations/retry {"operations":["op_1","op_2"]}', 'POST /operations/retry {"operations":["op_2"]}'] }}
  shows counts, limits and callers to look at   | overview                         | ${{ "/overview": overviewWith({ statuses: [needing(10_000)], reasons: [triedAgain], limits, callers: [{ ...hr, issue: "old-key" }] as Overview["callers"] }) }} | ${{ code: 2, sends: ["GET /overview"], shows: [/needs_attention +at least 10000/, /running +source-busy +1/, /deletion-limit +2 of 10 +0/, /hr +standard-webhooks +old-key/] }}
  shows what an event of an employee would come to, and sends it as the operator after a yes | ${terminate} | ${ofEvents} | ${{ sends: [previewed, previewed.replace("/preview", "")], shows: [/It would be scheduled for 2027-01-01/, /operations watch op_1/] }} | ${{ typed: "y" }}
  sends no event of an employee without a yes   | ${terminate}                     | ${ofEvents} | ${{ code: 1, sends: [previewed], errors: [/Nothing was changed/] }} | ${{ typed: "n" }}
  fails when a plan is stopped while it is applied | plans apply plan_1 --yes      | ${stoppedPlan} | ${{ code: 1, sends: ["GET /plans/plan_1", "POST /plans/plan_1/apply", "GET /plans/plan_1"] }}
  fails when a plan fails while it is made again | plans decide plan_1 -           | ${failedPlan} | ${{ code: 1, sends: ["GET /plans/plan_1/rows?kind=conflict", "GET /plans/plan_1/rows?kind=adopt", 'POST /plans/plan_1/decide {"matches":{"E-1":"2042"}}', "GET /plans/plan_1"] }} | ${{ piped: '{"E-1":"2042"}' }}
  asks for a pull with the number of its records | plans create --pull --source hr --expect-rows 9 | ${{}} | ${{ code: 1, sends: ['POST /plans {"source":"hr","origin":"pull","expectRows":9}'] }}
  says what a key is not accepted for           | overview                         | ${cannot(401, "unauthorized")} | ${{ code: 1, sends: ["GET /overview"], errors: [/Cannot read the overview: The title of the problem\. .*Correct it in the profile test/] }}
  says that the key lacks a scope               | overview                         | ${cannot(403, "forbidden")} | ${{ code: 1, sends: ["GET /overview"], errors: [/lacks the scope/] }}
  says to check the id                          | overview                         | ${cannot(404, "not-found")} | ${{ code: 1, sends: ["GET /overview"], errors: [/Check the id/] }}
  says where to look after a conflict           | overview                         | ${cannot(409, "not-to-retry")} | ${{ code: 1, sends: ["GET /overview"], errors: [/operations list --profile test/] }}
  says which log has more                       | overview                         | ${cannot(413, "payload-too-large")} | ${{ code: 1, sends: ["GET /overview"], errors: [/log of the function operations-api/] }}
  follows no redirect                           | overview                         | ${overviewBy(redirect)} | ${{ code: 1, sends: ["GET /overview"], errors: [/Redirects are not followed/] }}
  names the place of an answer of another form  | overview                         | ${overviewBy({ at: canaryKey })} | ${{ code: 1, errors: [/does not have the documented form \(at \/at/] }}
  prints no escape sequence that the API sends  | overview                         | ${overviewBy(refused)} | ${{ code: 1, errors: [/^[^\p{Cc}\p{Cf}]*$/u] }}
  asks again without an answer, and names the origin and the cause | overview      | ${overviewBy(lost)} | ${{ code: 1, pausesMs: [500, 2_000, 8_000], sends: Array<string>(4).fill("GET /overview"), errors: [RegExp(`no connection to ${origin} \\(ECONNREFUSED\\)`), /Then repeat the command/] }}
  waits as long as a throttled answer says      | overview                         | ${overviewBy(json({ message: "Too Many Requests" }, 429, { "retry-after": "7" }), notFound)} | ${{ code: 1, pausesMs: [7_000], errors: [/The path or the operation/] }}
  prints what is planned and what happened, by an id with any characters | ${["employees", "show", "E 1/ä"]} | ${{ "/employees/E%201%2F%C3%A4": employee }} | ${{ shows: [/Person +2042/, /op_2 +employee.terminated +2026-12-01/, /op_3 .*needs_attention +username-or-email-taken/, /op_1 .*succeeded/] }}
  prints its help                               | help operations list             | ${{}} | ${{ shows: [/operations list \[options\]/], sends: [] }}
  prints all commands                           | help                             | ${{}} | ${{ shows: [/Watch and control/] }}
  prints its version                            | --version                        | ${{}} | ${{ shows: [/0\./] }}
`)("the command %s: %s", (_, words, answers, expected, input) =>
  expectCommand(words, answers, expected, input),
);

const disabled = { name: "disable person", status: "succeeded", at } as const;
test.each(rows<[string, Partial<ShownOperation>, string]>`
  cancel op_1           | ${{ type: "employee.terminated", steps: [disabled] }} | E-815 is enabled again, and will not be deleted.
  cancel op_1           | ${{ type: "employee.terminated", steps: [], dueAt: at }} | E-815 will not be disabled at 2026-11-22T12:00:00.000Z.
  cancel op_1           | ${{ type: "employee.hired" }} | E-815 will not be created
  release op_1          | ${{ type: "employee.terminated", reason: "deletion-limit" }} | E-815 is deleted with all contents
  release op_1          | ${{ type: "employee.terminated", reason: "disable-limit" }} | E-815 loses their access.
  release op_1          | ${{ reason: "person-has-contents", contents: 101 }} | E-815 is deleted with all contents, which cannot be undone.
  reject op_1           | ${{ reason: "person-has-contents", contents: 101 }} | E-815 stays, disabled, and so do their contents.
  reject op_1           | ${{ reason: "disable-limit" }} | stays disabled
  resolve op_1 --note n | ${{}} | because you repaired its cause by hand
  confirm-gone op_1     | ${{}} | as if the platform had deleted the person
  delete-now op_1       | ${{}} | A deletion cannot be undone.
  enable op_1           | ${{}} | can sign in again
`)(
  "operations %s of %j asks first, says what follows, and does nothing without a yes",
  (verb, change, consequence) =>
    expectCommand(
      `operations ${verb}`,
      shown({ employeeId: "E-815", ...change }),
      {
        code: 1,
        errors: [/of E-815/, RegExp(consequence.replaceAll(".", "\\."))],
        sends: ["GET /operations/op_1"],
      },
      { typed: "n" },
    ),
);

test("operations show prints commands that work as they are printed", async () => {
  const { run, sent } = cli();
  const answer = answerBy(shown({ ...limited, verbs: ["release", "resolve"] }));
  const { output } = await run("operations show op_1 --profile test", answer);
  const [, text = ""] = output.split("What you can do\n");
  const printed = text.trimEnd().split("\n");
  expect(printed).toEqual([
    "  npm run --silent cli -- operations release op_1 --profile test",
    '  npm run --silent cli -- operations resolve op_1 --note "…" --profile test',
  ]);
  for (const line of printed) {
    const [, command = ""] = line.split(" -- ");
    const words = command.replaceAll('"', "").split(" ");
    const { exitCode } = await run(words, { answer, typed: "y" });
    expect([command, exitCode]).toEqual([command, 0]);
  }
  const posted = sent.filter(({ method }) => method === "POST");
  expect(posted.map(({ path, body }) => [path, body])).toEqual([
    ["/operations/op_1/release", {}],
    ["/operations/op_1/resolve", { note: "…" }],
  ]);
});

test.each(rows<[string, number, string | undefined, Partial<Overview>]>`
  nothing that needs attention | ${0} | ${undefined} | ${{ statuses: [needing(0)], limits, callers: [hr] }}
  operations that only try a step again | ${0} | ${undefined} | ${{ reasons: [triedAgain] }}
  an operation that failed | ${2} | operations list --status failed | ${{ statuses: [failed] }}
  an operation that needs attention | ${2} | operations list --status needs_attention | ${{ statuses: [needing(1)] }}
  operations that are all held | ${3} | operations list --status needs_attention | ${{ statuses: [needing(3)], reasons: [held("deletion-limit", 2), held("person-has-contents")] }}
  a failed operation behind one that is held | ${2} | operations list --status failed | ${{ statuses: [needing(1), failed], reasons: [held("person-has-contents")] }}
  an operation that is overdue | ${2} | operations show op_1 | ${{ oldestOverdue: overdue }}
  operations that wait for the platform | ${2} | operations list --status waiting | ${{ blocked: [blocked] }}
  an operation that is blocked alone | ${2} | operations list --status waiting --reason answer-unreadable | ${{ reasons: [{ ...triedAgain, status: "waiting", reason: "answer-unreadable" }] }}
  operations that run into a denied call and cannot wait | ${2} | operations list --status running | ${{ blocked: [denied] }}
  an invalid entry of a caller | ${2} | callers check | ${{ callers: [{ ...hr, issue: "invalid-entry" }] }}
`)(
  "overview with %s ends with exit code %i, and points to `%s`",
  async (_, code, look, change) => {
    const overview = overviewWith(change);
    const next =
      look === undefined
        ? /^Nothing needs attention\.$/m
        : RegExp(`^Next: npm run --silent cli -- ${look} --profile test$`, "m");
    await expectCommand(
      "overview --profile test",
      { "/overview": overview },
      { code, shows: [next] },
    );
    await expectCommand(
      "overview --json",
      { "/overview": overview },
      { code, documents: [overview] },
    );
  },
);

test("a verb on an employee is sent as the caller that the profile names", async () => {
  const profile = { origin, key: canaryKey, caller: "mei" };
  await cli().file("config.json", { profiles: { test: profile } });
  const { sent } = await cli().run(
    "employees resume E-1 --yes",
    answerBy(ofEvents),
  );
  expect(sent).toMatchObject([
    { path: "/events/mei", body: { type: "employee.resumed" } },
  ]);
});

test("events replay says that there are more events than it asked about", async () => {
  const profile = { origin, key: canaryKey, caller: "ops" };
  await cli().file("config.json", { profiles: { test: profile } });
  const verdict = { is: "in-force" };
  const replay = { isKept: true, before: verdict, after: verdict };
  const idOf = (nth: number) => `op_${String(nth).padStart(22, "0")}`;
  const pages = Array.from({ length: 11 }, (_, nth) =>
    page(
      Array.from({ length: 100 }, (_one, index) =>
        shownOperation(idOf(nth * 100 + index)),
      ),
      "more",
    ),
  );
  await expectCommand(
    "events replay --since 1d --set graceDays=14",
    { "/operations": pages, "/events": { events: [], ignored: 0, replay } },
    {
      shows: [
        /0 of 1000 events would be decided otherwise\./,
        /There are more: add --since or --caller\./,
      ],
    },
  );
});
