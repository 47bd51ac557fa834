import { beforeEach, describe, expect, test } from "vitest";
import { OperatorsApiError } from "../../../../infra/cli/api/send-request.ts";
import { CommandError } from "../../../../infra/cli/command-error.ts";
import { explainReason } from "../../../../infra/cli/reason-words.ts";
import { rows } from "../../../fixtures/rows.ts";
import { plain, useConsole } from "./console-for-test.ts";
import { createSampleApi } from "./sample-api.ts";
import {
  ago,
  heldDeletion,
  heldTermination,
  incompleteHire,
  inGrace,
  nowMs,
  sampleOperations,
} from "./sample-operations.ts";

const hostile = `<img src=x onerror="x">"&'`;
const api = createSampleApi([
  ...sampleOperations(10_000),
  {
    ...inGrace,
    id: "op_script",
    result: { personID: "1", refs: { html: "javascript:alert(1)" } },
  },
  { ...inGrace, id: "op_hostile", employeeId: hostile, caller: hostile },
]);
const site = useConsole(api, () => nowMs);
beforeEach(() => {
  api.acted.length = 0;
  api.asked.length = 0;
  api.failWith(undefined);
  api.refuseWith("not-held");
});

const id = incompleteHire.id;
const at = ago(0);
/** What the form sends after the question about a thousand operations that failed. */
const manyThatFailed = {
  status: "failed",
  asOf: at,
  operation: Array.from({ length: 1_000 }, (_, index) => `op_${index}`),
};

const meaningOf = (reason: string) => explainReason(reason)?.meaning ?? reason;
const actionOf = (reason: string) => explainReason(reason)?.action ?? reason;
const hirePage = `operation?id=${id}`;
const heldPage = `operation?id=${heldDeletion.id}`;
const gracePage = `operation?id=${inGrace.id}`;

