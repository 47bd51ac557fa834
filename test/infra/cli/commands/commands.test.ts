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
  emptyMatch,
  overviewWith,
  shownOperation,
  shownPlan,
} from "../operation-for-test.ts";

// A command is a thin client of the operators' API: what it sends, what it prints, and its exit code.

const cli = useCli();
const at = "2026-11-22T12:00:00.000Z";

/**
 * What the API answers, by the beginning of the path; the longest beginning counts, and other paths are not found. A
 * list has the answers of the requests, one after the other; its last answer is given to all later requests.
 */
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
  /** 1: the command could not do it, 2: an operation needs attention, 3: all of them are held. @default 0 */
  code?: number;
  /** What the output has. */
  shows?: RegExp[];
  hides?: RegExp;
  /** All texts of the output that a pattern matches, in order. */
  matches?: [pattern: RegExp, texts: string[]];
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
  if (expected.matches) {
    const [pattern, texts] = expected.matches;
    expect(ran.output.match(pattern)).toEqual(texts);
  }
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
/** An operation of 1 October that an operator resolved on 20 November. */
const resolved = page([
  operation({
    history: [
      { at: "2026-10-01T08:00:00.000Z", by: "caller:hr", status: "accepted" },
      {
        at: "2026-11-20T08:00:00.000Z",
        by: "caller:mei",
        status: "cancelled",
        reason: "resolved",
        note: '=HYPERLINK("x"), by hand',
      },
    ],
  }),
]);
const auditOfThirtyDays =
  /^at,by,did,reason,note,employee,person,event,sentBy,operation\r\n2026-11-20T08:00:00.000Z,caller:mei,cancelled,resolved,"'=HYPERLINK\(""x""\), by hand",E-1,,employee.hired,hr,op_1\r\n$/;

const hr = { name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] };
/** Two callers, the second one perhaps with an issue. Only `hr` has sent events. */
const twoCallers = (issue?: string) => ({
  "/overview": overviewWith({
    callers: [
      hr,
      { ...hr, name: "other", ...(issue && { issue }) },
    ] as Overview["callers"],
  }),
  "/operations": page([]),
  "/operations?caller=hr&": page([operation()]),
});

test.each(rows<[string, string, Answers, Expected]>`
  prints who did what to whom since a time, also to old operations | audit export --from 30d | ${{ "/operations": resolved }} | ${{ shows: [auditOfThirtyDays], errors: [/1 entries from 2026-10-23T12:00:00.000Z/, /ended more than 90 days ago are not kept/] }}
  reads only operations from before the end of a period | audit export --from 2026-01-01 --to 2026-11-01 --json | ${{ "/operations?until=2026-11-01T00%3A00%3A00.000Z": resolved }} | ${{ documents: [{ by: "caller:hr", operation: "op_1" }] }}
  shows each caller and its last event          | callers list                     | ${twoCallers("no-key")} | ${{ shows: [/^hr .* 2026-11-22T11:00:00.000Z/m, /^other +standard-webhooks +onboard +no-key$/m] }}
  says what to do about the issue of a caller   | callers check                    | ${twoCallers("old-key")} | ${{ code: 2, shows: [/other +old-key +Make a new key/, /secrets callers --file/], hides: /^hr /m }}
  says that no caller has an issue              | callers check                    | ${twoCallers()} | ${{ shows: [/No caller of 2 has an issue/] }}
  prints what it is for                         | help                             | ${{}} | ${{ shows: [/Watch and control/] }}
  prints its version                            | --version                        | ${{}} | ${{ shows: [/0\./] }}
`)("the command %s: %s", (_, words, answers, expected) =>
  expectCommand(words, answers, expected),
);

