import { expect, test, vi } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { startInProcess, useInProcess } from "../../environments/in-process.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess();

const creation = { method: "POST", path: "/people" } as const;
const imagesPath = "/people/{personID}/images";

// `test/resilience/faults` has every other fault at every request of a hire.
test.each<[title: string, FaultRule, uploads: number]>([
  ["a request is lost", { kind: "reset-before", ...creation, times: 1 }, 1],
  ["an answer is lost", { kind: "reset-after", ...creation, times: 1 }, 1],
  [
    "its temporary image expired",
    { kind: "temporary-images-expired", path: imagesPath, times: 1 },
    2,
  ],
])(
  "a hire ends with one person, and each task, stream and image once, if %s",
  async (_what, rule, uploads) => {
    const { sendAndWait, platform } = environment();
    const from = platform.journal.length;
    platform.faults.add(rule);
    const { data } = hireEvent(`E-${rule.kind}`);
    const operation = await sendAndWait("employee.hired", data);
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    const { personID = "" } = operation.result ?? {};
    const { people, tasksOf, streamsOf, imagesOf } = platform;
    const named = people().filter(({ svc }) => svc.username === data.username);
    expect(named).toMatchObject([{ id: personID }]);
    const subjects = tasksOf(personID).map(({ subject }) => subject);
    expect([subjects.length, new Set(subjects).size]).toEqual([3, 3]);
    const names = streamsOf(personID).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Incidents", "Newcomers"]);
    expect(imagesOf(personID)).toHaveLength(1);
    const paths = platform.journal.slice(from).map(({ path }) => path);
    expect(
      paths.filter((path) => path === "/profileImages/temporary"),
    ).toHaveLength(uploads);
  },
);

test("the person of a creation that takes effect after a second one was refused is found by a retry", async () => {
  const { hire, act, platform, store, find } = environment();
  const late = { kind: "late-effect", times: 1, afterRequests: 1 } as const;
  const refusal = { kind: "status", status: 403, skip: 1, times: 1 } as const;
  // The second creation is refused, and only then the first one takes effect.
  for (const fault of [late, refusal])
    platform.faults.add({ ...fault, ...creation });
  const refused = await hire("E-late");
  expect(refused).toMatchObject({ status: "needs_attention" });
  await act("retry", refused.id);
  const { people } = platform;
  const named = people().filter(({ svc }) => svc.username === "e-late");
  const { personID } = (await store.employees.get("E-late")) ?? {};
  expect(named.map(({ id }) => id)).toEqual([personID]);
  expect((await find(refused.id)).status).toBe("succeeded");
});

test("the person of a creation that takes effect after a termination has looked for it is found and deleted five minutes later", async () => {
  const { hire, say, passTime, platform, find } = environment();
  // Each later attempt looks for the person, and its creation is refused. The last look is that of the termination.
  platform.faults.add({ kind: "status", status: 503, ...creation, skip: 1 });
  const late = { kind: "late-effect", ...creation, times: 1 } as const;
  platform.faults.add({ ...late, afterRequests: 11 });
  await hire("E-gone");
  const { id, status } = await say("terminated", "E-gone");
  expect(status).toBe("waiting");
  expect(platform.findPerson("e-gone")?.svc.enabled).toBe(true);
  await passTime(5 * minuteMs);
  expect((await find(id)).status).toBe("succeeded");
  expect(platform.findPerson("e-gone")).toBeUndefined();
});

test("a hire is cancelled if its employee leaves while the answer of its lost creation is missing", async () => {
  const { hire, send, partFailures, platform, store } = environment();
  const read = () => store.employees.get("E-left");
  platform.faults.add({ kind: "reset-before", ...creation, times: 1 });
  // The termination is said before the second attempt reads the employee.
  partFailures.workflowTable = async (command, id) => {
    const isRead = command === "GetItemCommand" && id === "employee#E-left";
    if (!isRead || (await read())?.person.is !== "unsure") return false;
    partFailures.workflowTable = undefined;
    await send("employee.terminated", { employeeId: "E-left" });
    await vi.waitUntil(async () => (await read())?.statements.length === 2);
    return false;
  };
  const { status, reason } = await hire("E-left");
  expect([status, reason]).toEqual(["cancelled", "terminated-since"]);
});