/** What a page shows, as a reader sees it or in its HTML, and what it does not show. */
const shows = rows<[string, string, string[], string[]?]>`
  the overview counts                        | overview | ${["62 Need attention", "10,000+ Waiting", "<title>(122) Overview · Console</title>"]}
  an outage, and its reason                  | overview | ${["Operations wait for the platform", "214 wait", `platform-unreachable: ${meaningOf("platform-unreachable")}`]}
  reasons, limits, warnings and callers      | overview | ${[meaningOf("login-refused"), "Disabled people 12 of 12", "31 held", "hr has an old key", "avatar-timeout 4"]}
  the operation that is overdue for longest  | overview | ${[inGrace.id]}
  the hires of this month without an avatar  | overview | ${["operations?type=employee.hired&amp;warning=avatar&amp;since=2026-11-01"]}
  what a hire is, and when it began          | ${hirePage} | ${["Hire of E-1042", "Needs attention", "Received 22 Nov 2026, 20:32 (42 min ago)", "engineering, gdansk"]}
  what a reason means, and what to do        | ${hirePage} | ${[meaningOf("tasks-or-streams-incomplete"), actionOf("tasks-or-streams-incomplete"), meaningOf("avatar-too-large")]}
  steps and the audit trail                  | ${hirePage} | ${["Create the streams after 1 min, 10 attempts, failed", "22 Nov 2026, 20:32:03 by caller hr"]}
  the page of the person on the platform     | ${hirePage} | ${['href="https://community.example/people/ada"']}
  a button for a retry, and a link to a page that asks for each other verb | ${hirePage} | ${['action="act" method="post"><input type="hidden" name="verb" value="retry"', `confirm?verb=resolve&amp;operation=${id}`]} | ${["verb=cancel"]}
  no link to what is no page                 | operation?id=op_script | ${["E-0815"]} | ${["javascript:"]}
  what will happen to whom, and when         | ${gracePage} | ${["What will happen: E-0815 is disabled, and will be deleted in 3 days (25 Nov 2026, 21:14), with at least 37 contents."]}
  no row for a fact without a value          | ${gracePage} | ${["Person id 2044"]} | ${["<dd></dd>", "<dt>On the platform</dt>", "<dt>Changed fields</dt>", "<dt>Led to</dt>"]}
  what a deletion takes away                 | ${heldPage} | ${["Held", "Published at least 101 contents", "A deletion takes away all that the person published, also the replies of others."]} | ${["verb=release"]}
  text of the store as text                  | operation?id=op_hostile | ${["&lt;img src=x onerror=&quot;x&quot;&gt;&quot;&amp;&#39;"]} | ${["<img src=x"]}
  a question before a verb                   | ${`confirm?verb=delete-now&operation=${inGrace.id}`} | ${["Termination of E-0815", "A deletion cannot be undone.", "The person has published at least 37 contents."]}
  the employees of a state                   | employees?state=leaving | ${['href="employee?id=E-1000"', "employees?state=leaving&amp;cursor=100"]}
  an employee, what is planned, and what needs a look | employee?id=E-1000 | ${["Employee E-1000", "Leaving", "slack", "Termination: will be deleted 25 Nov 2026, 21:14 (in 3 days)", "An operator must look, before more happens: Hire Needs attention tasks-or-streams-incomplete", "Profile page", "2 warnings"]}
  what a limit holds                         | limits | ${["operations?status=needs_attention&amp;reason=disable-limit"]}
  what to correct of a caller                | callers | ${["The caller has no key. It can send nothing."]}
  when a caller has last sent an event       | callers | ${["status:any Termination 10 min ago 2025-02-01", "slack slack status:own none of the newest"]}
  how many operations there are, on the tabs too | operations?status=failed | ${["60 operations, 50 on this page", "Needs attention 62 Failed 60 Waiting 10,000+"]}
  how many operations have a reason          | operations?status=failed&reason=login-refused | ${["30 operations"]}
  a verb for all that match in a state       | operations?status=failed&warning=any | ${['name="all"']}
  no verb for all that match without a state | operations?caller=hr | ${["50 operations on this page, and more", "choose a state that can"]} | ${['name="all"']}
  the newest operations, and a link to the oldest | operations?status=failed | ${['aria-sort="descending"><a href="operations?status=failed&amp;order=oldest"']} | ${["order=due"]}
  the oldest operations, and a link to the newest | operations?status=failed&order=oldest | ${['aria-sort="ascending"><a href="operations?status=failed">Received']}
  operations by their due time where they wait    | operations?status=waiting&order=due | ${['aria-sort="ascending"><a href="operations?status=waiting">Due']}
  warnings, and a link to what a reason means     | operations?status=needs_attention | ${["2 warnings", 'href="reasons#tasks-or-streams-incomplete"']}
  the reasons                                     | reasons | ${['id="tasks-or-streams-incomplete"']}
  a question before a verb for many               | ${`confirm?verb=resolve&status=needs_attention&operation=${id}&operation=${heldTermination.id}`} | ${["Resolve 2 operations", "Hire of E-1042", "Termination of E-0007"]}
`;

test.each(shows)(
  "a page shows %s (%s)",
  async (_, page, words, absent = []) => {
    const { status, text } = await site.visit(page);
    expect(status).toBe(200);
    const shown = `${text}\n${plain(text)}`;
    for (const one of words) expect(shown).toContain(one);
    for (const one of absent) expect(shown).not.toContain(one);
    expect(api.acted).toEqual([]);
  },
);

test("the overview links each number to the list that has what it counts", async () => {
  const { text } = await site.visit("overview");
  const linkedIn = (part: RegExp) =>
    Array.from(
      part.exec(text)?.[0].matchAll(/status=(\w+)/g) ?? [],
      ([, one]) => one,
    );
  expect(linkedIn(/<ul class="grid">.*?<\/ul>/s)).toEqual([
    "needs_attention",
    "failed",
    "waiting",
    "accepted",
    "running",
  ]);
  // Also operations that cannot even wait.
  const outages = text.matchAll(/class="notice bad".*?href="([^"]+)"/gs);
  expect(Array.from(outages, ([, href]) => href)).toEqual([
    "operations?status=waiting",
    "operations?status=running",
  ]);
});

