import { describe, expect, test } from "vitest";
import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { dayMs } from "../../../../shared/durations.ts";
import type { Operation } from "../../../../shared/store/operation.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import { answerOf, canaryKey, json, useCli } from "../cli-for-test.ts";
import { operation, putOperations } from "../../../fixtures/put-operations.ts";
import { shownOperation } from "../operation-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();

const at = "2026-11-22T12:00:00.000Z";
const page = (operations: ShownOperation[], next?: string) =>
  json({ at, operations, ...(next !== undefined && { next }) });

describe("operations list", () => {
  test("sends each filter, and shows one operation a line", async () => {
    const words =
      "operations list --status failed --reason platform-unreachable --type employee.hired --employee E-1 --caller hr --warning any --order oldest --since 2h --until 2026-11-22T11:30:00+01:00";
    const { exitCode, output, sent } = await cli().run(words.split(" "), () =>
      page([shownOperation("op_1"), shownOperation("op_2")]),
    );
    expect(exitCode).toBe(0);
    const { searchParams } = new URL(sent[0]!.path, "https://a.example");
    expect(Object.fromEntries(searchParams)).toEqual({
      status: "failed",
      reason: "platform-unreachable",
      type: "employee.hired",
      employeeId: "E-1",
      caller: "hr",
      warning: "any",
      order: "oldest",
      since: "2026-11-22T10:00:00.000Z",
      until: "2026-11-22T10:30:00.000Z",
      limit: "51",
    });
    expect(output.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^OPERATION +TYPE +EMPLOYEE +STATUS +REASON/),
      expect.stringMatching(/^op_1 +employee.hired +E-1 +failed +platform-unr/),
      expect.stringMatching(/^op_2 /),
      expect.stringMatching(/^What you can do: .* show op_1$/),
    ]);
  });

  test("goes on over short pages up to the limit, and says that there are more", async () => {
    const { output, sent } = await cli().run(
      "operations list --limit 2",
      ({ path }) =>
        path.includes("cursor=b")
          ? page([shownOperation("op_2"), shownOperation("op_3")], "c")
          : path.includes("cursor=a")
            ? page([], "b")
            : page([shownOperation("op_1")], "a"),
    );
    expect(sent).toHaveLength(3);
    expect(output).toContain("op_2");
    expect(output).not.toContain("op_3");
    expect(output).toContain("There are more");
  });

  test("shows no control character of stored text, in a table and in JSON", async () => {
    const employeeId = "E\u001B[2J\u009B31m\u202E-1";
    const answer = () => page([shownOperation("op_1", { employeeId })]);
    const table = await cli().run("operations list", answer);
    const lines = await cli().run("operations list --json", answer);
    for (const { output } of [table, lines])
      expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(lines.documents()).toMatchObject([{ employeeId }]);
  });
});

type Shown = Partial<ShownOperation>;
const limited: Shown = { status: "needs_attention", reason: "deletion-limit" };
const [acceptedAt, failedAt] = shownOperation("op_1").history;
const paused = {
  ...failedAt!,
  status: "waiting",
  times: 12,
  lastAt: at,
} as const;

/** What is shown of an operation with a change. */
const shows = rows<[string, Shown, RegExp[], number?]>`
  one that succeeded                             | ${{ status: "succeeded" }}                                            | ${[/^op_1 {2}succeeded/]} | ${0}
  one that failed, with its steps and its trail  | ${{}}                                                                 | ${[/read person +failed +5/, /caller:hr +accepted/, /operations retry op_1$/m]}
  what its reason means                          | ${{}}                                                                 | ${[/No complete answer came from the platform/]}
  what a warning means                           | ${{ warnings: [{ about: "avatar", reason: "avatar-timeout" }] }}      | ${[/The host of the avatar was too slow/]}
  one that a limit holds                         | ${limited}                                                            | ${[/deletion-limit/]} | ${3}
  why another verb does not apply                | ${{ verbs: [], refusedVerbs: [{ verb: "retry", reason: "not-to-retry" }] }} | ${[/retry +Only an operation that is failed/]}
  that another caller must decide                | ${{ verbs: [], refusedVerbs: [{ verb: "release", reason: "sent-by-yourself" }] }} | ${[/release +Your caller sent this event/]}
  how often it paused, and when last             | ${{ history: [acceptedAt!, paused] }}                                 | ${[RegExp(`platform-unreachable \\(12 times, last ${at}\\)`)]}
  many contents of a leaver                      | ${{ contents: 37 }}                                                   | ${[/Published +at least 37 contents\s/]}
  one content of a leaver                        | ${{ contents: 1 }}                                                    | ${[/Published +at least 1 content\s/]}
  a leaver without contents                      | ${{ contents: 0 }}                                                    | ${[/Published +no contents seen\s/]}
  why a running one tries a step again           | ${{ status: "running", reason: "source-refused", verbs: [] }}         | ${[/^op_1 {2}running/, /Reason +source-refused/, /What source-refused means/]} | ${0}
`;

