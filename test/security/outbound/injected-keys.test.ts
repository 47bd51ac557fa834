import { expect, test } from "vitest";
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

const isKey =
  /^(employee#(?:[^\p{C}\p{Z}]| ){1,128}|operation#op_[\w-]{22}|(data|avatar|note)#op_[\w-]{22}#[\w-]{43}|identity#[a-z][a-z0-9-]*#.+|person#[\w-]+|(disable|deletion|rename)-limit)$/u;

const normalOf = (id: string) => id.trim().normalize("NFC");
const isVisible = (id: string) => /^(?:[^\p{C}\p{Z}]| ){1,128}$/u.test(id);
const allIds = [...hostileIds, ...impossibleIds];
const visible = allIds.filter((id) => isVisible(id) && normalOf(id) === id);
const invisible = allIds.filter((id) => !isVisible(normalOf(id)));
const some = <T>(all: readonly T[], each: number): T[] =>
  all.filter((_, index) => index % effort(each, 1) === 0);

test("an employee id of any visible characters is one employee, and affects no other item", async () => {
  const ids = some(visible, 16);
  await environment().hire("E-1");
  const bystander = async () =>
    JSON.stringify(await environment().store.employees.get("E-1"));
  const before = await bystander();
  const tellAll = async (
    type: string,
    dataOf: (employeeId: string, index: number) => object,
  ): Promise<string[]> => {
    const answers: Response[] = [];
    // In small batches, because the deletion limit counts leavers one by one and retries a limited number of times.
    for (const [index, id] of ids.entries()) {
      answers.push(await environment().send(type, dataOf(id, index)));
      if (index % 8 === 7) await environment().idle();
    }
    await environment().idle();
    const ended = await Promise.all(answers.map(environment().operation));
    expect(new Set(ended.map(({ status }) => status))).toEqual(
      new Set(["succeeded"]),
    );
    return ended.map(({ id }) => id);
  };

  const hired = await tellAll("employee.hired", (employeeId, index) => ({
    ...hireOf(`K-${index}`),
    employeeId,
  }));
  const set = await tellAll("status.set", (employeeId) => ({
    employeeId,
    text: `of ${employeeId}`,
  }));
  const items = await environment().storedItems();
  for (const [index, employeeId] of ids.entries()) {
    expect(items.map(({ id }) => id)).toContain(`employee#${employeeId}`);
    expect(await environment().personOf(employeeId)).toMatchObject({
      status: `of ${employeeId}`,
      svc: { username: `k-${index}` },
    });
    const query = `?employeeId=${encodeURIComponent(employeeId)}`;
    const listed: unknown = await (
      await environment().operate("GET", query)
    ).json();
    expect(listed).toMatchObject({
      operations: expect.arrayContaining([
        expect.objectContaining({ id: hired[index] }),
        expect.objectContaining({ id: set[index] }),
      ]),
    });
    expect(listed).toHaveProperty("operations.length", 2);
  }
  await tellAll("employee.terminated", (employeeId) => ({ employeeId }));
  expect(await bystander()).toBe(before);
  await expectInOrder();
});

test("an employee id of any other characters is refused by the receiver and leaves no item", async () => {
  const before = (await environment().storedItems()).length;
  for (const employeeId of some(invisible, 4)) {
    const events: [string, unknown][] = [
      ["employee.hired", { ...hireOf("X-1"), employeeId }],
      ["employee.terminated", { employeeId }],
      ["status.set", { employeeId, text: "x" }],
    ];
    for (const [type, data] of events) {
      const { status } = await environment().send(type, data);
      expect(`${type} ${employeeId}: ${status}`).toMatch(/: 400$/);
    }
  }
  expect(await environment().storedItems()).toHaveLength(before);
});

test("a username of any characters is only a name: it takes over no account and leads to no other path", async () => {
  const names = [...hostileIds, ...impossibleIds, "service", "SERVICE"];
  const ids = some(names, 16).concat(effort(["service"], []));
  const answers = await Promise.all(
    ids.map((username, index) =>
      environment().send("employee.hired", {
        ...hireOf(`U-${index}`),
        username,
      }),
    ),
  );
  await environment().idle();
  const ended = new Set<string>();
  for (const [index, answer] of answers.entries()) {
    const username = ids[index] ?? "";
    if (answer.status === 400) {
      ended.add("refused");
      continue;
    }
    expect(`${username}: ${answer.status}`).toMatch(/: 202$/);
    const { status, reason = "" } = await environment().operation(answer);
    ended.add(reason);
    const person = await environment().personOf(`U-${index}`);
    if (status === "succeeded")
      expect(person).toMatchObject({ svc: { username } });
    else expect(person).toBeUndefined();
  }
  expect(ended).toEqual(
    new Set([
      "",
      "refused",
      ...effort([], ["platform-refused-400"]),
      "username-or-email-taken",
    ]),
  );
  await expectInOrder();
});

test("a personID from a caller is only looked up as such", async () => {
  await environment().hire("E-2");
  const personID = (await environment().personOf("E-2"))?.id ?? "";
  const ids = [
    ...some([...hostileIds, ...impossibleIds], 16),
    "..",
    `../people/${personID}`,
    `${personID}/`,
    `${personID}?`,
    `${personID}#`,
    `${personID}%00`,
    `%${personID}`,
    ` ${personID}`,
  ];
  const answers = await Promise.all(
    ids.map((named, index) =>
      environment().send("employee.adopted", {
        employeeId: `A-${index}`,
        username: "e-2",
        email: "e-2@example.com",
        personID: named,
      }),
    ),
  );
  await environment().idle();
  for (const [index, answer] of answers.entries()) {
    expect([202, 400]).toContain(answer.status);
    expect(
      await environment().store.employees.get(`A-${index}`),
    ).toBeUndefined();
    if (answer.status === 400) continue;
    const { status, reason } = await environment().operation(answer);
    expect({ named: ids[index], status, reason }).toEqual({
      named: ids[index],
      status: "needs_attention",
      reason: "person-missing",
    });
  }
  await expectInOrder();
});

test("an operation id of a wrong form does not exist, in any spelling", async () => {
  const ids = [
    ...hostileIds,
    ...impossibleIds,
    "employee#E-1",
    "..%2femployee%23E-1",
    "op_%23",
  ];
  for (const id of ids)
    for (const [method, suffix] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/retry"],
      ["POST", "/confirm-gone"],
    ] as const)
      for (const written of [
        encodeURIComponent(id.toWellFormed()),
        encodeURI(id.toWellFormed()),
      ]) {
        const url = `/${written}${suffix}`;
        // A router never sees parts that the client removes from the path.
        if (!URL.canParse(`http://x/operations${url}`)) continue;
        const { status } = await environment().operate(method, url);
        expect(`${method} ${url}: ${status}`).toMatch(/: 40[045]$/);
      }
});

/** Each item of the table has one of our keys, and the platform got no other request. */
async function expectInOrder(): Promise<void> {
  for (const { id } of await environment().storedItems())
    expect(id).toMatch(isKey);
  const routes = environment().platform.journal.map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(routes.filter((route) => !intended.has(route))).toEqual([]);
}
