import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess();

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();

/** A hire that waits for its start date. */
const hireLater = (employeeId: string, changes: object = {}, days = 10) =>
  environment().sendAndWait(
    "employee.hired",
    hireOf(employeeId, { startDate: inDays(days), ...changes }),
  );

const change = (employeeId: string, fields: object, atMs?: number) =>
  environment().sendAndWait(
    "employee.changed",
    { employeeId, ...fields },
    atMs === undefined ? {} : { atMs },
  );

async function startDayOf(employeeId: string, days = 11) {
  const { advanceTime, runScheduler, personOf } = environment();
  advanceTime(days * dayMs);
  await runScheduler();
  return personOf(employeeId);
}

const profileOf = (
  person: Awaited<ReturnType<typeof startDayOf>>,
  label: string,
) => person?.svc.profile?.find((one) => one.svc_label === label)?.value;

describe("while the hire waits", () => {
  test("a change amends it, so the person is created as the change says", async () => {
    const { find, advanceTime } = environment();
    const hired = await hireLater("B-1", {
      title: "Engineer",
      department: "Platform",
      address: { locality: "Oslo", country: "Norway" },
    });
    advanceTime(1_000);
    const changed = await change("B-1", {
      title: "Boss",
      department: null,
      name: { familyName: "Berg" },
      address: { locality: "Bergen" },
      email: "berg@example.com",
    });
    expect(changed).toMatchObject({ status: "succeeded", sameAs: hired.id });
    expect(changed.result).toEqual({
      refs: {},
      changed: [
        "/email",
        "/name/familyName",
        "/title",
        "/department",
        "/address/locality",
      ],
    });
    expect(await find(hired.id)).toMatchObject({
      status: "waiting",
      dueAtMs: hired.dueAtMs,
      history: [
        { status: "waiting" },
        { by: `operation:${changed.id}`, reason: "amended" },
      ],
    });

    const person = await startDayOf("B-1");
    expect(person).toMatchObject({
      name: { givenName: "Given", familyName: "Berg", formatted: "Given Berg" },
      emails: [{ value: "berg@example.com" }],
      addresses: [{ value: { locality: "Bergen", country: "Norway" } }],
    });
    expect(profileOf(person, "Title")).toBe("Boss");
    expect(profileOf(person, "Department")).toBeUndefined();
    expect(await find(hired.id)).toMatchObject({ status: "succeeded" });
  });

  test.each([
    ["later", 10, 20],
    ["earlier", 20, 10],
  ])(
    "a start date in a change moves the hire %s",
    async (_what, first, second) => {
      const { find, advanceTime, runScheduler, personOf } = environment();
      const employeeId = `B-${first}-${second}`;
      const hired = await hireLater(employeeId, {}, first);
      advanceTime(1_000);
      const startDate = inDays(second);
      await change(employeeId, { startDate });
      const startsAtMs = Date.parse(startDate);
      const moved = await find(hired.id);
      expect(moved).toMatchObject({
        status: "waiting",
        dueAtMs: startsAtMs,
        effectiveAtMs: startsAtMs,
      });
      expect(moved.payloadUntilMs).toBe(startsAtMs + 14 * dayMs);
      advanceTime((second - 1) * dayMs);
      await runScheduler();
      expect(await personOf(employeeId)).toBeUndefined();
      const person = await startDayOf(employeeId, 1.1);
      expect(profileOf(person, "Hire Date")).toBe(startDate);
    },
  );

  test("a change that clears the start date lets the hire begin", async () => {
    const hired = await hireLater("B-2");
    environment().advanceTime(1_000);
    await change("B-2", { startDate: null });
    const person = await startDayOf("B-2", 0.01);
    expect(person).toBeDefined();
    expect(profileOf(person, "Hire Date")).toBeUndefined();
    expect(await environment().find(hired.id)).toMatchObject({
      status: "succeeded",
    });
  });

  test.runIf(isThorough)(
    "data that lies apart is amended, in either direction of 4 KB, and nothing of it stays",
    async () => {
      const { advanceTime, storedItems } = environment();
      const biography = "Long ".repeat(1_500).trim();
      await hireLater("B-3", { biography });
      advanceTime(1_000);
      await change("B-3", { title: "Boss" });
      advanceTime(1_000);
      await change("B-3", { biography: "Short" });
      advanceTime(1_000);
      await change("B-3", { expertise: biography.slice(0, 1_999) });
      advanceTime(1_000);
      await change("B-3", { biography });
      const person = await startDayOf("B-3");
      expect(profileOf(person, "Title")).toBe("Boss");
      expect(profileOf(person, "Biography")).toBe(biography);
      const items = JSON.stringify(await storedItems());
      expect(items).not.toContain("Long");
      expect(items).not.toContain("data#");
    },
  );

  test("an avatar in a change replaces that of the hire, and the bytes are erased with it", async () => {
    const { advanceTime, platform, storedItems } = environment();
    const base64 = Buffer.from(sampleAvatar).toString("base64");
    await hireLater("B-4", { avatar: { base64 } });
    advanceTime(1_000);
    await change("B-4", { title: "Boss" });
    advanceTime(1_000);
    const other = Buffer.concat([sampleAvatar, Buffer.alloc(64, 9)]);
    const changed = await change("B-4", {
      avatar: { base64: other.toString("base64") },
    });
    expect(changed.result?.changed).toEqual(["/avatar"]);
    const person = await startDayOf("B-4");
    const images = platform.imagesOf(person?.id ?? "");
    expect(images.map(({ bytes }) => Buffer.from(bytes))).toEqual([other]);
    const ids = (await storedItems()).map(({ id }) => String(id));
    expect(ids.filter((id) => id.startsWith("avatar#"))).toEqual([]);
  });

  test.runIf(isThorough)(
    "a change takes the avatar of the hire away",
    async () => {
      const { advanceTime, platform, storedItems } = environment();
      const base64 = Buffer.from(sampleAvatar).toString("base64");
      await hireLater("B-5", { avatar: { base64 } });
      advanceTime(1_000);
      await change("B-5", { avatar: null });
      const ids = (await storedItems()).map(({ id }) => String(id));
      expect(ids.filter((id) => id.startsWith("avatar#"))).toEqual([]);
      const person = await startDayOf("B-5");
      expect(platform.imagesOf(person?.id ?? "")).toEqual([]);
    },
  );

  test("of two changes the later event counts, in whichever order they arrive, also after the person exists", async () => {
    const { advanceTime, nowMs } = environment();
    await hireLater("B-6", { title: "Engineer" });
    advanceTime(10_000);
    const atMs = nowMs();
    await change("B-6", { title: "Boss" }, atMs);
    const older = await change(
      "B-6",
      { title: "Clerk", location: "Oslo" },
      atMs - 5_000,
    );
    expect(older).toMatchObject({
      status: "succeeded",
      result: { changed: ["/location"] },
      warnings: [{ about: "/title", reason: "newer-change" }],
    });
    const person = await startDayOf("B-6");
    expect(profileOf(person, "Title")).toBe("Boss");
    expect(person?.location).toBe("Oslo");

    const late = await change("B-6", { title: "Clerk" }, atMs - 4_000);
    expect(late.warnings).toEqual([
      { about: "/title", reason: "newer-change" },
    ]);
    expect(profileOf(await environment().personOf("B-6"), "Title")).toBe(
      "Boss",
    );
  });

  test("a change that is older than the hire waits for the person, and changes nothing", async () => {
    const { nowMs, advanceTime, runScheduler, find } = environment();
    await hireLater("B-7", { title: "Engineer" });
    const older = await change("B-7", { title: "Clerk" }, nowMs() - 60_000);
    expect(older).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
    expect(profileOf(await startDayOf("B-7"), "Title")).toBe("Engineer");
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(older.id)).toMatchObject({
      status: "succeeded",
      result: { changed: [] },
      warnings: [{ about: "/title", reason: "newer-change" }],
    });
    expect(profileOf(await environment().personOf("B-7"), "Title")).toBe(
      "Engineer",
    );
  });

  test("a change that is older than the hire counts if an older hire creates the person", async () => {
    const { advanceTime, nowMs, sendAndWait, runScheduler, find } =
      environment();
    const startMs = nowMs();
    advanceTime(10_000);
    const startDate = new Date(startMs + 10 * dayMs).toISOString();
    const title = "Engineer";
    await sendAndWait("employee.hired", hireOf("B-12", { title, startDate }), {
      atMs: startMs + 3_000,
    });
    const changed = await change("B-12", { title: "Boss" }, startMs + 1_000);
    await sendAndWait("employee.hired", hireOf("B-12", { title }), {
      atMs: startMs,
    });
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(changed.id)).toMatchObject({ status: "succeeded" });
    expect(profileOf(await startDayOf("B-12"), "Title")).toBe("Boss");
  });

  test("a change amends every hire that waits, so it holds whichever of them creates the person", async () => {
    const { advanceTime } = environment();
    await hireLater("B-8", { title: "Engineer" }, 10);
    advanceTime(1_000);
    const second = await hireLater("B-8", { title: "Engineer" }, 9);
    advanceTime(1_000);
    expect(await change("B-8", { title: "Boss" })).toMatchObject({
      sameAs: second.id,
      result: { changed: ["/title"] },
    });
    expect(profileOf(await startDayOf("B-8"), "Title")).toBe("Boss");
  });

  test("a change that amended a hire which turns out to be a repetition changes the person", async () => {
    const { advanceTime, nowMs, sendAndWait, find } = environment();
    const startMs = nowMs();
    advanceTime(10_000);
    const startDate = new Date(startMs + 10 * dayMs).toISOString();
    const repeated = await sendAndWait(
      "employee.hired",
      hireOf("B-10", { title: "Engineer", location: "Oslo", startDate }),
      { atMs: startMs + 3_000 },
    );
    const changed = await change(
      "B-10",
      {
        title: "Boss",
        department: "Sales",
        name: { familyName: "Berg" },
        address: { locality: "Bergen" },
        identities: { slack: "T1:B10" },
      },
      startMs + 4_000,
    );
    expect(changed).toMatchObject({ status: "succeeded", sameAs: repeated.id });
    const first = await sendAndWait(
      "employee.hired",
      hireOf("B-10", { title: "Engineer", department: "IT" }),
      { atMs: startMs },
    );
    const later = await change("B-10", { department: "HR" }, startMs + 5_000);
    expect(later.status).toBe("succeeded");

    const person = await startDayOf("B-10");
    expect(await find(repeated.id)).toMatchObject({
      status: "succeeded",
      sameAs: first.id,
      result: {
        changed: expect.arrayContaining([
          "/title",
          "/name/familyName",
          "/address/locality",
          "/identities/slack",
        ]),
      },
      warnings: expect.arrayContaining([
        { about: "/department", reason: "newer-change" },
        { about: "/location", reason: "differs" },
      ]),
    });
    expect(person).toMatchObject({
      name: { familyName: "Berg", formatted: "Given Berg" },
      addresses: [{ value: { locality: "Bergen" } }],
    });
    expect(profileOf(person, "Title")).toBe("Boss");
    expect(profileOf(person, "Department")).toBe("HR");
    expect(person).not.toHaveProperty("location");
    const { identities } = environment().store;
    expect(await identities.find("slack", "T1:B10")).toBe("B-10");
  });

  test("a change that amended a hire which a later hire replaces amends that one too, as far as it is newer", async () => {
    const { advanceTime, nowMs, sendAndWait, find } = environment();
    const startMs = nowMs();
    advanceTime(10_000);
    const dated = (days: number, fields: object, atMs: number) =>
      sendAndWait(
        "employee.hired",
        hireOf("B-11", {
          startDate: new Date(startMs + days * dayMs).toISOString(),
          ...fields,
        }),
        { atMs },
      );
    const first = await dated(5, { title: "Engineer" }, startMs);
    await change("B-11", { location: "Oslo" }, startMs + 1_000);
    await change("B-11", { title: "Boss" }, startMs + 3_000);
    const moved = { title: "Engineer", location: "Bern" };
    const second = await dated(8, moved, startMs + 2_000);
    await startDayOf("B-11", 6);
    const person = await startDayOf("B-11", 3);
    expect(await find(first.id)).toMatchObject({
      status: "cancelled",
      reason: "hired-since",
      sameAs: second.id,
    });
    expect(profileOf(person, "Title")).toBe("Boss");
    expect(person?.location).toBe("Bern");
  });

  test("identities are merged one by one", async () => {
    const { advanceTime, store } = environment();
    await hireLater("B-9", {
      identities: { slack: "T1:B9", teams: "B9-teams" },
    });
    advanceTime(1_000);
    await change("B-9", { identities: { slack: null, mattermost: "b9" } });
    await startDayOf("B-9");
    expect(await store.identities.find("slack", "T1:B9")).toBeUndefined();
    expect(await store.identities.find("teams", "B9-teams")).toBe("B-9");
    expect(await store.identities.find("mattermost", "b9")).toBe("B-9");
  });
});