const employees = (...ids: string[]) => ({
  employees: ids.map((employeeId) => ({ employeeId, state: "active" })),
});
const leaving = "/employees?state=leaving&limit=100";
const twoPagesOfLeaving = {
  [leaving]: { ...employees("E-1"), next: "n" },
  [`${leaving}&cursor=n`]: employees("E-2"),
};
/** The only employee, whose id is a formula for a program that shows tables. */
const onlyFormula = {
  "/employees": employees(),
  "/employees?state=active": {
    employees: [
      {
        employeeId: "=1+1",
        state: "active",
        personID: "2031",
        hasAccess: true,
        since: "2026-01-01T00:00:00.000Z",
        because: "op_1",
      },
    ],
  },
};
const exportOfFormula =
  /^employee,state,access,since,because,person\r\n'=1\+1,active,yes,2026-01-01T00:00:00.000Z,op_1,2031\r\n$/;
const readsEmployed = ["onboarding", "active", "suspended"].map(
  (state) => `GET /employees?state=${state}&limit=100&details=true`,
);
const employee = {
  employeeId: "E-1",
  state: "active",
  personID: "2042",
  identities: ["slack"],
  planned: [],
  attention: [],
  operations: [],
};
/** One operation is planned, one needs attention, and one has succeeded. Characters of the id are escaped in a path. */
const busyEmployee = {
  ...employee,
  employeeId: "E 1/ä",
  planned: [
    shownOperation("op_2", {
      type: "employee.terminated",
      status: "waiting",
      dueAt: "2026-12-01T00:00:00.000Z",
    }),
  ],
  attention: [
    shownOperation("op_3", {
      status: "needs_attention",
      reason: "username-or-email-taken",
    }),
  ],
  operations: [operation({ status: "succeeded" })],
};

test.each(rows<[string, string | string[], Answers, Expected]>`
  reads all employees in a state, page by page  | employees list --state leaving --all --json | ${twoPagesOfLeaving} | ${{ documents: employees("E-1", "E-2").employees, sends: [`GET ${leaving}`, `GET ${leaving}&cursor=n`] }}
  says that there are more than its limit       | employees list --state active --limit 1 | ${{ "/employees": { ...employees("E-1", "E-2"), next: "n" } }} | ${{ shows: [/E-1 +active/, /There are more/], hides: /E-2/ }}
  counts the employees of each state            | employees list   | ${{ "/employees": employees(), "/employees?state=active": employees("E-1") }} | ${{ shows: [/^active +1 +They have a person/m, /^left +0/m, /^E-1 +active$/m] }}
  prints who is employed, safe for a program that shows tables | employees export | ${onlyFormula} | ${{ shows: [exportOfFormula], sends: readsEmployed }}
  tells why a plan ended                        | plans list | ${{ "/plans": { plans: [{ ...shownPlan, status: "stopped", reason: "expired" }] } }} | ${{ shows: [/stopped: expired/] }}
  prints what is planned and what happened      | ${["employees", "show", "E 1/ä"]} | ${{ "/employees/E%201%2F%C3%A4": busyEmployee }} | ${{ shows: [/Person +2042/, /op_2 +employee.terminated +2026-12-01/, /op_3 .*needs_attention +username-or-email-taken/, /op_1 .*succeeded/] }}
`)("the command %s: %s", (_, words, answers, expected) =>
  expectCommand(words, answers, expected),
);

const oneOfEach = {
  "/employees/E-1": employee,
  "/employees?personID=": employees(),
  "/employees?personID=2042": employees("E-1"),
  "/plans/plan_1": shownPlan,
  "/plans/plan_3": json({ message: "Not Found" }, 404),
  "/operations/op_1": operation(),
};

