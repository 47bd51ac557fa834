import { describe, expect, test } from "vitest";
import { explainReason } from "../../../../infra/cli/reason-words.ts";
import { dayMs } from "../../../../shared/durations.ts";
import type { Operation } from "../../../../shared/store/operation.ts";
import { captures } from "../../../fixtures/captures.ts";
import { operation, putOperations } from "../../../fixtures/put-operations.ts";
import { rows } from "../../../fixtures/rows.ts";
import { tokens } from "../../../functions/lists/lists-for-test.ts";
import { json, problem } from "../cli-for-test.ts";
import { overviewWith } from "../operation-for-test.ts";
import { plain, useConsole } from "./console-for-test.ts";
import {
  heldDeletion,
  heldTermination,
  incompleteHire,
  inGrace,
  nowMs,
  overdue,
  useSample,
} from "./sample.ts";

const { environment, site } = useSample();
const readerSite = useConsole(environment, tokens.reader);

const hireId = incompleteHire.id;
const asOf = new Date(nowMs).toISOString();

/** Stores operations for one test. Resolves to a form about them, as the list of failed operations sends it. */
async function put(many: number, name: string, fields: Partial<Operation>) {
  const ids = Array.from({ length: many }, (_, nth) => `op_${name}_${nth}`);
  const createdAtMs = nowMs - 30 * dayMs;
  await putOperations(
    environment(),
    ids.map((one) => operation(one, { createdAtMs, ...fields })),
  );
  return { status: "failed", asOf, operation: ids };
}

const meaningOf = (reason: string) => explainReason(reason)?.meaning ?? reason;
const actionOf = (reason: string) => explainReason(reason)?.action ?? reason;
const hirePage = `operation?id=${hireId}`;
const heldPage = `operation?id=${heldDeletion.id}`;
const gracePage = `operation?id=${inGrace.id}`;

const limited = {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "disable-limit",
} as const;

/** A form about operations that need not exist. */
const formAbout = (many: number) => ({
  status: "failed",
  asOf,
  operation: Array.from({ length: many }, (_, nth) => `op_${nth}`),
});

/** The queries of the lists that the console has read. */
const listQueries = () =>
  captures(site.asked().join("\n"), /^GET \/operations\?(.*)/gm);