test("a hire that is refused because its address is taken does not look for a person of its lost request", async () => {
  const { hire, addPerson, platform, store } = environment();
  await addPerson("e-taken");
  platform.faults.add({ kind: "reset-before", ...creation, times: 1 });
  const email = "e-taken@example.com";
  const failed = await hire("E-lost", { email });
  expect(failed.reason).toBe("username-or-email-taken");
  const item = await store.employees.get("E-lost");
  expect(item?.person).toEqual({ is: "none" });
});

/** Fails the first requests of a kind, and no later ones. */
function failFirst(
  count: number,
  isHit: (command: string, id: string, input: string) => boolean,
) {
  let left = count;
  return (command: string, id: string, input: string) =>
    isHit(command, id, input) && left-- > 0;
}

test("identities that cannot be linked lead to a warning", async () => {
  const { hire, partFailures } = environment();
  partFailures.workflowTable = (_command, id) => id.startsWith("identity#");
  const operation = await hire("F-1", { identities: { slack: "T1:F-1" } });
  expect(operation).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "identities", reason: "unexpected" }],
  });
});

test("a person whose link could not be stored at first is linked by the next attempt", async () => {
  const { hire, partFailures, store } = environment();
  partFailures.workflowTable = failFirst(1, (_command, id) =>
    id.startsWith("person#"),
  );
  const { result } = await hire("F-2");
  expect(await store.persons.find(result?.personID ?? "")).toBe("F-2");
});

test("a hire whose creation got no answer asks for attention if the store then fails at each attempt", async () => {
  const { hire, partFailures, platform } = environment();
  platform.faults.add({ kind: "reset-after", ...creation, times: 1 });
  // With the lost answer, these are the ten attempts of the step.
  partFailures.workflowTable = failFirst(
    9,
    (command, id) =>
      command === "GetItemCommand" &&
      id === "employee#F-3" &&
      platform.findPerson("f-3") !== undefined,
  );
  const { status } = await hire("F-3");
  expect(platform.findPerson("f-3")).toBeDefined();
  expect(status).toBe("needs_attention");
});

const avatarOf = (bytes: Uint8Array | string) => ({
  base64: Buffer.from(bytes).toString("base64"),
});

test("an older platform without tasks or images and with few streams leads to warnings", async () => {
  const { hire, personOf, close } = await startInProcess({
    platform: { version: "3.0", customStreamLimit: 1, profileImages: false },
  });
  const operation = await hire("O-1", {
    avatar: avatarOf(sampleAvatar),
    tasks: [{ subject: "Meet your team", dueInDays: 1 }],
    streams: ["Incidents", "Newcomers"],
  });
  const person = await personOf("O-1");
  await close();
  expect(operation.status).toBe("succeeded");
  expect(operation.warnings).toEqual([
    { about: "avatar", reason: "platform-refused-404" },
    { about: "tasks", reason: "platform-refused-404" },
    { about: "streams", reason: "platform-refused-409" },
  ]);
  expect(person?.svc.enabled).toBe(true);
});

test.each(rows<[title: string, avatar: unknown, reason: string]>`
  it is no image | ${avatarOf("<svg/> and more")} | not-an-image
  its address is an inner one | ${{ url: "https://127.0.0.1/x.png" }} | url-not-allowed
`)(
  "a hire whose avatar fails succeeds with one warning: %s",
  async (_which, avatar, reason) => {
    const employeeId = `A-${reason}`;
    const operation = await environment().hire(employeeId, { avatar });
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: `avatar-${reason}` }],
    });
    expect(await environment().personOf(employeeId)).toBeDefined();
  },
);
