import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { isThorough } from "../../resilience/effort.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess();

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();

/** A hire that waits for its start date. */
const hireLater = (employeeId: string, changes: object = {}, days = 10) =>
  environment().hire(employeeId, { startDate: inDays(days), ...changes });

const change = (employeeId: string, fields: object) =>
  environment().say("changed", employeeId, fields);

async function personAfterStart(employeeId: string, days = 11) {
  await environment().passDays(days);
  return environment().personOf(employeeId);
}

const profileOf = (employeeId: string) => environment().profileOf(employeeId);

describe("while the hire waits", () => {
  test("a change amends it, so the person is created as the change says", async () => {
    const { find } = environment();
    const hired = await hireLater("B-1", {
      title: "Engineer",
      department: "Platform",
      address: { locality: "Oslo", country: "Norway" },
    });
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

    const person = await personAfterStart("B-1");
    expect(person).toMatchObject({
      name: { givenName: "Given", familyName: "Berg", formatted: "Given Berg" },
      emails: [{ value: "berg@example.com" }],
      addresses: [{ value: { locality: "Bergen", country: "Norway" } }],
    });
    expect(await profileOf("B-1")).toMatchObject({ Title: "Boss" });
    expect(await profileOf("B-1")).not.toHaveProperty("Department");
    expect(await find(hired.id)).toMatchObject({ status: "succeeded" });
  });

  test("a change of an earlier day counts, also before the first hire and between two starts", async () => {
    const { hire, passDays } = environment();
    await change("B-9", { title: "Boss" });
    await change("B-10", { title: "Boss" });
    await hireLater("B-10", { department: "Platform" }, 9);
    await passDays(1);
    await change("B-10", { department: "Sales" });
    await passDays(1);
    await hireLater("B-10");
    await hire("B-9");
    expect(await profileOf("B-9")).toEqual({ Title: "Boss" });
    await passDays(11);
    const profile = { Title: "Boss", Department: "Sales" };
    expect(await profileOf("B-10")).toMatchObject(profile);
  });

  test("an avatar in a change replaces that of the hire", async () => {
    const { platform } = environment();
    const base64 = Buffer.from(sampleAvatar).toString("base64");
    await hireLater("B-4", { avatar: { base64 } });
    await change("B-4", { title: "Boss" });
    const other = Buffer.concat([sampleAvatar, Buffer.alloc(64, 9)]);
    const changed = await change("B-4", {
      avatar: { base64: other.toString("base64") },
    });
    expect(changed.result?.changed).toEqual(["/avatar"]);
    const person = await personAfterStart("B-4");
    const images = platform.imagesOf(person?.id ?? "");
    expect(images.map(({ bytes }) => Buffer.from(bytes))).toEqual([other]);
  });
});

test.runIf(isThorough)(
  "a 21st identity that a change and an earlier hire bring is linked, and stays linked after the start",
  async () => {
    const { hire, store, nowMs } = environment();
    const atMs = nowMs();
    const kinds = Array.from({ length: 20 }, (_, index) => `first${index}`);
    const identities = Object.fromEntries(kinds.map((kind) => [kind, kind]));
    await hireLater("B-21", { identities });
    const extra = { identities: { extra: "B21" } };
    await change("B-21", extra);
    await hire("B-21", extra, { atMs: atMs - 1_000 });
    expect(await store.identities.find("extra", "B21")).toBe("B-21");
    await personAfterStart("B-21");
    expect(await store.identities.find("extra", "B21")).toBe("B-21");
  },
);

describe("without a hire that waits", () => {
  test("a change of an unknown employee needs attention, and runs when the hire has created the person", async () => {
    const { hire, find, nowMs, passTime } = environment();
    const atMs = nowMs();
    const early = await change("U-1", { title: "Boss" });
    expect(early.status).toBe("waiting");
    await passTime(16 * minuteMs);
    expect(await find(early.id)).toMatchObject(
      needsAttention("unknown-employee"),
    );
    await hire("U-1", { title: "Engineer" }, { atMs: atMs - 1_000 });
    await passTime(3 * minuteMs);
    expect((await find(early.id)).status).toBe("succeeded");
    expect(await profileOf("U-1")).toEqual({ Title: "Boss" });
  });

  test("a change keeps its data for 14 days, or until a start to come, and then asks to be sent again", async () => {
    const { find, hire, runUntilIdle, operate, storedItems, passDays } =
      environment();
    const pass = async (days: number) => {
      for (let day = 0; day < days; day++) {
        await passDays(1);
        await runUntilIdle();
      }
    };
    const early = await change("U-6", { title: "Boss of U-6" });
    const alone = await change("U-7", { title: "Boss of U-7" });
    const hired = await hireLater("U-6", {}, 20);
    await pass(15);
    expect((await find(early.id)).status).toBe("succeeded");
    expect(await find(alone.id)).toMatchObject(
      needsAttention("unknown-employee"),
    );
    expect(JSON.stringify(await storedItems())).toContain("Boss of U-6");
    expect(JSON.stringify(await storedItems())).not.toContain("Boss of U-7");
    await hire("U-7");
    await runUntilIdle();
    expect(await find(alone.id)).toMatchObject(needsAttention("data-erased"));
    await operate("POST", `/${hired.id}/cancel`);
    await pass(20);
    expect(JSON.stringify(await storedItems())).not.toContain("Boss of U-6");
  });
});