test.each(rows<[string, string, Expected]>`
  an employee                          | show E-1            | ${{ shows: [/^E-1 {2}active/] }}
  an operation                         | show op_1           | ${{ code: 2, shows: [/^op_1 {2}failed/] }}
  the employee of a person             | show 2042           | ${{ shows: [/^E-1 {2}active/] }}
  a plan                               | show plan_1         | ${{ shows: [/^plan +plan_/] }}
  an employee in place of an operation | operations show E-1 | ${{ shows: [/no operation E-1, but this employee:\nE-1/] }}
  an operation in place of an employee | employees show op_1 | ${{ code: 2, shows: [/no employee op_1, but this operation:\nop_1/] }}
  no plan, but an employee, for a program | plans show E-1 --json | ${{ code: 1, errors: [/no plan E-1, but this employee: .* show E-1/], documents: [] }}
  nothing, and says so                 | show E-2            | ${{ code: 1, errors: [/Nothing has the id E-2: no operation.* operations list/] }}
  no plan, and names the list of plans | plans show plan_2   | ${{ code: 1, errors: [/Nothing has the id plan_2: .* plans list/] }}
  no plan if the gateway has no path for plans | plans show plan_3   | ${{ code: 1, errors: [/plan_3: .*The deployment does not know this request/] }}
  an operation, with options before the command | --json --profile test show op_1 | ${{ code: 2, documents: [{ id: "op_1" }] }}
`)("an id finds %s: %s", (_, words, expected) =>
  expectCommand(words, oneOfEach, expected),
);

const filters =
  "--status failed --reason platform-unreachable --type employee.hired --employee E-1 --caller hr --warning any --order oldest --since 2h --until 2026-11-22T11:30:00+01:00";
/** The filters as the API gets them, with a limit of one operation more than is shown. */
const query =
  "status=failed&reason=platform-unreachable&type=employee.hired&employeeId=E-1&caller=hr&warning=any&since=2026-11-22T10%3A00%3A00.000Z&until=2026-11-22T10%3A30%3A00.000Z&order=oldest&limit=51";
const tableOfTwo =
  /^OPERATION +TYPE +EMPLOYEE +STATUS +REASON.*\nop_1 +employee.hired +E-1 +failed +platform-unr.*\nop_2 .*\nWhat you can do: .* show op_1\n$/;
const threePages = [
  page([operation()], "a"),
  page([], "b"),
  page([shownOperation("op_2"), shownOperation("op_3")], "c"),
];
const hostile = operation({ employeeId: "E\u001B[2J\u009B31m\u202E-1" });
/** Any but the end of a line. */
const controlCharacter = /[^\P{Cc}\n]|\p{Cf}/u;

test.each(rows<[string, string, Answers, Expected]>`
  sends each filter, and prints an operation a line | ${filters} | ${{ "/operations": page([operation(), shownOperation("op_2")]) }} | ${{ sends: [`GET /operations?${query}`], shows: [tableOfTwo] }}
  goes on over short pages up to its limit     | --limit 2 | ${{ "/operations": threePages }} | ${{ shows: [/op_2/, /There are more/], hides: /op_3/ }}
  shows no control character of stored text    | --order newest | ${{ "/operations": page([hostile]) }} | ${{ shows: [/^op_1/m], hides: controlCharacter }}
  escapes a control character of stored text   | --json   | ${{ "/operations": page([hostile]) }} | ${{ documents: [{ employeeId: hostile.employeeId }], hides: controlCharacter }}
`)("operations list %s", (_, options, answers, expected) =>
  expectCommand(`operations list ${options}`, answers, expected),
);

const held = { status: "needs_attention", reason: "deletion-limit" } as const;
const [acceptance, failure] = operation().history;
const paused = {
  ...failure!,
  status: "waiting",
  times: 12,
  lastAt: at,
} as const;
const answerOfShow = (change: Partial<ShownOperation>) => ({
  "/operations/op_1": operation(change),
});

