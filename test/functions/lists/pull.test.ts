import { describe, expect, test } from "vitest";
import type { VendorName } from "../../../infra/local/local-sources.ts";
import { newcomer, usePulls } from "./pulls-for-test.ts";

const pulls = usePulls();
const vendors: VendorName[] = ["hibob", "personio", "bamboohr"];

describe.each(vendors)("%s, whose webhooks are off", (vendor) => {
  test("is pulled: one interval later, hires, changes, absences and leavers have been applied", async () => {
    const { sources, pull, apply, kindsOf, personOf, ...environment } = pulls();
    const { runUntilIdle, profileOf, store } = environment;
    const source = sources[vendor];
    const changed = source.hire(newcomer());
    const absent = source.hire(newcomer());
    const leaver = source.hire(newcomer());

    // The first plan only links people, so it has nothing to apply. An operator approves the second. Then the source is
    // in use, and each pull applies its plan itself.
    const first = await pull(vendor);
    expect(first).toMatchObject({ status: "applied", phase: "match" });
    const second = await pull(vendor);
    expect(second).toMatchObject({
      status: "planned",
      origin: "pull",
      createdBy: "schedule",
      counts: { create: 3 },
    });
    expect(await apply(second)).toMatchObject({ accepted: 3, skipped: 0 });
    await runUntilIdle();
    for (const { id } of [changed, absent, leaver])
      expect(await personOf(id)).toBeDefined();
    const third = await pull(vendor);
    expect(third).toMatchObject({ status: "applied", counts: { same: 3 } });

    const late = source.hire(newcomer());
    source.change(changed.id, { title: "Countess" });
    source.change(absent.id, { state: "on leave" });
    source.change(leaver.id, { state: "left" });
    const done = await pull(vendor);
    await runUntilIdle();
    expect(done).toMatchObject({ status: "applied", accepted: 4, skipped: 0 });
    expect(await kindsOf(done)).toEqual({
      [changed.id]: "change",
      [absent.id]: "suspend",
      [leaver.id]: "end",
      [late.id]: "create",
    });
    expect(await profileOf(changed.id)).toMatchObject({ Title: "Countess" });
    expect((await store.employees.get(absent.id))?.state).toBe("suspended");
    expect((await store.employees.get(leaver.id))?.state).toBe("left");
    expect(await personOf(late.id)).toBeDefined();

    source.change(absent.id, { state: "employed" });
    expect((await pull(vendor)).counts).toMatchObject({ resume: 1, same: 3 });
    await runUntilIdle();
    expect((await store.employees.get(absent.id))?.state).toBe("active");
    expect((await pull(vendor)).counts).toEqual({ same: 4 });
    expect(source.sent).toEqual([]);
  });
});
