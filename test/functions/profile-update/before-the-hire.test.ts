import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/cli/sample/hire.ts";
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
  test("a change that has ended counts at the start, however long the hire waits", async () => {
    const { outlastOperations } = environment();
    await hireLater("B-far", { title: "Engineer" }, 200);
    const changed = await change("B-far", { title: "Boss" });
    expect(changed.status).toBe("succeeded");
    await outlastOperations();
    const person = await startDayOf("B-far", 110);
    expect(profileOf(person, "Title")).toBe("Boss");
  });

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
    expect(changed.result?.changed?.toSorted()).toEqual([
      "/address/locality",
      "/department",
      "/email",
      "/name/familyName",
      "/name/formatted",
      "/title",
    ]);
    expect(await find(hired.id)).toMatchObject({
      status: "waiting",
      dueAtMs: hired.dueAtMs,
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
    const left = ids.filter((id) => id.startsWith("avatar#"));
    // That of the change is kept as long as its data.
    expect(left.length).toBeLessThanOrEqual(1);
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

  test("a change that is older than the hire changes nothing", async () => {
    const { nowMs } = environment();
    await hireLater("B-7", { title: "Engineer" });
    const older = await change("B-7", { title: "Clerk" }, nowMs() - 60_000);
    expect(older.status).toBe("succeeded");
    expect(profileOf(await startDayOf("B-7"), "Title")).toBe("Engineer");
    expect(profileOf(await environment().personOf("B-7"), "Title")).toBe(
      "Engineer",
    );
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

  test("a change adds identities up to 20", async () => {
    const { advanceTime, store } = environment();
    await hireLater("B-20", { identities: kinds("first", 18) });
    advanceTime(1_000);
    const changed = await change("B-20", {
      title: "Boss",
      identities: { first0: null, ...kinds("second", 4), first1: "other" },
    });
    expect(changed.status).toBe("succeeded");
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
    expect(early.status).toBe("waiting");
    advanceTime(16 * 60_000);
    await runScheduler();
    expect(await find(early.id)).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
    await sendAndWait("employee.hired", hireOf("U-1", { title: "Engineer" }), {
      atMs: atMs - 1_000,
    });
    advanceTime(3 * 60_000);
    await runScheduler();
    expect((await find(early.id)).status).toBe("succeeded");
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
    advanceTime(15 * dayMs);
    await runScheduler();
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
    expect((await find(early.id)).status).toBe("succeeded");
    expect(await find(alone.id)).toMatchObject({
      status: "needs_attention",
      reason: "unknown-employee",
    });
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
    expect(past.status).toBe("waiting");
    const early = await change(employeeId, { title: "Boss" }, atMs + 2);
    advanceTime(16 * 60_000);
    await runScheduler();
    const unknown = { status: "needs_attention", reason: "unknown-employee" };
    expect(await find(early.id)).toMatchObject(unknown);
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

  test("a change after a hire that failed counts when a retry creates the person", async () => {
    const { sendAndWait, operate, find, advanceTime, runScheduler } =
      environment();
    const { platform, personOf } = environment();
    const post = { method: "POST", path: "/people" } as const;
    platform.faults.add({ kind: "status", status: 403, ...post });
    const hired = await sendAndWait("employee.hired", hireOf("U-2"));
    expect(hired.status).toBe("failed");
    advanceTime(1_000);
    const changed = await change("U-2", { title: "Boss" });
    // It has tried to create the person, too.
    expect(changed.status).toBe("failed");
    platform.faults.clear();
    await operate("POST", `/${hired.id}/retry`);
    await environment().idle();
    advanceTime(3 * 60_000);
    await runScheduler();
    expect(await find(hired.id)).toMatchObject({ status: "succeeded" });
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
    });
    expect(profileOf(await personOf("U-3"), "Title")).toBe("Boss");
  });
});