test.each(shows)(
  "operations show shows %s",
  async (_, change, expected, code = 2) => {
    const { output, exitCode, sent } = await cli().run(
      "operations show op_1",
      () => json(shownOperation("op_1", change)),
    );
    for (const one of expected) expect(output).toMatch(one);
    expect(output.includes("What you can do")).toBe(change.verbs?.length !== 0);
    expect(exitCode).toBe(code);
    expect(sent).toMatchObject([{ path: "/operations/op_1" }]);
  },
);

test("operations show prints commands that work as they are printed", async () => {
  const { run, sent } = cli();
  const verbs: Shown["verbs"] = ["release", "resolve"];
  const answer = () => json(shownOperation("op_1", { ...limited, verbs }));
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
  expect(posted).toMatchObject([
    { path: "/operations/op_1/release", body: {} },
    { path: "/operations/op_1/resolve", body: { note: "…" } },
  ]);
});

const stepAt = (second: number, name: string) => ({
  name,
  status: "succeeded" as const,
  at: `2026-11-22T11:00:0${second}.000Z`,
});
const say = stepAt(1, "say");
const upload = stepAt(2, "upload avatar");
const create = stepAt(3, "create person");
/** Running in a second, with a reason or with steps. */
const runningAt = (second: number, change: Shown): Shown => ({
  status: "running",
  reason: undefined,
  steps: [],
  updatedAt: `2026-11-22T11:00:0${second}.000Z`,
  ...change,
});

test.each(rows<[string, Shown[], RegExp, string[]]>`
  each step once, also a late one, in their order | ${[runningAt(1, { steps: [say, create] }), runningAt(2, { steps: [say, upload, create] }), runningAt(2, { steps: [say, upload, create] })]} | ${/say|upload avatar|create person/g} | ${["say", "upload avatar", "create person"]}
  each failure of a running operation once        | ${[runningAt(1, { reason: "source-busy" }), runningAt(2, { reason: "source-busy" }), runningAt(3, { reason: "source-refused" })]} | ${/an attempt failed.*: .*/g} | ${["an attempt failed, and another one follows: source-busy", "an attempt failed, and another one follows: source-refused"]}
`)(
  "operations watch shows %s, and ends with the operation",
  async (_, states, what, expected) => {
    const answers = [
      ...states,
      { ...states.at(-1), status: "succeeded", reason: undefined } as Shown,
    ];
    const { exitCode, output, pausesMs } = await cli().run(
      "operations watch op_1",
      () => json(shownOperation("op_1", answers.shift())),
    );
    const [during] = output.split("op_1  succeeded");
    expect(during?.match(what)).toEqual(expected);
    expect(output).toContain("op_1  succeeded");
    expect(exitCode).toBe(0);
    expect(pausesMs).toEqual([1000, 1000, 1000]);
  },
);

