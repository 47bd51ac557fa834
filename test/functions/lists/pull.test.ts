import { describe, expect, test } from "vitest";
import type { VendorName } from "../../../infra/local/local-sources.ts";
import { newcomer, usePulls } from "./pulls-for-test.ts";

const pulls = usePulls();
const vendors: VendorName[] = ["hibob", "personio", "bamboohr"];

describe.each(vendors)("%s, whose webhooks are off", (vendor) => {
  test("is pulled: hires, changes, absences and leavers are right after one interval", async () => {
    const { sources, pull, apply, begin, kindsOf, personOf, store } = pulls();
    const { runUntilIdle, profileOf } = pulls();
    const source = sources[vendor];
    const [one, two, three] = [1, 2, 3].map(() => source.hire(newcomer()));
    const ids = [one!.id, two!.id, three!.id];

    // The first plan only links people, so it has nothing to apply. An operator approves the second.
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
    for (const id of ids) expect(await personOf(id)).toBeDefined();
    expect(await begin(vendor)).toMatchObject({
      status: "applied",
      counts: { same: 3 },
    });

    const late = source.hire(newcomer());
    source.change(one!.id, { title: "Countess" });
    source.change(two!.id, { state: "on leave" });
    source.change(three!.id, { state: "left" });
    const done = await pull(vendor);
    await runUntilIdle();
    expect(done).toMatchObject({ status: "applied", accepted: 4, skipped: 0 });
    expect(await kindsOf(done)).toEqual({
      [one!.id]: "change",
      [two!.id]: "suspend",
      [three!.id]: "end",
      [late.id]: "create",
    });
    expect(await profileOf(one!.id)).toMatchObject({ Title: "Countess" });
    expect((await store.employees.get(two!.id))?.state).toBe("suspended");
    expect((await store.employees.get(three!.id))?.state).toBe("left");
    expect(await personOf(late.id)).toBeDefined();

    source.change(two!.id, { state: "employed" });
    expect((await pull(vendor)).counts).toMatchObject({ resume: 1, same: 3 });
    await runUntilIdle();
    expect((await store.employees.get(two!.id))?.state).toBe("active");
    expect((await pull(vendor)).counts).toEqual({ same: 4 });
    expect(source.sent).toEqual([]);
  });
});