test.each(rows<[string, Partial<ShownOperation>, Expected]>`
  that an operation succeeded             | ${{ status: "succeeded" }} | ${{ code: 0, shows: [/^op_1 {2}succeeded/] }}
  the steps and the audit trail           | ${{}} | ${{ shows: [/read person +failed +5/, /caller:hr +accepted/, /operations retry op_1$/m, /No complete answer came from the platform/] }}
  what a warning means                    | ${{ warnings: [{ about: "avatar", reason: "avatar-timeout" }] }} | ${{ shows: [/The host of the avatar was too slow/] }}
  that a limit holds an operation         | ${held} | ${{ code: 3, shows: [/deletion-limit/] }}
  why another verb does not apply         | ${{ verbs: [], refusedVerbs: [{ verb: "retry", reason: "not-to-retry" }] }} | ${{ shows: [/retry +Only an operation that is failed/], hides: /What you can do/ }}
  that another caller must decide         | ${{ verbs: [], refusedVerbs: [{ verb: "release", reason: "sent-by-yourself" }] }} | ${{ shows: [/release +Your caller sent the event that/] }}
  how often an operation paused, and when last | ${{ history: [acceptance!, paused] }} | ${{ shows: [RegExp(`platform-unreachable \\(12 times, last ${at}\\)`)] }}
  many contents of a leaver               | ${{ contents: 37 }} | ${{ shows: [/Published +at least 37 contents\s/] }}
  one content of a leaver                 | ${{ contents: 1 }} | ${{ shows: [/Published +at least 1 content\s/] }}
  a leaver without contents               | ${{ contents: 0 }} | ${{ shows: [/Published +no contents seen\s/] }}
  why a running operation tries a step again | ${{ status: "running", reason: "source-refused", verbs: [] }} | ${{ code: 0, shows: [/^op_1 {2}running/, /Reason +source-refused/, /What source-refused means/] }}
`)("operations show prints %s", (_, change, expected) =>
  expectCommand("operations show op_1", answerOfShow(change), {
    // The operation has failed, unless the row says more.
    code: 2,
    sends: ["GET /operations/op_1"],
    ...expected,
  }),
);

const timeOf = (second: number) => `2026-11-22T11:00:0${second}.000Z`;
const step = (name: string, second: number) =>
  ({ name, status: "succeeded", at: timeOf(second) }) as const;
const [say, upload, create] = [
  step("say", 1),
  step("upload avatar", 2),
  step("create person", 3),
];
const allSteps = { steps: [say, upload, create] };
const lateUpload = [{ steps: [say, create] }, allSteps, allSteps];
const threeFailures = (
  ["source-busy", "source-busy", "source-refused"] as const
).map((reason) => ({ reason }));

/** The second column: what each read of the running operation shows. */
test.each(rows<
  [string, Partial<ShownOperation>[], Required<Expected>["matches"]]
>`
  each step once, in the order of the times | ${lateUpload} | ${[/say|upload avatar|create person/g, ["say", "upload avatar", "create person"]]}
  each new reason of a failed attempt once  | ${threeFailures} | ${[/(?<=an attempt failed, and another one follows: ).*/g, ["source-busy", "source-refused"]]}
`)(
  "operations watch prints %s, and then the end",
  async (_, reads, matches) => {
    const states = reads.map((change, nth) =>
      operation({
        status: "running",
        reason: undefined,
        steps: [],
        updatedAt: timeOf(nth),
        ...change,
      }),
    );
    const ended = { ...states.at(-1)!, status: "succeeded", reason: undefined };
    const shows = [/^op_1 {2}succeeded\n$/m];
    await expectCommand(
      "operations watch op_1",
      { "/operations/op_1": [...states, ended] },
      { pausesMs: [1000, 1000, 1000], shows, matches },
    );
  },
);

test.each(rows<[string, string]>`
  retry op_1                     | retry {}
  cancel op_1 --yes              | cancel {}
  release op_1 --hours 2 --yes   | release {"hours":2}
  resolve op_1 --note done --yes | resolve {"note":"done"}
  confirm-gone op_1 --yes        | confirm-gone {}
`)("operations %s posts %s, and prints the new status", (words, sent) =>
  expectCommand(`operations ${words}`, answerOfShow({ status: "accepted" }), {
    sends: [`POST /operations/op_1/${sent}`],
    shows: [/the operation is accepted now/],
  }),
);

