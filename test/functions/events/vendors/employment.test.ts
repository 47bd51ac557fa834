import { describe, expect, test } from "vitest";
import type { NewFaultRule } from "../../../../infra/local/sources/faults.ts";
import { effort, isThorough } from "../../../resilience/effort.ts";
import { useVendors, vendorNames } from "./use-vendors.ts";

const vendors = useVendors();

let hires = 0;
function newcomer(givenName = "Ada") {
  return {
    givenName,
    familyName: "Byron",
    email: `${givenName}.${++hires}@example.com`.toLowerCase(),
    title: "Analyst",
  };
}

const failures: [string, NewFaultRule][] = [
  ["answers 404 at first", { kind: "status", status: 404, times: 4 }],
  ["answers 429", { kind: "status", status: 429, retryAfter: 2, times: 2 }],
  ["answers 500", { kind: "status", status: 500, times: 2 }],
  ["sends half an answer", { kind: "malformed-json", times: 1 }],
  ["closes the connection", { kind: "reset", times: 1 }],
  ["is slow", { kind: "latency", ms: 300, times: 2 }],
];

describe.each(vendorNames)("an employee in %s", (vendor) => {
  // The whole employment is tried with each vendor, what a source does wrong with the first.
  const isFirst = vendor === vendorNames[0];
  const isTried = isFirst || isThorough;
  const hire = (givenName?: string) =>
    vendors().inVendor(vendor, (source) => source.hire(newcomer(givenName)));

  test("is hired with an avatar, changed, suspended, resumed and leaves by thin events", async () => {
    const { inVendor, personSeen, operationsOf } = vendors();
    const { id, email } = await hire();
    expect(await personSeen(id)).toEqual({
      name: "Ada Byron",
      email,
      title: "Analyst",
      isEnabled: true,
      images: 1,
    });
    await inVendor(vendor, (source) =>
      source.change(id, { familyName: "Lovelace", title: "Countess" }),
    );
    expect(await personSeen(id)).toMatchObject({
      name: "Ada Lovelace",
      title: "Countess",
    });
    await inVendor(vendor, (source) =>
      source.change(id, { state: "on leave" }),
    );
    expect(await personSeen(id)).toMatchObject({ isEnabled: false });
    await inVendor(vendor, (source) =>
      source.change(id, { state: "employed" }),
    );
    expect(await personSeen(id)).toMatchObject({ isEnabled: true });
    await inVendor(vendor, (source) => source.change(id, { state: "left" }));
    expect(await personSeen(id)).toBeUndefined();
    const operations = await operationsOf(id);
    expect(
      operations.filter(({ status }) => status === "needs_attention"),
    ).toEqual([]);
  });

  test.runIf(isTried)(
    "ends as the record says when duplicates of all webhooks arrive in the wrong order",
    async () => {
      const { inVendor, personSeen, sourceOf, settle, platform } = vendors();
      const source = sourceOf(vendor);
      const release = async () => {
        await source.release("reversed");
        await settle();
      };
      source.faults.add({ kind: "duplicate" });
      source.faults.add({ kind: "hold" });
      const { id, email } = await hire();
      await inVendor(vendor, () => source.change(id, { title: "Countess" }));
      expect(await personSeen(id)).toBeUndefined();
      await release();
      expect(await personSeen(id)).toMatchObject({
        title: "Countess",
        isEnabled: true,
      });

      await inVendor(vendor, () => source.change(id, { state: "on leave" }));
      await inVendor(vendor, () => source.change(id, { state: "employed" }));
      await release();
      expect(await personSeen(id)).toMatchObject({ isEnabled: true });
      const sameEmail = platform
        .people()
        .filter(({ emails }) => emails?.some(({ value }) => value === email));
      expect(sameEmail).toHaveLength(1);

      await inVendor(vendor, () => source.change(id, { title: "Baroness" }));
      await inVendor(vendor, () => source.change(id, { state: "left" }));
      await release();
      expect(await personSeen(id)).toBeUndefined();
    },
  );

  test.each(effort(isFirst ? failures.slice(0, 2) : [], failures))(
    "is hired although the source %s",
    async (_name, rule) => {
      const { sourceOf, personSeen } = vendors();
      sourceOf(vendor).faults.add(rule);
      const { id } = await hire();
      expect(await personSeen(id)).toMatchObject({
        name: "Ada Byron",
        isEnabled: true,
      });
    },
  );

  test.runIf(isTried)(
    "stays as they are while the source does not find the record, and is changed when it does again",
    async () => {
      const { inVendor, sourceOf, personSeen, advanceTime, settle } = vendors();
      const { id } = await hire();
      const { faults, requests, change } = sourceOf(vendor);
      const before = await personSeen(id);
      faults.add({ kind: "status", status: 404 });
      const reads = requests.length;
      change(id, { title: "Lost" });
      await expect.poll(() => requests.length).toBeGreaterThan(reads);
      // The read is tried again for an hour.
      advanceTime(2 * 60 * 60_000);
      await settle();
      expect(await personSeen(id)).toEqual(before);
      faults.clear();
      await inVendor(vendor, (source) => source.change(id, { title: "Found" }));
      expect(await personSeen(id)).toEqual({ ...before, title: "Found" });
    },
  );

  test.runIf(isTried)(
    "is not changed by the record of another person, who is not changed either",
    async () => {
      const { inVendor, sourceOf, personSeen, operationsOf } = vendors();
      const { id } = await hire("Ada");
      const other = await hire("Grace");
      const before = [await personSeen(id), await personSeen(other.id)];
      const { faults } = sourceOf(vendor);
      faults.add({ kind: "another-record", id: other.id });
      await inVendor(vendor, (source) => source.change(id, { state: "left" }));
      expect([await personSeen(id), await personSeen(other.id)]).toEqual(
        before,
      );
      const [latest] = await operationsOf(id);
      expect(latest).toMatchObject({
        type: "record.changed",
        status: "needs_attention",
        reason: "record-of-another",
      });
      faults.clear();
      await inVendor(vendor, (source) => source.change(id, {}));
      expect(await personSeen(id)).toBeUndefined();
      expect(await personSeen(other.id)).toEqual(before[1]);
    },
  );

  test.runIf(isTried)("leaves when the vendor deletes the record", async () => {
    const { inVendor, personSeen } = vendors();
    const { id } = await hire();
    await inVendor(vendor, (source) => source.remove(id));
    expect(await personSeen(id)).toBeUndefined();
  });
});
