import { describe, expect, test } from "vitest";
import { isThorough } from "../../../resilience/effort.ts";
import { vendors as records } from "../../../shared/webhook/presets/vendors.ts";
import {
  everything,
  type Told,
} from "../../../shared/webhook/presets/vendors/vendor.ts";
import { useVendors, vendorNames } from "./use-vendors.ts";

// BambooHR with fields sends a hire for each change. By this setting, it changes the person.
const vendors = useVendors({ repeatedHire: "update" });

let hires = 0;
function newcomer(givenName = "Ada") {
  return {
    givenName,
    familyName: "Byron",
    email: `${givenName}.${++hires}@example.com`.toLowerCase(),
    title: "Analyst",
  };
}

describe.each(vendorNames)("an employee in %s", (vendor) => {
  const { tells = everything, urls, hasAvatars = false } = records[vendor]!;
  /** Whether the record is read back. */
  const isRead = urls !== undefined;
  const isTold = (told: Told) => tells.includes(told);
  // The whole employment is tried with each vendor, and what a source does wrong with one that has no avatars.
  const isChosen = vendor === "deel";
  const isTried = isChosen || isThorough;
  const hire = (givenName?: string) =>
    vendors().inVendor(vendor, (source) => source.hire(newcomer(givenName)));

  test("is hired, changed, suspended and resumed, and leaves, as far as the vendor tells it", async () => {
    const { inVendor, personSeen, operationsOf, sourceOf } = vendors();
    const { id, email } = await hire();
    const hired = {
      name: "Ada Byron",
      email,
      title: "Analyst",
      isEnabled: true,
      images: hasAvatars ? 1 : 0,
    };
    expect(await personSeen(id)).toEqual(hired);
    await inVendor(vendor, (source) =>
      source.change(id, { familyName: "Lovelace", title: "Countess" }),
    );
    const changed = isTold("change")
      ? { ...hired, name: "Ada Lovelace", title: "Countess" }
      : hired;
    expect(await personSeen(id)).toEqual(changed);
    await inVendor(vendor, (source) =>
      source.change(id, { state: "on leave" }),
    );
    const isEnabled = !isTold("absence");
    expect(await personSeen(id)).toEqual({ ...changed, isEnabled });
    await inVendor(vendor, (source) =>
      source.change(id, { state: "employed" }),
    );
    expect(await personSeen(id)).toEqual(changed);
    await inVendor(vendor, (source) => source.change(id, { state: "left" }));
    expect(await personSeen(id)).toEqual(
      isTold("leaving") ? undefined : changed,
    );
    const operations = await operationsOf(id);
    expect(
      operations.filter(({ status }) => status === "needs_attention"),
    ).toEqual([]);
    expect(operations.some(({ type }) => type === "record.changed")).toBe(
      isRead,
    );
    const { requests, sent } = sourceOf(vendor);
    expect(requests.length > 0).toBe(isRead);
    expect(sent.filter(({ state }) => state !== "delivered")).toEqual([]);
  });

  test.runIf(isTried)(
    "ends as the record says when duplicates of all webhooks arrive in the wrong order",
    async () => {
      const { inVendor, personSeen, sourceOf, runUntilIdle, platform } =
        vendors();
      const source = sourceOf(vendor);
      const release = async () => {
        await source.release("reversed");
        await runUntilIdle();
      };
      source.faults.add({ kind: "duplicate" });
      source.faults.add({ kind: "hold" });
      const { id, email } = await hire();
      await inVendor(vendor, () => source.change(id, { title: "Countess" }));
      expect(await personSeen(id)).toBeUndefined();
      await release();
      const employed = {
        title: isTold("change") ? "Countess" : "Analyst",
        isEnabled: true,
      };
      expect(await personSeen(id)).toMatchObject(employed);

      await inVendor(vendor, () => source.change(id, { state: "on leave" }));
      await inVendor(vendor, () => source.change(id, { state: "employed" }));
      await release();
      expect(await personSeen(id)).toMatchObject(employed);
      const sameEmail = platform
        .people()
        .filter(({ emails }) => emails?.some(({ value }) => value === email));
      expect(sameEmail).toHaveLength(1);

      await inVendor(vendor, () => source.change(id, { title: "Baroness" }));
      await inVendor(vendor, () => source.change(id, { state: "left" }));
      await release();
      if (isTold("leaving")) expect(await personSeen(id)).toBeUndefined();
      else expect(await personSeen(id)).toMatchObject(employed);
    },
  );

  test.runIf(isTried)(
    "leaves when the vendor deletes the record, if it tells it",
    async () => {
      const { inVendor, personSeen } = vendors();
      const { id } = await hire();
      const hired = await personSeen(id);
      await inVendor(vendor, (source) => source.remove(id));
      expect(await personSeen(id)).toEqual(
        isTold("deletion") ? undefined : hired,
      );
    },
  );
});

test("a termination announced by HiBob stays planned while the user may not read the termination date", async () => {
  const { inVendor, sourceOf, operationsOf } = vendors();
  const { id } = await vendors().inVendor("hibob", (source) =>
    source.hire(newcomer()),
  );
  const planned = async () =>
    (await operationsOf(id)).find(({ type }) => type === "employee.terminated");
  await inVendor("hibob", (source) =>
    source.change(id, { lastDay: "2999-12-31" }),
  );
  expect(await planned()).toMatchObject({ status: "waiting" });

  const { faults } = sourceOf("hibob");
  faults.add({ kind: "unreadable", fields: ["internal.terminationDate"] });
  await inVendor("hibob", (source) => source.change(id, { title: "Countess" }));
  expect(await planned()).toMatchObject({ status: "waiting" });

  faults.clear();
  await inVendor("hibob", (source) => source.change(id, { lastDay: null }));
  expect(await planned()).toMatchObject({ status: "cancelled" });
});

test("an absence in BambooHR goes on while the access level hides the status, and needs attention", async () => {
  const { inVendor, sourceOf, operationsOf, personSeen } = vendors();
  const { id } = await inVendor("bamboohr", (source) =>
    source.hire(newcomer()),
  );
  await inVendor("bamboohr", (source) =>
    source.change(id, { state: "on leave" }),
  );
  expect(await personSeen(id)).toMatchObject({ isEnabled: false });
  sourceOf("bamboohr").faults.add({
    kind: "unreadable",
    fields: ["employmentHistoryStatus"],
  });
  await inVendor("bamboohr", (source) =>
    source.change(id, { title: "Countess" }),
  );
  expect(await personSeen(id)).toMatchObject({ isEnabled: false });
  const [latest] = await operationsOf(id);
  expect(latest).toMatchObject({
    type: "record.changed",
    status: "needs_attention",
    reason: "record-invalid",
  });
});
