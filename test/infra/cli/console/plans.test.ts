import { expect, test } from "vitest";
import {
  rowOf,
  tokens,
  useLists,
} from "../../../functions/lists/lists-for-test.ts";
import { hiddenFieldsOf, plain, useConsole } from "./console-for-test.ts";

const lists = useLists();
const site = useConsole(lists);
const leadSite = useConsole(lists, tokens.lead);

test("an operator reads a plan, another one approves what they have seen, and it is applied", async () => {
  const { plan, addPerson, idle } = lists();
  await addPerson("s-1");
  await addPerson("s-2");
  const { id } = await plan([
    rowOf({ id: "S-1" }),
    rowOf({ id: "S-2", mail: "else@example.com" }),
    rowOf({ id: "S-3" }),
  ]);
  const { visit } = site;
  expect(plain((await visit("plans")).text)).toContain(`${id} file planned 3`);
  const page = plain((await visit(`plan?id=${id}`)).text);
  expect(page).toContain("The first plan of a source only links people");
  expect(page).toContain("match-unclear: The username");
  expect(page).not.toContain("Approve the plan");
  expect(page).toContain("Another operator approves the plan.");
  const others = plain((await leadSite.visit(`plan?id=${id}`)).text);
  expect(others).toContain("Approve the plan");
  expect(others).not.toContain("Another operator approves the plan.");
  const created = plain((await visit(`plan?id=${id}&kind=create`)).text);
  expect(created).toContain("S-3 first-plan");
  expect((await visit(`find?id=${id}`)).headers["location"]).toBe(
    `plan?id=${id}`,
  );

  const own = await visit("plan-act", {
    form: hiddenFieldsOf(
      (await visit(`plan-confirm?id=${id}&verb=approve`)).text,
    ),
  });
  expect(own.status).toBe(409);
  expect(plain(own.text)).toContain("Only another caller");
  const question = await leadSite.visit(`plan-confirm?id=${id}&verb=approve`);
  expect(plain(question.text)).toContain("1 adopt");
  const form = hiddenFieldsOf(question.text);
  const wrong = { ...form, applies: '{"adopt":9}' };
  expect((await leadSite.visit("plan-act", { form: wrong })).status).toBe(409);
  expect((await leadSite.visit("plan-act", { form })).status).toBe(303);
  const apply = hiddenFieldsOf(
    (await visit(`plan-confirm?id=${id}&verb=apply`)).text,
  );
  expect((await visit("plan-act", { form: apply })).status).toBe(303);
  await idle();
  expect(plain((await visit(`plan?id=${id}&kind=adopt`)).text)).toContain(
    "1 of 1 rows are accepted",
  );
  const stop = { ...apply, verb: "stop" };
  expect((await visit("plan-act", { form: stop })).status).toBe(409);
  const unknown = { id, verb: "delete" };
  expect((await visit("plan-act", { form: unknown })).status).toBe(400);
});

test("an operator says on the page of a plan which person an employee is", async () => {
  const { plan, addPerson, engine, kindsOf, apply, platform } = lists();
  await addPerson("t-1");
  await apply(await plan([rowOf({ id: "T-0", status: "other" })]));
  const made = await plan([
    rowOf({ id: "T-1", mail: "else@example.com" }),
    rowOf({ id: "T-2" }),
  ]);
  const { id } = made;
  const page = (await site.visit(`plan?id=${id}&kind=conflict`)).text;
  const person = platform.findPerson("t-1")?.id ?? "";
  expect(page).toContain('<select name="person of T-1"');
  expect(page).toContain(`<option value="${person}">`);
  expect(plain(page)).toContain("ZoeT-1 List, t-1, else@example.com");
  expect(plain(page)).toMatch(
    new RegExp(
      `${person} .*, t-1, t-1@example.com \\(same username; other email, name/givenName, name/familyName, title\\)`,
    ),
  );
  const form = { ...hiddenFieldsOf(page), "person of T-1": "" };
  expect(await site.visit("plan-decide", { form })).toMatchObject({
    status: 400,
    text: expect.stringMatching(
      new RegExp(`<h1>Nothing was decided</h1>.* href="plan\\?id=${id}"`),
    ),
  });
  const answer = await site.visit("plan-decide", {
    form: { ...form, "person of T-1": person },
  });
  expect(answer.headers["location"]).toBe(`plan?id=${id}`);
  await engine.idle();
  expect(await kindsOf(made)).toEqual({ "T-1": "adopt", "T-2": "create" });
});

test("the page of a plan at work shows its rate, the time that is left, and why it waits", async () => {
  const { plan, approve, request, engine, partFailures, advanceTime } = lists();
  const made = await plan(
    Array.from({ length: 30 }, (_, nth) => rowOf({ id: `U-${nth}` })),
  );
  await approve(made);
  let reads = 0;
  // From the third read of the rows on, the store fails, and so the execution ends.
  partFailures.workflowTable = (_, id) => id.includes("#rows#") && ++reads > 2;
  await request("POST", `/${made.id}/apply`);
  await engine.idle();
  partFailures.workflowTable = undefined;
  advanceTime(50_000);
  const page = plain((await site.visit(`plan?id=${made.id}`)).text);
  expect(page).toMatch(
    /25 of 30 rows, [\d.]+ a second, \w+ \w+ left, interrupted: \w+/,
  );
  const all = plain((await site.visit("plans")).text);
  expect(all).toMatch(new RegExp(`${made.id} file applying: \\w+`));
});

test("a list that is refused shows each place", async () => {
  const { plan } = lists();
  const row = rowOf({ id: "S-1" });
  const { id } = await plan([row, row, row]);
  const shown = plain((await site.visit(`plan?id=${id}`)).text);
  for (const line of [3, 4])
    expect(shown).toContain(`line ${line} S-1 The employee is in line 2 too.`);
});

test.each(["uploading", "reading"])(
  "the page of a plan offers to stop it while it is %s",
  async (status) => {
    const made = await lists().plan([rowOf({ id: "V-1" })]);
    site.answerInstead((asked) =>
      asked === `GET /plans/${made.id}`
        ? Response.json({ ...made, status })
        : undefined,
    );
    const { text } = await site.visit(`plan?id=${made.id}`);
    expect(plain(text)).toContain("Stop the plan");
  },
);