describe("a verb on one operation", () => {
  test.each(rows<[string[], string, object]>`
    ${["retry", "op_1"]} | /operations/op_1/retry | ${{}}
    ${["cancel", "op_1", "--yes"]} | /operations/op_1/cancel | ${{}}
    ${["release", "op_1", "--hours", "2", "--yes"]} | /operations/op_1/release | ${{ hours: 2 }}
    ${["resolve", "op_1", "--note", "done by hand", "--yes"]} | /operations/op_1/resolve | ${{ note: "done by hand" }}
    ${["confirm-gone", "op_1", "--yes"]} | /operations/op_1/confirm-gone | ${{}}
  `)(
    "%j is one request, and shows the new state",
    async (words, path, body) => {
      const { exitCode, output, sent } = await cli().run(
        ["operations", ...words],
        () => json(shownOperation("op_1", { status: "accepted" })),
      );
      expect(exitCode).toBe(0);
      expect(sent).toMatchObject([{ method: "POST", path, body }]);
      expect(output).toContain("the operation is accepted now");
    },
  );

  test("is not repeated if the connection is lost, because its effect is unknown", async () => {
    const { exitCode, errors, sent } = await cli().run(
      "operations retry op_1",
      () => new TypeError("lost"),
    );
    expect(exitCode).toBe(1);
    expect(errors).toContain("Cannot retry the operation op_1");
    expect(sent).toHaveLength(1);
  });

  const disabled = { name: "disable person", status: "succeeded", at } as const;
  test.each(rows<[string[], object, string]>`
    ${["cancel"]} | ${{ type: "employee.terminated", steps: [disabled] }} | E-815 is enabled again, and will not be deleted.
    ${["cancel"]} | ${{ type: "employee.terminated", steps: [], dueAt: at }} | E-815 will not be disabled at 2026-11-22T12:00:00.000Z.
    ${["cancel"]} | ${{ type: "employee.hired" }} | E-815 will not be created
    ${["release"]} | ${{ type: "employee.terminated", reason: "deletion-limit" }} | E-815 is deleted with all contents
    ${["release"]} | ${{ type: "employee.terminated", reason: "disable-limit" }} | E-815 loses their access.
    ${["release"]} | ${{ reason: "person-has-contents", contents: 101 }} | E-815 is deleted with all contents, which cannot be undone.
    ${["reject"]} | ${{ reason: "person-has-contents", contents: 101 }} | E-815 stays, disabled, and so do their contents.
    ${["reject"]} | ${{ reason: "disable-limit" }} | stays disabled
    ${["resolve", "--note", "n"]} | ${{}} | because you repaired its cause by hand
    ${["confirm-gone"]} | ${{}} | as if the platform had deleted the person
    ${["delete-now"]} | ${{}} | A deletion cannot be undone.
    ${["enable"]} | ${{}} | can sign in again
  `)(
    "%j of %j asks first, names the employee and what follows, and does nothing without a yes",
    async ([verb = "", ...options], change, consequence) => {
      const words = ["operations", verb, "op_1", ...options];
      const { run, sent } = cli();
      const answer = () =>
        json(shownOperation("op_1", { employeeId: "E-815", ...change }));
      const refused = await run(words, { answer, typed: "n" });
      expect(refused.exitCode).toBe(1);
      expect(refused.errors).toContain("of E-815");
      expect(refused.errors.replaceAll(/\s+/g, " ")).toContain(consequence);
      expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    },
  );
});