/** Title, page, words that it shows, as a reader sees it or in its HTML, words that it does not show, and status. */
type Row = [string, string, string[], string[]?, number?];
const shows = rows<Row>`
  what the overview counts                   | overview | ${["63 Need attention", "<title>(123) Overview · Console</title>"]}
  an outage, and its reason                  | overview | ${["Operations wait for the platform", "2 wait", `platform-unreachable: ${meaningOf("platform-unreachable")}`]}
  reasons, limits, warnings and callers      | overview | ${[meaningOf("login-refused"), 'href="operations?status=failed&amp;reason=login-refused"', "Disabled people 12 of 12", "1 held", "hr has an old key", "avatar-timeout 6"]}
  the operation that is overdue for longest  | overview | ${[overdue.id]}
  the hires of this month without an avatar  | overview | ${["operations?type=employee.hired&amp;warning=avatar&amp;since=2026-11-01"]}
  what a hire is, and when it began          | ${hirePage} | ${["Hire of E-1042", "Needs attention", "Received 22 Nov 2026, 20:32 (42 min ago)", "engineering, gdansk"]}
  what a reason means, and what to do        | ${hirePage} | ${[meaningOf("tasks-or-streams-incomplete"), actionOf("tasks-or-streams-incomplete"), meaningOf("avatar-too-large")]}
  steps and the audit trail                  | ${hirePage} | ${["Create the streams after 1 min, 10 attempts, failed", "22 Nov 2026, 20:32:03 by caller hr"]}
  the page of the person on the platform     | ${hirePage} | ${['href="https://community.example/people/ada"']}
  a button for a retry, and a link to a page that asks for each other verb | ${hirePage} | ${['action="act" method="post"><input type="hidden" name="verb" value="retry"', `confirm?verb=resolve&amp;operation=${hireId}`]} | ${["verb=cancel"]}
  no link to what is no page                 | operation?id=op_script | ${["E-1042"]} | ${["javascript:"]}
  what will happen to whom, and when         | ${gracePage} | ${["What will happen: E-1042 is disabled, and will be deleted in 3 days (25 Nov 2026, 21:14), with at least 37 contents."]}
  no row for a fact without a value          | ${gracePage} | ${["Person id 2044"]} | ${["<dd></dd>", "<dt>On the platform</dt>", "<dt>Changed fields</dt>", "<dt>Led to</dt>"]}
  what a deletion takes away                 | ${heldPage} | ${["Held", "Published at least 101 contents", "A deletion takes away all that the person published, also the replies of others."]} | ${["verb=release"]}
  text of the store as text                  | operation?id=op_hostile | ${["&lt;img src=x onerror=&quot;x&quot;&gt;&quot;&amp;&#39;"]} | ${["<img src=x"]}
  a question before a verb                   | ${`confirm?verb=delete-now&operation=${inGrace.id}`} | ${["Termination of E-1042", 'name="verb" value="delete-now"', "A deletion cannot be undone.", "Published by the person: at least 37 contents."]}
  a release as a step that cannot be undone  | ${`confirm?verb=release&operation=${heldTermination.id}`} | ${['<button class="button final" type="submit">Release the termination</button>']}
  the employees of a state                   | employees?state=leaving | ${['href="employee?id=E-1000"', 'rel="next" href="employees?state=leaving&amp;cursor=']}
  an employee, what is planned, and what needs a look | employee?id=E-1042 | ${["Employee E-1042", "Leaving", "slack", "Termination: will be deleted 25 Nov 2026, 21:14 (in 3 days)", "An operator must look, before more happens: Hire Needs attention tasks-or-streams-incomplete", "Profile page", "2 warnings"]}
  what a limit holds                         | limits | ${["operations?status=needs_attention&amp;reason=disable-limit"]}
  what to correct of a caller                | callers | ${["The caller has no key. It can send nothing."]}
  when a caller has last sent an event       | callers | ${["status:any Termination 10 min ago 2025-02-01", "slack slack status:own none of the newest"]}
  how many operations there are, on the tabs too | operations?status=failed | ${["60 operations, 50 on this page", "Needs attention 63 Failed 60 Waiting 6"]}
  how many operations have a reason          | operations?status=failed&reason=login-refused | ${["30 operations"]}
  a verb for all that match in a state       | operations?status=failed&warning=any | ${['name="all"']}
  no verb for all that match without a state | operations?caller=hr | ${["50 operations on this page, and more", "choose a state that can"]} | ${['name="all"']}
  the newest operations, and a link to the oldest | operations?status=failed | ${['aria-sort="descending"><a href="operations?status=failed&amp;order=oldest"']} | ${["order=due"]}
  the oldest operations, and a link to the newest | operations?status=failed&order=oldest | ${['aria-sort="ascending"><a href="operations?status=failed">Received']}
  operations by their due time where they wait    | operations?status=waiting&order=due | ${['aria-sort="ascending"><a href="operations?status=waiting">Due']}
  warnings, and a link to what a reason means     | operations?status=needs_attention | ${["2 warnings", `href="operation?id=${hireId}"`, 'href="reasons#tasks-or-streams-incomplete"']}
  the reasons                                     | reasons | ${['id="tasks-or-streams-incomplete"']}
  all operations of the page ticked by a link     | operations?tick=all | ${['value="op_xxxxxxxxxxxxxxxxxxxx47" checked=""']}
  a question before a verb for many               | ${`confirm?verb=resolve&status=needs_attention&operation=${hireId}&operation=${heldTermination.id}`} | ${["Resolve 2 operations", "Hire of E-1042", "Termination of E-0007"]}
  the verbs that apply to what waits              | operations?status=waiting | ${['name="verb" value="retry"', 'name="verb" value="cancel"']} | ${['name="verb" value="resolve"']}
  the verbs that apply to what failed             | operations?status=failed | ${['name="verb" value="retry"', 'name="verb" value="resolve"']} | ${['name="verb" value="cancel"']}
  a wrong day in its filter                       | operations?since=tomorrow&caller=hr-system | ${["From day must be", 'value="hr-system"', 'name="since" value="tomorrow" aria-invalid']} | ${['name="operation"']} | ${400}
  a wrong employee in its filter                  | operations?employeeId=E%001&caller=hr-system | ${["Employee id must", 'value="hr-system"']} | ${['name="operation"']} | ${400}
  a wrong status                                  | operations?status=lost&caller=hr-system | ${["The status must be", 'value="hr-system"']} | ${['name="operation"']} | ${400}
  a wrong reason in its filter                    | operations?reason=avatar-timeot&caller=hr-system | ${["did you mean avatar-timeout?", 'value="hr-system"']} | ${['name="operation"']} | ${400}
  a wrong type in its filter                      | operations?type=employee.hird&caller=hr-system | ${["did you mean employee.hired?", 'value="hr-system"']} | ${['name="operation"']} | ${400}
  that there is no such page                      | unknown | ${["Page not found"]} | ${[]} | ${404}
  that nothing has an id                          | find?id=99 | ${["Nothing has this id"]} | ${[]} | ${404}
  how to go on if work on many operations is unknown | job?id=none | ${["Open the worklist again."]} | ${[]} | ${404}
  no question without a verb                      | confirm?operation=op_1 | ${[]} | ${['action="act"']} | ${400}
  no question for an unknown verb                 | confirm?verb=delete-all&operation=op_1 | ${[]} | ${['action="act"']} | ${400}
  that nothing matches any more                   | confirm?verb=retry&all=1&status=failed&reason=outcome-unknown | ${["operations?status=failed&reason=outcome-unknown", "No operation matches."]} | ${[]} | ${302}
  that nothing is selected                        | confirm?verb=retry&status=failed | ${["operations?status=failed&none=1", "Select operations first"]} | ${[]} | ${302}
  the operation that is searched                  | ${`find?id=${heldTermination.id}`} | ${[`operation?id=${heldTermination.id}`]} | ${[]} | ${302}
  the employee that is searched                   | find?id=E-1000 | ${["employee?id=E-1000"]} | ${[]} | ${302}
  the employee of the person that is searched     | find?id=2031 | ${["employee?id=E-1042"]} | ${[]} | ${302}
`;