describe("the identities of a hire that waits", () => {
  const kinds = (prefix: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `${prefix}${index}`,
        `${prefix}-${index}`,
      ]),
    );

  test("a change adds identities up to 20, and each one above that is a warning", async () => {
    const { advanceTime, store } = environment();
    await hireLater("B-20", { identities: kinds("first", 18) });
    advanceTime(1_000);
    const changed = await change("B-20", {
      title: "Boss",
      identities: { first0: null, ...kinds("second", 4), first1: "other" },
    });
    expect(changed).toMatchObject({
      status: "succeeded",
      warnings: [
        { about: "/identities/second3", reason: "too-many-identities" },
      ],
    });
    expect(changed.result?.changed).not.toContain("/identities/second3");
    const person = await startDayOf("B-20");
    expect(profileOf(person, "Title")).toBe("Boss");
    const found = (kind: string, id: string) => store.identities.find(kind, id);
    expect(await found("second2", "second-2")).toBe("B-20");
    expect(await found("first1", "other")).toBe("B-20");
    expect(await found("second3", "second-3")).toBeUndefined();
  });

  test.runIf(isThorough)(
    "an identity above 20 that was not added is not taken from a person whom another hire created",
    async () => {
      const { advanceTime, store, sendAndWait, nowMs } = environment();
      const atMs = nowMs();
      await hireLater("B-21", { identities: kinds("first", 20) });
      advanceTime(1_000);
      await change("B-21", { identities: { extra: "B21" } });
      await sendAndWait(
        "employee.hired",
        hireOf("B-21", { identities: { extra: "B21" } }),
        { atMs: atMs - 1_000 },
      );
      expect(await store.identities.find("extra", "B21")).toBe("B-21");
      await startDayOf("B-21");
      expect(await store.identities.find("extra", "B21")).toBe("B-21");
    },
  );
});