/** A failed fetch whose message quotes the key, as that of an invalid header does. */
const lost = new TypeError(`fetch failed: Bearer ${canaryKey}`, {
  cause: Object.assign(new Error(canaryKey), { code: "ECONNREFUSED" }),
});
const oneRefused = {
  changed: ["op_1"],
  refused: [{ id: "op_2", reason: "not-found" }],
};
const outOfTime = [
  { changed: ["op_1"], refused: [{ id: "op_2", reason: "out-of-time" }] },
  { changed: ["op_2"], refused: [] },
];
const retriesBoth = 'POST /operations/retry {"operations":["op_1","op_2"]}';
const retriesSecond = 'POST /operations/retry {"operations":["op_2"]}';

test.each(rows<[string, string, Answers, Expected]>`
  sends a verb only once if the connection is lost | retry op_1 | ${{ "/operations": lost }} | ${{ code: 1, errors: [/Cannot retry the operation op_1/], sends: ["POST /operations/op_1/retry {}"] }}
  says to check an id that the API does not know | retry op_1 | ${{}} | ${{ code: 1, errors: [/There is no operation op_1\. Check the id/] }}
  sends several ids in one request, each once   | retry op_1 op_2 op_1 --yes --json | ${{ "/operations": oneRefused }} | ${{
    code: 2,
    sends: [retriesBoth],
    documents: [
      { id: "op_1", changed: true },
      { id: "op_2", reason: "not-found", changed: false },
    ],
  }}
  sends ids again for which the API had no time | retry op_1 op_2 --yes | ${{ "/operations": outOfTime }} | ${{ shows: [/2 changed, 0 refused/], sends: [retriesBoth, retriesSecond] }}
`)("the command %s: operations %s", (_, words, answers, expected) =>
  expectCommand(`operations ${words}`, answers, expected),
);

const stopped = { ...shownPlan, status: "stopped", reason: "expired" };
const stoppedPlan = {
  "/plans/plan_1": [shownPlan, stopped],
  "/plans/plan_1/apply": shownPlan,
};
const failedPlan = {
  "/plans/plan_1": { ...shownPlan, status: "failed", reason: "source-busy" },
  "/plans/plan_1/decide": shownPlan,
  "/plans/plan_1/rows": {
    rows: [{ line: 2, employeeId: "E-1", kind: "conflict" }],
  },
};
const decides = [
  "GET /plans/plan_1/rows?kind=conflict",
  "GET /plans/plan_1/rows?kind=adopt",
  'POST /plans/plan_1/decide {"matches":{"E-1":"2042"}}',
  "GET /plans/plan_1",
];

test.each(rows<[string, string, Answers, Input, string[]]>`
  a plan is stopped while it is applied  | plans apply plan_1 --yes | ${stoppedPlan} | ${{}} | ${["GET /plans/plan_1", "POST /plans/plan_1/apply", "GET /plans/plan_1"]}
  a plan fails while it is made again    | plans decide plan_1 -    | ${failedPlan} | ${{ piped: '{"E-1":"2042"}' }} | ${decides}
  a pull, sent with the expected number of its records, is answered 404 | plans create --pull --source hr --expect-rows 9 | ${{}} | ${{}} | ${['POST /plans {"source":"hr","origin":"pull","expectRows":9}']}
`)("a command fails if %s: %s", (_, words, answers, input, sends) =>
  expectCommand(words, answers, { code: 1, sends }, input),
);

const problemOf = (status: number, type: string) =>
  problem(status, type, "The title of the problem");
const redirect = new Response(null, {
  status: 307,
  headers: { location: "https://elsewhere.example.com" },
});
const withEscapes = problem(
  409,
  "x",
  "\u001B]0;title\u0007\u001B[31m\u009Bred\u202E",
);
const throttled = json({ message: "Too Many Requests" }, 429, {
  "retry-after": "7",
});