test.each(shows)(
  "a page shows %s (%s)",
  async (_, page, words, absent = [], expected = 200) => {
    const { status, text, headers } = await site.visit(page);
    expect(status).toBe(expected);
    // Each page makes few requests, but the page of the callers asks for the newest event of each of its 17.
    const most = page === "callers" ? 18 : 3;
    expect(site.asked().length).toBeLessThanOrEqual(most);
    const to = headers["location"];
    const shown = `${to}\n${text}\n${plain(text)}`;
    const after = status === 302 ? plain((await site.visit(`${to}`)).text) : "";
    for (const one of words) expect(shown + after).toContain(one);
    for (const one of absent) expect(shown).not.toContain(one);
    expect(site.acted()).toEqual([]);
  },
);

test("a count that stopped at its bound has a plus", async () => {
  const waiting = {
    status: "waiting",
    count: 10_000,
    isAtLeast: true,
  } as const;
  site.answerInstead(() => json(overviewWith({ statuses: [waiting] })));

  expect(plain((await site.visit("overview")).text)).toContain(
    "10,000+ Waiting",
  );
});

test("the overview links each number to the list that has what it counts", async () => {
  const { text } = await site.visit("overview");
  const linkedIn = (part: RegExp) =>
    captures(part.exec(text)?.[0] ?? "", /status=(\w+)/g);
  expect(linkedIn(/<ul class="grid">.*?<\/ul>/s)).toEqual([
    "needs_attention",
    "failed",
    "waiting",
    "accepted",
    "running",
  ]);
  // An operation that our store does not let wait stays running, and has a notice of its own.
  expect(captures(text, /class="notice bad".*?href="([^"]+)"/gs)).toEqual([
    "operations?status=waiting",
    "operations?status=running",
  ]);
});

