import { expect, test } from "vitest";
import { employeeIdSchema } from "../../../shared/fields.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../../resilience/effort.ts";
import { hostileIds, impossibleIds } from "./hostile-ids.ts";

const environment = useInProcess();

/** The only routes of the platform that a company's events may lead to. */
const intended = new Set([
  "POST /login",
  "GET /people",
  "POST /people",
  "GET /people/{personID}",
  "PUT /people/{personID}",
  "DELETE /people/{personID}",
  "GET /people/{personID}/images",
  "GET /people/{personID}/tasks",
  "GET /people/{personID}/streams",
  "GET /contents",
]);

/** The forms of the keys of our table. */
const keys = [
  /^employee#(?:[^\p{C}\p{Z}]| ){1,128}$/u,
  /^operation#op_[\w-]{22}$/,
  /^(?:data|avatar|note)#op_[\w-]{22}#[\w-]{43}$/,
  /^identity#[a-z][a-z0-9-]*#.+$/,
  /^person#[\w-]+$/,
  /^(?:disable|deletion|rename)-limit$/,
];

const texts = [...hostileIds, ...impossibleIds];
/** All texts, or in `npm test` each of so many. */
const sliceOf = <T>(all: readonly T[], each: number): T[] =>
  all.filter((_, index) => index % effort(each, 1) === 0);

// `test/shared/fields.test.ts` has the ids that are refused.
test("an employee id of any visible characters is one employee, and affects no other item", async () => {
  const { hire, store, sendAndWait, personOf, operate } = environment();
  await hire("E-1");
  const before = await store.employees.get("E-1");
  const isId = (id: string) => employeeIdSchema.safeParse(id).data === id;
  for (const [index, employeeId] of sliceOf(texts.filter(isId), 8).entries()) {
    const data = { ...hireOf(`K-${index}`), employeeId };
    const { id } = await sendAndWait("employee.hired", data);
    expect(await personOf(employeeId)).toMatchObject({
      svc: { username: `k-${index}` },
    });
    const query = `?employeeId=${encodeURIComponent(employeeId)}`;
    const listed: unknown = await (await operate("GET", query)).json();
    expect(listed).toMatchObject({ operations: [{ id }] });
    const ended = await sendAndWait("employee.terminated", { employeeId });
    expect(ended.status).toBe("succeeded");
  }
  expect(await store.employees.get("E-1")).toEqual(before);
  await expectOnlyOurs();
});

test("a username of any characters is only a name: it takes over no account and leads to no other path", async () => {
  const { send, idle, operation, personOf } = environment();
  const usernames = [...sliceOf(texts, 8), "service", "SERVICE"];
  const ended = new Set<string>();
  for (const [index, username] of usernames.entries()) {
    const data = { ...hireOf(`U-${index}`), username };
    const answer = await send("employee.hired", data);
    await idle();
    const { status, reason } =
      answer.status === 202
        ? await operation(answer)
        : { status: answer.status, reason: "" };
    ended.add(`${status} ${reason}`);
    const person = await personOf(`U-${index}`);
    if (status === "succeeded") expect(person?.svc.username).toBe(username);
    else expect(person).toBeUndefined();
  }
  expect([...ended].sort()).toEqual([
    "400 ",
    "failed platform-refused-400",
    "needs_attention username-or-email-taken",
    "succeeded undefined",
  ]);
  await expectOnlyOurs();
});

test("a personID from a caller is only looked up, and finds no person in another spelling", async () => {
  const { hire, personOf, send, idle, operation, store } = environment();
  await hire("E-2");
  const personID = (await personOf("E-2"))?.id ?? "";
  const ids = [`../people/${personID}`, `${personID}/`, `${personID}?`];
  for (const [index, named] of [...sliceOf(texts, 8), ...ids].entries()) {
    const answer = await send("employee.adopted", {
      employeeId: `A-${index}`,
      username: "e-2",
      email: "e-2@example.com",
      personID: named,
    });
    await idle();
    expect([202, 400]).toContain(answer.status);
    expect(await store.employees.get(`A-${index}`)).toBeUndefined();
    if (answer.status === 202)
      expect((await operation(answer)).reason).toBe("person-missing");
  }
  await expectOnlyOurs();
});

test("an operation id of a wrong form does not exist, in any spelling", async () => {
  for (const id of [...sliceOf(texts, 2), "..%2femployee%23E-1", "op_%23"])
    for (const encode of [encodeURIComponent, encodeURI])
      for (const [method, suffix] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/retry"],
      ] as const) {
        const url = `/${encode(id.toWellFormed())}${suffix}`;
        // A router never sees parts that the client removes from the path.
        if (!URL.canParse(`http://x/operations${url}`)) continue;
        const { status } = await environment().operate(method, url);
        expect(`${method} ${url}: ${status}`).toMatch(/: 40[045]$/);
      }
});

/** Expects that each item of the table has one of our keys, and that the platform got only the intended requests. */
async function expectOnlyOurs(): Promise<void> {
  const ids = (await environment().storedItems()).map(({ id }) => String(id));
  expect(ids.filter((id) => !keys.some((key) => key.test(id)))).toEqual([]);
  const routes = environment().platform.journal.map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(routes.filter((route) => !intended.has(route))).toEqual([]);
}