/** The third column has the answers of the API, one after the other. */
test.each(rows<[string, RegExp, unknown[], Expected?]>`
  says where to correct a key that is not accepted | ${/Cannot read the overview: The title of the problem\. .*Correct it in the profile test/} | ${[problemOf(401, "unauthorized")]}
  says that the key lacks a scope               | ${/lacks the scope/} | ${[problemOf(403, "forbidden")]}
  says where to look after a conflict           | ${/operations list --profile test/} | ${[problemOf(409, "not-to-retry")]}
  says which log has more                       | ${/log of the function operations-api/} | ${[problemOf(413, "payload-too-large")]}
  follows no redirect                           | ${/Redirects are not followed/} | ${[redirect]}
  names the field of an answer that is not as documented | ${/does not have the documented form \(at \/at/} | ${[{ at: canaryKey }]}
  prints no escape sequence that the API sends  | ${/^[^\p{Cc}\p{Cf}]*$/u} | ${[withEscapes]}
  asks again without an answer, and names the origin and the cause | ${RegExp(`no connection to ${origin} \\(ECONNREFUSED\\).*Then repeat the command`)} | ${[lost]} | ${{ pausesMs: [500, 2_000, 8_000], sends: Array<string>(4).fill("GET /overview") }}
  waits as long as a throttled answer says      | ${/The path or the operation/} | ${[throttled, notFound]} | ${{ pausesMs: [7_000], sends: Array<string>(2).fill("GET /overview") }}
`)("overview fails and %s", (_, error, answers, expected) =>
  expectCommand(
    "overview",
    { "/overview": answers },
    { code: 1, errors: [error], sends: ["GET /overview"], ...expected },
  ),
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
  (words, change, consequence) =>
    expectCommand(
      `operations ${words}`,
      answerOfShow({ employeeId: "E-815", ...change }),
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
  const answer = answerBy(
    answerOfShow({ ...held, verbs: ["release", "resolve"] }),
  );
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

const once = { count: 1, isAtLeast: false } as const;
const triedAgain = {
  status: "running",
  reason: "source-busy",
  ...once,
} as const;
/** The API counts to 10,000. */
const needAttention = (count: number) =>
  ({ status: "needs_attention", count, isAtLeast: count === 10_000 }) as const;
const heldBy = (reason: string, count = 1) =>
  ({ ...needAttention(count), reason }) as const;
const failed = { status: "failed", ...once } as const;
const overdue = { id: "op_1", status: "accepted", dueAt: at } as const;
const blocked = {
  by: "platform",
  status: "waiting",
  reason: "platform-unreachable",
  since: at,
  waiting: once,
} as const;
const denied = {
  by: "configuration",
  status: "running",
  reason: "store-denied",
  waiting: once,
} as const;
const limits: Overview["limits"] = [
  { name: "deletion-limit", used: 2, allowed: 10, held: { ...once, count: 0 } },
];

/** The columns: situation, exit code, the command that the last line names, the answer of the API. */
test.each(rows<[string, number, string, Partial<Overview>]>`
  nothing that needs attention | ${0} | none | ${{ statuses: [needAttention(0)], limits, callers: [hr] }}
  operations that only try a step again | ${0} | none | ${{ reasons: [triedAgain] }}
  an operation that failed | ${2} | operations list --status failed | ${{ statuses: [failed] }}
  an operation that needs attention | ${2} | operations list --status needs_attention | ${{ statuses: [needAttention(1)] }}
  operations that are all held | ${3} | operations list --status needs_attention | ${{ statuses: [needAttention(3)], reasons: [heldBy("deletion-limit", 2), heldBy("person-has-contents")] }}
  a failed operation behind one that is held | ${2} | operations list --status failed | ${{ statuses: [needAttention(1), failed], reasons: [heldBy("person-has-contents")] }}
  an operation that is overdue | ${2} | operations show op_1 | ${{ oldestOverdue: overdue }}
  operations that wait for the platform | ${2} | operations list --status waiting | ${{ blocked: [blocked] }}
  an operation that is blocked alone | ${2} | operations list --status waiting --reason answer-unreadable | ${{ reasons: [{ ...triedAgain, status: "waiting", reason: "answer-unreadable" }] }}
  operations that run into a denied call and cannot wait | ${2} | operations list --status running | ${{ blocked: [denied] }}
  an invalid entry of a caller | ${2} | callers check | ${{ callers: [{ ...hr, issue: "invalid-entry" }] }}
`)(
  "overview with %s: exit code %i, next command: %s",
  async (_, code, command, change) => {
    const overview = overviewWith(change);
    const last =
      command === "none"
        ? /^Nothing needs attention\.$/m
        : RegExp(
            `^Next: npm run --silent cli -- ${command} --profile test$`,
            "m",
          );
    await expectCommand(
      "overview --profile test",
      { "/overview": overview },
      { code, shows: [last] },
    );
    await expectCommand(
      "overview --json",
      { "/overview": overview },
      { code, documents: [overview] },
    );
  },
);

test("overview shows counts, limits and callers to look at", () =>
  expectCommand(
    "overview",
    {
      "/overview": overviewWith({
        statuses: [needAttention(10_000)],
        reasons: [triedAgain],
        limits,
        callers: [{ ...hr, issue: "old-key" }],
      }),
    },
    {
      code: 2,
      sends: ["GET /overview"],
      shows: [
        /needs_attention +at least 10000/,
        /running +source-busy +1/,
        /deletion-limit +2 of 10 +0/,
        /hr +standard-webhooks +old-key/,
      ],
    },
  ));

const terminate = "employees terminate E-1 --last-day 2026-12-31";
const event = { type: "employee.terminated", employeeId: "E-1", fields: [] };
const verdict = { is: "scheduled", scheduledFor: "2027-01-01T00:00:00.000Z" };
const match = { ...emptyMatch, verdict };
const answersToEvents = {
  "/events/": operation({ status: "accepted" }),
  "/events/ops/preview": { events: [{ ...event, match }], ignored: 0 },
};
const previewRequest =
  'POST /events/ops/preview {"type":"employee.terminated","timestamp":"2026-11-22T12:00:00.000Z","data":{"employeeId":"E-1","lastDay":"2026-12-31"}}';

test.each(rows<[string, string, Expected]>`
  sends the event as the operator after a yes | y | ${{ sends: [previewRequest, previewRequest.replace("/preview", "")], shows: [/It would be scheduled for 2027-01-01/, /operations watch op_1/] }}
  only asks for the preview without a yes | n | ${{ code: 1, sends: [previewRequest], errors: [/Nothing was changed/] }}
`)(
  "a verb on an employee shows what would happen, and %s",
  (_, typed, expected) =>
    expectCommand(terminate, answersToEvents, expected, { typed }),
);

test("a verb on an employee is sent as the caller that the profile names", async () => {
  const profile = { origin, key: canaryKey, caller: "mei" };
  await cli().file("config.json", { profiles: { test: profile } });
  const { sent } = await cli().run(
    "employees resume E-1 --yes",
    answerBy(answersToEvents),
  );
  expect(sent).toMatchObject([
    { path: "/events/mei", body: { type: "employee.resumed" } },
  ]);
});

test("events replay says in words what an event comes to today, and with the settings", async () => {
  const limit = { name: "disable-limit", used: 3, allowed: 3 };
  const replay = {
    isKept: true,
    before: { is: "in-force" },
    after: { is: "held", limit },
  };
  await expectCommand(
    "events replay --set disableLimit.max=3",
    {
      "/operations": page([shownOperation("op_1")]),
      "/events": { events: [], ignored: 0, replay },
    },
    {
      shows: [
        /op_1 .* It would take effect now\. .*held: 3 of 3 of the disable-limit\./,
      ],
    },
  );
});

test("events replay asks about a thousand events, and says that there are more", async () => {
  const verdict = { is: "in-force" };
  const replay = { isKept: true, before: verdict, after: verdict };
  const pages = Array.from({ length: 11 }, (_, nth) =>
    page(
      Array.from({ length: 100 }, (_one, index) =>
        shownOperation(`op_${nth}_${index}`),
      ),
      "more",
    ),
  );
  await expectCommand(
    "events replay --since 1d --set graceDays=14",
    { "/operations": pages, "/events": { events: [], ignored: 0, replay } },
    {
      shows: [
        /0 of 1000 events would be decided differently\./,
        /There are more: add --since or --caller\./,
      ],
    },
  );
});