test("a page shows each verb that the operator cannot use as a disabled button with the reason", async () => {
  const { text } = await site.visit(heldPage);
  const disabled = text.matchAll(/disabled=""[^>]*>([^<]+)<.*?muted">([^<]+)/g);
  const shown = Array.from(disabled, ([, button, why]) => [button, why]);
  const forOthers =
    "Your caller sent the event that this decides about, so another one must decide.";
  expect(shown.slice(0, 3)).toEqual([
    ["Release the termination", forOthers],
    ["Reject the termination", forOthers],
    [
      "Retry the termination",
      expect.stringMatching(/^Only an operation that is failed/),
    ],
  ]);
  expect((await readerSite.visit(heldPage)).text).toContain(
    "Your key lacks the scope operate.",
  );
});

describe("the worklist", () => {
  test("hands each filter and the order to the API, and days in the operator's zone", async () => {
    await site.visit(
      "operations?status=failed&reason=login-refused&type=employee.hired&employeeId=E-1&caller=hr&warning=avatar&order=oldest&since=2026-11-01&until=2026-11-30",
    );

    const [query = ""] = listQueries();
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      status: "failed",
      reason: "login-refused",
      type: "employee.hired",
      employeeId: "E-1",
      caller: "hr",
      warning: "avatar",
      order: "oldest",
      since: "2026-10-31T23:00:00.000Z",
      until: "2026-11-30T23:00:00.000Z",
      limit: "50",
    });
  });

  test("shows 50 operations in one read, and a link to older ones", async () => {
    const { text } = await site.visit("operations");

    expect(text.match(/name="operation"/g)).toHaveLength(50);
    expect(listQueries()).toHaveLength(1);
    const next = /href="(operations\?cursor=[^"]+)"/.exec(text)?.[1] ?? "";
    const { text: older } = await site.visit(next);
    expect(older.match(/name="operation"/g)).toHaveLength(50);
    expect(older).not.toContain(heldTermination.id);
  });

  test("reads on while the API finds nothing in its first operations, at most four times", async () => {
    site.answerInstead((asked) =>
      asked.startsWith("GET /operations?")
        ? json({ at: asOf, operations: [], next: "1" })
        : undefined,
    );
    const { text } = await site.visit("operations");

    expect(listQueries()).toHaveLength(4);
    expect(plain(text)).toContain("None of the first operations matches.");
    expect(text).toContain("Look further");
  });
});

const { asOf: _asOf, ...withoutMoment } = formAbout(2);
const withoutNote = { ...formAbout(1_000), verb: "resolve", note: " " };
const deletionOfTwo = { operation: ["op_1", "op_2"], verb: "delete-now" };

/** The columns: the verb, its operation, its field in the form, what the console posts, and what the page then says. */
test.each(rows<[string, Partial<Operation>, object, string, string]>`
  retry   | ${{}}      | ${{}} | {} | You started the operation again.
  release | ${limited} | ${{ hours: "4" }} | {"hours":4} | You released the operation.
  resolve | ${{}}      | ${{ note: " By hand " }} | {"note":"By hand"} | You resolved the operation.
`)(
  "the form of a %s acts on one operation, and leads to its page, which says so",
  async (verb, fields, field, posted, said) => {
    const { operation: ids } = await put(1, verb, fields);
    const form = { verb, operation: ids, ...field };
    const { status, headers } = await site.visit("act", { form });
    expect(status).toBe(303);
    expect(site.acted()).toEqual([`/operations/${ids[0]}/${verb} ${posted}`]);
    const to = String(headers["location"]);
    expect(to).toBe(`operation?id=${ids[0]}&done=${verb}`);
    expect((await site.visit(to)).text).toContain(said);
  },
);

test.each(rows<[string, Record<string, string | string[]>, number, string[]]>`
  a resolution of many without a note asks for it, and keeps what was confirmed | ${withoutNote} | ${422} | ${["Resolve 1,000 operations", 'name="operation" value="op_999"', `name="asOf" value="${asOf}"`]}
  a verb for many is refused without the moment of the question | ${{ ...withoutMoment, verb: "retry" }} | ${400} | ${[]}
  a verb that exists for one only is refused for many    | ${deletionOfTwo} | ${400} | ${[]}
`)("%s", async (_, form, expected, words) => {
  const { status, text } = await site.visit("act", { form });
  expect([status, site.acted()]).toEqual([expected, []]);
  for (const one of words) expect(text + plain(text)).toContain(one);
});