describe("without a hire that waits", () => {
  test("a change of an unknown employee needs attention, and runs when the hire has created the person", async () => {
    const { sendAndWait, find, advanceTime, runScheduler, personOf, nowMs } =
      environment();
    const atMs = nowMs();
    const early = await change("U-1", { title: "Boss" }, atMs);
    expect(early).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
    await sendAndWait("employee.hired", hireOf("U-1", { title: "Engineer" }), {
      atMs: atMs - 1_000,
    });
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(early.id)).toMatchObject({
      status: "succeeded",
      result: { changed: ["/title"] },
    });
    expect(profileOf(await personOf("U-1"), "Title")).toBe("Boss");
  });

  test("a change that came long before its hire and before the start date amends the hire, and its data is erased", async () => {
    const { find, advanceTime, runScheduler, runUntilIdle, storedItems } =
      environment();
    const early = await change("U-5", { title: "Boss of the canary" });
    advanceTime(dayMs);
    const startDate = inDays(40);
    // The hire is older, and arrives late.
    const hired = await environment().sendAndWait(
      "employee.hired",
      hireOf("U-5", { startDate, title: "Engineer" }),
      { atMs: early.eventAtMs - 1_000 },
    );
    for (let day = 0; day < 15; day++) {
      advanceTime(dayMs);
      await runScheduler();
      await runUntilIdle();
    }
    advanceTime(3 * 60_000);
    await runScheduler();
    await runUntilIdle();
    expect(await find(early.id)).toMatchObject({
      status: "succeeded",
      sameAs: hired.id,
    });
    const person = await startDayOf("U-5", 26);
    expect(profileOf(person, "Title")).toBe("Boss of the canary");
    expect(JSON.stringify(await storedItems())).not.toContain("canary");
  });

  test("the data of a change is erased fourteen days after it came, or after the start of a later hire, if no hire creates the person", async () => {
    const {
      find,
      advanceTime,
      runScheduler,
      runUntilIdle,
      operate,
      storedItems,
    } = environment();
    const pass = async (days: number) => {
      for (let day = 0; day < days; day++) {
        advanceTime(dayMs);
        await runScheduler();
        await runUntilIdle();
      }
    };
    const early = await change("U-6", { title: "Boss of U-6" });
    const alone = await change("U-7", { title: "Boss of U-7" });
    advanceTime(1_000);
    const hired = await hireLater("U-6", {}, 20);
    await pass(15);
    const unknown = { status: "needs_attention", reason: "unknown-employee" };
    expect(await find(early.id)).toMatchObject(unknown);
    expect(await find(alone.id)).toMatchObject({ ...unknown, run: alone.run });
    expect(JSON.stringify(await storedItems())).toContain("Boss of U-6");
    expect(JSON.stringify(await storedItems())).not.toContain("Boss of U-7");
    await operate("POST", `/${hired.id}/cancel`);
    await pass(20);
    expect(JSON.stringify(await storedItems())).not.toContain("Boss of U-6");
  });

  test("a change that is later than the only known event, a termination, needs attention once, and runs after the hire", async () => {
    const { sendAndWait, find, advanceTime, runScheduler, nowMs } =
      environment();
    const employeeId = "U-4";
    const atMs = nowMs() - 10_000;
    await sendAndWait("employee.terminated", { employeeId }, { atMs });
    const past = await change(employeeId, { title: "Clerk" }, atMs - 1);
    expect(past).toMatchObject({ status: "cancelled", reason: "left" });
    const early = await change(employeeId, { title: "Boss" }, atMs + 2);
    const unknown = { status: "needs_attention", reason: "unknown-employee" };
    expect(early).toMatchObject(unknown);
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(early.id)).toMatchObject({ ...unknown, run: early.run });
    const startDate = new Date(atMs + 1_000).toISOString();
    await sendAndWait("employee.hired", hireOf(employeeId, { startDate }), {
      atMs: atMs + 1,
    });
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(early.id)).toMatchObject({ status: "succeeded" });
    const person = await environment().personOf(employeeId);
    expect(profileOf(person, "Title")).toBe("Boss");
  });

  test("a change after a hire that failed needs attention, and runs when a retry has created the person", async () => {
    const { sendAndWait, operate, find, advanceTime, runScheduler } =
      environment();
    const { platform, personOf } = environment();
    const post = { method: "POST", path: "/people" } as const;
    platform.faults.add({ kind: "status", status: 403, ...post });
    const hired = await sendAndWait("employee.hired", hireOf("U-2"));
    expect(hired.status).toBe("failed");
    advanceTime(1_000);
    const changed = await change("U-2", { title: "Boss" });
    expect(changed).toMatchObject({
      status: "needs_attention",
      reason: "hire-failed",
    });
    platform.faults.clear();
    await operate("POST", `/${hired.id}/retry`);
    await environment().idle();
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(changed.id)).toMatchObject({ status: "succeeded" });
    expect(profileOf(await personOf("U-2"), "Title")).toBe("Boss");
  });

  test("a change while the hire runs waits for its end", async () => {
    const { send, runUntilIdle, nowMs, store, personOf } = environment();
    const { platform } = environment();
    const post = { method: "POST", path: "/people" } as const;
    platform.faults.add({ kind: "status", status: 503, ...post, times: 3 });
    const atMs = nowMs();
    await send("employee.hired", hireOf("U-3"), { atMs });
    await send(
      "employee.changed",
      { employeeId: "U-3", title: "Boss" },
      { atMs: atMs + 1 },
    );
    await runUntilIdle();
    const [changed] = await store.operations.ofEmployee("U-3");
    expect(changed).toMatchObject({
      type: "employee.changed",
      status: "succeeded",
      result: { changed: ["/title"] },
    });
    expect(changed?.sameAs).toBeUndefined();
    expect(profileOf(await personOf("U-3"), "Title")).toBe("Boss");
  });
});