describe("a verb on a selection", () => {
  const environment = useInProcess({
    tables: "in-memory",
    callers: {
      mei: { scheme: "bearer", keys: [canaryKey], scopes: ["operate"] },
    },
  });
  const api = answerOf(environment);

  /** Stores failed operations of an employee. Resolves to the command that starts them again. */
  async function failedOf(
    employeeId: string,
    count: number,
    last: Partial<Operation> = {},
  ) {
    // What is started again stays as the verb leaves it.
    environment().partFailures.workflowStart = () => true;
    const failed = Array.from({ length: count }, (_, nth) =>
      operation(`op_${employeeId}_${nth}`, {
        employeeId,
        reason: "platform-unreachable",
        warnings: [{ about: "avatar", reason: "avatar-timeout" }],
        ...(nth === count - 1 && last),
      }),
    );
    await putOperations(environment(), failed);
    const words = `operations retry --status failed --employee ${employeeId}`;
    return words.split(" ");
  }

  test("asks with the number of operations, and goes on until the last page", async () => {
    const words = await failedOf("E-1", 201);
    const filters = ["--reason", "platform-unreachable", "--warning", "avatar"];
    const { exitCode, output, errors, sent } = await cli().run(
      [...words, ...filters],
      { typed: "y", answer: api },
    );
    expect(errors).toContain(
      "retry 201 operations (failed, platform-unreachable, E-1, avatar)?",
    );
    expect(exitCode).toBe(0);
    expect(output).toContain("201 changed, 0 refused");
    const bodies = sent.flatMap(({ body }) => (body ? [body] : []));
    const named = (many: number) => ({
      operations: expect.toSatisfy((ids: unknown[]) => ids.length === many),
      asOf: expect.any(String),
    });
    expect(bodies).toEqual([named(100), named(100), named(1)]);
  });

  test("says that more match than the question is about", async () => {
    const words = await failedOf("E-2", 2);
    const { output } = await cli().run(
      [...words, "--limit", "1", "--yes"],
      api,
    );
    expect(output).toContain("More operations match than the newest 1.");
    expect(output).toContain("1 changed, 0 refused");
  });

  test("ends with exit code 2 and the reasons if some are refused", async () => {
    const inAYear = { updatedAtMs: Date.now() + 365 * dayMs };
    const words = await failedOf("E-4", 2, inAYear);
    const { exitCode, output } = await cli().run([...words, "--yes"], api);
    expect(exitCode).toBe(2);
    expect(output).toContain("1 changed, 1 refused");
    expect(output).toMatch(/op_E-4_1 +The operation has changed since/);
    expect(output).toMatch(/operations show op_E-4_1$/m);
  });

  test("stops after the request that runs at Ctrl+C, and the same command goes on", async () => {
    const words = [...(await failedOf("E-5", 101)), "--yes"];
    const { output, exitCode } = await cli().run(words, (request) => {
      if (request.method === "POST") process.emit("SIGINT");
      return api(request);
    });
    expect(output).toContain("100 changed, 0 refused");
    expect(output).toContain("You stopped it: 1 are unchanged.");
    expect(exitCode).toBe(1);
    expect(process.listenerCount("SIGINT")).toBe(0);

    const again = await cli().run(words, api);
    expect(again.output).toContain("1 changed, 0 refused");
    const nothing = await cli().run(words, api);
    expect(nothing.output).toContain("nothing to do");
    expect(nothing.exitCode).toBe(0);
  });

  test("whose connection is lost says how far it came, and the same command goes on with the rest", async () => {
    const words = [...(await failedOf("E-6", 201)), "--yes"];
    let posts = 0;
    const lost = await cli().run(words, async (request) => {
      const answer = await api(request);
      // The second request arrives, and its answer is lost.
      return request.method === "POST" && ++posts === 2
        ? new TypeError(`lost: ${canaryKey}`)
        : answer;
    });
    expect(lost.exitCode).toBe(1);
    expect(lost.errors).toContain("100 operations were changed");
    expect(lost.errors).toContain("To repeat the command is harmless");
    expect(lost.errors).not.toContain(canaryKey);

    const again = await cli().run(words, api);
    expect(again.exitCode).toBe(0);
    expect(again.output).toContain("1 changed, 0 refused");
  });
});

test("a verb on several ids sends them in one request, each once", async () => {
  const words = ["operations", "retry", "op_1", "op_2", "op_1", "--yes"];
  const { documents, sent } = await cli().run([...words, "--json"], () =>
    json({
      changed: ["op_1"],
      refused: [{ id: "op_2", reason: "not-found" }],
    }),
  );
  expect(sent.map(({ body }) => body)).toEqual([
    { operations: ["op_1", "op_2"] },
  ]);
  expect(documents()).toEqual([
    { id: "op_1", changed: true },
    { id: "op_2", reason: "not-found", changed: false },
  ]);
});

test("a verb on several ids sends those again for which the API had no time", async () => {
  const answers = [
    { changed: ["op_1"], refused: [{ id: "op_2", reason: "out-of-time" }] },
    { changed: ["op_2"], refused: [] },
  ];

  const { exitCode, output, sent } = await cli().run(
    "operations retry op_1 op_2 --yes",
    () => json(answers.shift()),
  );
  expect(exitCode).toBe(0);
  expect(output).toContain("2 changed, 0 refused");
  expect(sent[1]?.body).toEqual({ operations: ["op_2"] });
});