describe("a verb for many operations", () => {
  test("acts on the selected operations, and lists the refused ones with their reason", async () => {
    await put(1, "limited", limited);
    const { text } = await actOnMany({
      verb: "release",
      operation: [hireId, "op_limited_0"],
      asOf,
      hours: "1",
    });

    expect(site.acted()).toEqual([
      `/operations/release {"operations":["${hireId}","op_limited_0"],"hours":1,"asOf":"${asOf}"}`,
    ]);
    expect(plain(text)).toContain("1 operation released");
    expect(plain(text)).toContain(
      "1 was not changed Only an operation that a limit holds, or that repeats one that was ruled out, can be released or rejected. (1)",
    );
  });

  test("asks about at most the newest 1,000 of all that match, and the form keeps each id and the moment", async () => {
    await put(1_001, "many", { reason: "expired" });
    const { text } = await site.visit(
      "confirm?verb=retry&all=1&status=failed&reason=expired",
    );

    expect(plain(text)).toContain("Retry the newest 1,000 operations");
    expect(text.match(/name="operation"/g)).toHaveLength(1_000);
    expect(text).toContain('name="asOf" value="2026-11-22T20:14:');
  });

  test("says what was done when the API interrupts it, and goes on where it stopped", async () => {
    const form = await put(201, "broken", {});
    site.answerInstead(() =>
      site.acted().length > 2 ? refusal(503) : undefined,
    );
    const { page, text } = await actOnMany({
      ...form,
      verb: "resolve",
      note: "By hand",
    });

    expect(plain(text)).toContain("200 operations resolved");
    expect(plain(text)).toContain("Cannot resolve operations. Title of 503.");
    site.answerInstead(() => undefined);
    const rest = await actOnMany({ id: jobOf(page), action: "go-on" }, "job");
    expect(site.acted()[3]).toContain('{"operations":["op_broken_200"');
    expect(site.acted()[3]).toContain('"note":"By hand"');
    expect(plain(rest.text)).toContain("201 operations resolved");
  });

  test("says what was done when it is stopped, and can go on", async () => {
    const form = await put(201, "stopped", {});
    const held = Promise.withResolvers<undefined>();
    site.answerInstead(() =>
      site.acted().length > 1 ? held.promise : undefined,
    );
    const page = await begin({ ...form, verb: "retry" });
    const shown = async () => plain((await site.visit(page)).text);
    await expect
      .poll(shown, { timeout: 20_000 })
      .toContain("Retry 201 operations 100 of 201");
    expect(await shown()).toContain("It goes on by itself");

    await begin({ id: jobOf(page), action: "stop" }, "job");
    expect(await shown()).toContain("It stops after");
    held.resolve(undefined);

    await expect
      .poll(shown, { timeout: 20_000 })
      .toContain("200 operations started again");
    expect(await shown()).toContain("You stopped it.");
    expect(site.acted()).toHaveLength(2);
  });

  test("is forgotten when there are more than twenty, but not as long as operations are left", async () => {
    const form = { verb: "retry", operation: [hireId, "op_none"], asOf };
    site.answerInstead(() => refusal(503));
    const left = await begin(form);
    site.answerInstead(() => undefined);
    const done: string[] = [];
    for (let job = 0; job < 20; job++) done.push((await actOnMany(form)).page);
    expect(plain((await site.visit(left)).text)).toContain("Go on");
    expect((await site.visit(done[0]!)).status).toBe(404);
    expect((await site.visit(done[19]!)).status).toBe(200);
  });
});

test.each([
  [401, 502],
  [404, 404],
  [409, 409],
  [429, 503],
  [503, 503],
  ["no connection", 502],
])(
  "after %s of the API, a page answers %i with a link to itself, and a form with its text or a link",
  async (refused, status) => {
    const isLost = typeof refused === "string";
    site.answerInstead(() =>
      isLost ? new TypeError("fetch failed") : refusal(refused),
    );
    const words = isLost
      ? "There is no connection to https://api.test."
      : `Title of ${refused}.`;
    for (const page of [
      "overview",
      "operations?status=failed",
      `operation?id=${hireId}`,
      "employees",
      "employee?id=E-1",
    ]) {
      const answer = await site.visit(page);
      expect([page, answer.status]).toEqual([page, status]);
      expect(plain(answer.text)).toContain(words);
      expect(answer.text).toContain(`href="${page}"`);
    }
    const answer = await site.visit("act", {
      form: { verb: "resolve", operation: hireId, note: "Added the streams." },
    });
    expect(answer.status).toBe(status);
    expect(plain(answer.text)).toContain(words);
    expect(answer.text).toContain("Added the streams.</textarea>");
    const decided = await site.visit("plan-decide", {
      form: { id: "plan_1", "person of E-1": "2031" },
    });
    expect(decided.status).toBe(status);
    expect(decided.text).toContain('class="button" href="overview"');
  },
);

/** Sends a form about many operations. Resolves to the page to which it leads. */
async function begin(form: Record<string, string | string[]>, to = "act") {
  const { status, headers } = await site.visit(to, { form });
  expect(status).toBe(303);
  return String(headers["location"]);
}

/** Sends such a form, and waits for the end of the work. */
async function actOnMany(...form: Parameters<typeof begin>) {
  const page = await begin(...form);
  const read = async () => (await site.visit(page)).text;
  await expect
    .poll(read, { timeout: 20_000 })
    .not.toContain("It goes on by itself");
  return { page, text: await read() };
}

function refusal(status: number): Response {
  return problem(status, "x", `Title of ${status}`);
}

const jobOf = (page: string) => page.replace("job?id=", "");