test("a page shows each verb that the operator cannot use as a disabled button with the reason", async () => {
  const { text } = await site.visit(heldPage);
  const disabled = text.matchAll(/disabled=""[^>]*>([^<]+)<.*?muted">([^<]+)/g);
  expect(Array.from(disabled, ([, button, why]) => [button, why])).toEqual([
    [
      "Release the termination",
      "Your caller sent this event, so another one must decide.",
    ],
    ["Reject the termination", "Your key lacks the scope operate."],
    [
      "Retry the termination",
      expect.stringMatching(/^Only an operation that is failed/),
    ],
  ]);
});

describe("the worklist", () => {
  test("hands each filter and the order to the API, and days in the operator's zone", async () => {
    await site.visit(
      "operations?status=failed&reason=login-refused&type=employee.hired&employeeId=E-1&caller=hr&warning=avatar&order=oldest&since=2026-11-01&until=2026-11-30",
    );

    expect(api.asked).toEqual([
      {
        status: "failed",
        reason: "login-refused",
        type: "employee.hired",
        employeeId: "E-1",
        caller: "hr",
        warning: "avatar",
        order: "oldest",
        since: "2026-10-31T23:00:00.000Z",
        until: "2026-11-30T23:00:00.000Z",
        limit: 50,
      },
    ]);
  });

  test("of 10,000 operations shows 50 in one read, and a link to older ones", async () => {
    const { text } = await site.visit("operations");

    expect(text.match(/name="operation"/g)).toHaveLength(50);
    expect(api.asked).toHaveLength(1);
    const next = /href="(operations\?cursor=\d+)"/.exec(text)?.[1] ?? "";
    const { text: older } = await site.visit(next);
    expect(older.match(/name="operation"/g)).toHaveLength(50);
    expect(older).not.toContain(heldTermination.id);
  });

  test("puts at most four short answers of the API together", async () => {
    const { text } = await site.visit("operations?caller=short");

    expect(api.asked).toHaveLength(4);
    expect(plain(text)).toContain("None of the first operations matches.");
    expect(text).toContain("Look further");
  });

  test.each([
    ["since=tomorrow", "since", "From day must be"],
    ["employeeId=E%001", "employeeId", "Employee id must"],
    ["status=lost", "status", "The status must be"],
    ["reason=avatar-timeot", "reason", "did you mean avatar-timeout?"],
    ["type=employee.hird", "type", "did you mean employee.hired?"],
  ])(
    "keeps the wrong filter %s in its form, says what is wrong, and lists nothing",
    async (query, field, words) => {
      const { status, text } = await site.visit(
        `operations?${query}&caller=hr-system`,
      );

      expect(status).toBe(400);
      expect(api.asked).toEqual([]);
      expect(text).toContain('value="hr-system"');
      if (field !== "status")
        expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid`));
      expect(plain(text)).toContain(words);
    },
  );

  test("ticks all operations of the page by a link", async () => {
    const { text } = await site.visit("operations?tick=all");

    expect(text.match(/name="operation"[^>]*checked/g)).toHaveLength(50);
  });

  test("offers only the verbs that apply to an operation of the page", async () => {
    const waiting = await site.visit("operations?status=waiting");
    const failed = await site.visit("operations?status=failed");

    expect(verbsIn(waiting.text)).toEqual(["cancel"]);
    expect(verbsIn(failed.text)).toEqual(["retry", "resolve"]);
  });
});

describe("a verb", () => {
  test("acts on one operation, and its page says so", async () => {
    const sent = await site.visit("act", {
      form: { verb: "retry", operation: id },
    });

    expect(api.acted).toEqual([`retry ${id} {}`]);
    expect([sent.status, sent.headers["location"]]).toEqual([
      303,
      `operation?id=${id}&done=retry`,
    ]);
    const after = await site.visit(String(sent.headers["location"]));
    expect(plain(after.text)).toContain("You started the operation again.");
  });

  test("a release has the hours, and a resolution the note", async () => {
    const operation = heldTermination.id;
    await site.visit("act", {
      form: { verb: "release", operation, hours: "4" },
    });
    await site.visit("act", {
      form: { verb: "resolve", operation, note: " By hand " },
    });

    expect(api.acted).toEqual([
      `release ${operation} {"hours":4}`,
      `resolve ${operation} {"note":"By hand"}`,
    ]);
  });

  test("a resolution without a note asks for it and does nothing", async () => {
    const { status, text } = await site.visit("act", {
      form: { verb: "resolve", operation: id, note: " " },
    });

    expect([status, api.acted]).toEqual([422, []]);
    expect(plain(text)).toContain("Write a note of 1 to 500 characters.");
  });

  test("a resolution of many without a note asks for it, and keeps what was confirmed", async () => {
    const { status, text } = await site.visit("act", {
      form: { ...manyThatFailed, verb: "resolve", note: " " },
    });

    expect([status, api.acted]).toEqual([422, []]);
    expect(plain(text)).toContain("Resolve 1,000 operations");
    expect(text).toContain('name="operation" value="op_999"');
    expect(text).toContain(`name="asOf" value="${at}"`);
  });

  test.each(["operation=op_1", "verb=delete-all&operation=op_1"])(
    "that the console does not know (%s) is refused",
    async (query) => {
      expect((await site.visit(`confirm?${query}`)).status).toBe(400);
    },
  );
});

describe("a verb for many operations", () => {
  test("acts on the selected operations, and lists the refused ones with their reason", async () => {
    const { text } = await actOnMany({
      verb: "release",
      operation: [id, heldTermination.id],
      asOf: at,
      hours: "1",
    });

    expect(api.acted).toEqual([
      `release {"operations":["${id}","${heldTermination.id}"],"hours":1,"asOf":"${at}"}`,
    ]);
    expect(plain(text)).toContain("1 operation released");
    expect(plain(text)).toContain(
      "1 was not changed Only an operation that a limit holds, or that repeats one that was ruled out, can be released or rejected. (1)",
    );
  });

  test("asks with the number of all that match, and the form keeps each id and the moment", async () => {
    const { text } = await site.visit(
      "confirm?verb=retry&all=1&status=failed&reason=platform-error-503",
    );

    expect(plain(text)).toContain("Retry the newest 1,000 operations");
    expect(text.match(/name="operation"/g)).toHaveLength(1_000);
    expect(text).toContain(`name="asOf" value="${at}"`);
  });

  test("of all that match, when nothing matches any more, leads back to the worklist, which says so", async () => {
    const { status, headers } = await site.visit(
      "confirm?verb=retry&all=1&status=failed&reason=expired",
    );

    expect([status, headers["location"]]).toEqual([
      302,
      "operations?status=failed&reason=expired",
    ]);
    const { text } = await site.visit(String(headers["location"]));
    expect(plain(text)).toContain("No operation matches.");
  });

  test("acts on all of them, a hundred at a time", async () => {
    const { text } = await actOnMany({ ...manyThatFailed, verb: "retry" });

    expect(api.acted).toHaveLength(10);
    expect(api.acted[1]).toContain('retry {"operations":["op_100","op_101"');
    expect(plain(text)).toContain("990 operations started again");
  });

  test("acts on one that a filter found only if it is as it was in the question", async () => {
    const form = { ...manyThatFailed, operation: ["op_0"], verb: "retry" };
    await actOnMany(form);

    expect(api.acted).toEqual([
      expect.stringContaining(`"asOf":${JSON.stringify(at)}`),
    ]);
  });

  test("that does not say when the operator was asked is refused", async () => {
    const { asOf: _, ...form } = manyThatFailed;
    const { status } = await site.visit("act", {
      form: { ...form, verb: "retry" },
    });

    expect([status, api.acted]).toEqual([400, []]);
  });

  test("that the API interrupts says what was done, and goes on where it stopped", async () => {
    api.failAfter(3);
    const form = { ...manyThatFailed, verb: "resolve", note: "By hand" };
    const { text } = await actOnMany(form);

    expect(plain(text)).toContain("297 operations resolved");
    expect(plain(text)).toContain("Cannot do it. Unavailable. Later.");
    api.failWith(undefined);
    const job = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const rest = await actOnMany({ id: job, action: "go-on" }, "job");
    expect(api.acted[4]).toContain('resolve {"operations":["op_300"');
    expect(api.acted[4]).toContain('"note":"By hand"');
    expect(plain(rest.text)).toContain("990 operations resolved");
  });

  test("that is stopped says what was done, and can go on", async () => {
    api.holdAfter(3);
    const running = await actOnMany({ ...manyThatFailed, verb: "retry" });
    const job = /name="id" value="([^"]+)"/.exec(running.text)?.[1] ?? "";
    expect(plain(running.text)).toContain(
      "Retry 1,000 operations 300 of 1,000",
    );
    expect(plain(running.text)).toContain("It goes on by itself");

    const stopping = await actOnMany({ id: job, action: "stop" }, "job");
    expect(plain(stopping.text)).toContain("It stops after");
    api.holdAfter(Infinity);
    await new Promise(setImmediate);
    const stopped = await site.visit(`job?id=${job}`);

    expect(plain(stopped.text)).toContain("396 operations started again");
    expect(plain(stopped.text)).toContain("You stopped it.");
    expect(api.acted).toHaveLength(4);
  });

  test("that the console does not know any more is answered with the way back", async () => {
    const { status, text } = await site.visit("job?id=none");

    expect(status).toBe(404);
    expect(text).toContain("Open the worklist again.");
  });

  test("without a selection leads back to the worklist, which asks for one", async () => {
    const { status, headers } = await site.visit(
      "confirm?verb=retry&status=failed",
    );

    expect([status, headers["location"]]).toEqual([
      302,
      "operations?status=failed&none=1",
    ]);
    const { text } = await site.visit(String(headers["location"]));
    expect(plain(text)).toContain("Select operations first");
  });

  test("cannot be one that exists for one operation only", async () => {
    const { status } = await site.visit("act", {
      form: { verb: "delete-now", operation: ["op_1", "op_2"] },
    });

    expect([status, api.acted]).toEqual([400, []]);
  });
});

describe("when the API refuses or fails", () => {
  const failures = [
    ["an answer 401", refusal(401), 502, "Title of 401. Advice."],
    ["an answer 404", refusal(404), 404, "Title of 404. Advice."],
    ["an answer 409", refusal(409), 409, "Title of 409. Advice."],
    ["an answer 429", refusal(429), 503, "Title of 429. Advice."],
    ["an answer 503", refusal(503), 503, "Title of 503. Advice."],
    [
      "no connection",
      new CommandError("There is no connection to the API."),
      502,
      "There is no connection to the API.",
    ],
  ] as const;

  test.each(failures)(
    "after %s, each page of the console says so and can be tried again",
    async (_name, error, status, words) => {
      api.failWith(error);
      for (const page of [
        "overview",
        "operations?status=failed",
        `operation?id=${id}`,
        "employees",
        "employee?id=E-1",
      ]) {
        const answer = await site.visit(page);
        expect([page, answer.status]).toEqual([page, status]);
        expect(plain(answer.text)).toContain(words);
        expect(answer.text).toContain(`href="${page}"`);
      }
    },
  );

  test.each(failures)(
    "after %s, a form of the console keeps the typed text",
    async (_name, error, status, words) => {
      api.failWith(error);

      const answer = await site.visit("act", {
        form: { verb: "resolve", operation: id, note: "Added the streams." },
      });

      expect(answer.status).toBe(status);
      expect(plain(answer.text)).toContain(words);
      expect(answer.text).toContain("Added the streams.</textarea>");
    },
  );
});

describe("the search", () => {
  test.each([
    [heldTermination.id, `operation?id=${heldTermination.id}`],
    ["E-1000", "employee?id=E-1000"],
    ["2031", "employee?id=E-1042"],
  ])("finds %s", async (searched, page) => {
    const { status, headers } = await site.visit(`find?id=${searched}`);

    expect([status, headers["location"]]).toEqual([302, page]);
  });

  test("says that nothing has an id", async () => {
    const { status, text } = await site.visit("find?id=99");

    expect(status).toBe(404);
    expect(text).toContain("Nothing has this id");
  });

  test("a page that does not exist says so", async () => {
    const { status, text } = await site.visit("unknown");

    expect(status).toBe(404);
    expect(text).toContain("Page not found");
  });
});

/** Sends the form, and reads the page to which it leads. */
async function actOnMany(form: Record<string, string | string[]>, to = "act") {
  const { status, headers } = await site.visit(to, { form });
  expect(status).toBe(303);
  return site.visit(String(headers["location"]));
}

function refusal(status: number): OperatorsApiError {
  return new OperatorsApiError(
    `Cannot do it: title of ${status}.\nAdvice.`,
    status,
    "",
  );
}

function verbsIn(html: string): string[] {
  return [...html.matchAll(/name="verb" value="([\w-]+)"/g)].map(
    ([, verb]) => verb ?? "",
  );
}
