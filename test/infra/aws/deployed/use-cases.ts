import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../../infra/sample/hire.ts";
import { sendSlackCommand } from "../../../../infra/local/demo/send.ts";
import { diagnosisSchema } from "../../../../functions/doctor/contract.ts";
import { opsToken } from "../../../../infra/local/credentials.ts";
import { isThorough } from "../../../resilience/effort.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import { putEvent } from "../../../fixtures/put-event.ts";
import {
  deleteToken,
  deliver,
  deployed,
  event,
  makeDue,
  operate,
  operationAt,
  personOf,
} from "./environment.ts";
import { reader } from "./start-deployed.ts";

const countSignIns = () =>
  deployed().platform.journal.filter(({ path }) => path === "/login").length;

// It is the first test, because a sandbox that has a token keeps it.
test.runIf(isThorough)(
  "each workflow signs in if no token is stored",
  async () => {
    const employeeId = "E-34";
    for (const sent of [
      hireEvent(employeeId),
      event("status.set", { employeeId, text: "Back" }),
    ]) {
      await deleteToken();
      const before = countSignIns();
      const location = await deliver("/events", sent);
      expect(countSignIns()).toBeGreaterThan(before);
      expect(await operationAt(location)).toMatchObject({
        status: "succeeded",
      });
    }
  },
);

// In `npm test`, other tests prove most use cases and their permissions without bundles.
describe("the bundles with the environment and the permissions of the template", () => {
  test("process a hire, statuses, a cancelled termination and a final termination", async () => {
    const hire = hireEvent("E-1", { identities: { slack: "T0001:U1" } });
    const hired = await deliver("/onboarding", hire, "hire-1");
    expect(await operationAt(hired)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    expect(await deliver("/onboarding", hire, "hire-1")).toBe(hired);

    const typed = { userId: "U1", text: "In a meeting for 1h" };
    const reply = await sendSlackCommand(deployed().origin, {
      ...typed,
      nowMs: Date.now(),
    });
    // On a busy machine the answer comes later than the three seconds that Slack waits.
    expect(reply).toMatch(/In a meeting|I'm on it/);
    await deployed().lambda.idle();
    const status = event("status.set", { employeeId: "E-1", text: "Back" });
    const set = await deliver("/status", status, "status-1");
    expect(await operationAt(set)).toMatchObject({ status: "succeeded" });
    expect(await deliver("/status", status, "status-1")).toBe(set);
    expect(personOf("user.e-1")?.status).toBe("Back");

    const change = event("employee.changed", {
      employeeId: "E-1",
      title: "Lead",
      identities: { teams: "U-1" },
    });
    const changed = await deliver("/profile", change, "change-1");
    expect(await operationAt(changed)).toMatchObject({ status: "succeeded" });
    expect(await deliver("/profile", change, "change-1")).toBe(changed);
    const rename = event("employee.changed", {
      employeeId: "E-1",
      username: "berg.e-1",
      email: "berg.e-1@example.com",
    });
    const renamed = await deliver("/profile", rename);
    expect(await operationAt(renamed)).toMatchObject({
      status: "succeeded",
      result: { changed: ["/username", "/email"] },
    });
    const early = await deliver(
      "/profile",
      event("employee.changed", { employeeId: "E-9", title: "Lead" }),
    );
    // It waits for a hire.
    expect(await operationAt(early)).toMatchObject({ status: "waiting" });

    const termination = event("employee.terminated", { employeeId: "E-1" });
    const preview = await fetch(`${deployed().origin}/events/ops/preview`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${opsToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(termination),
    });
    expect(await preview.json()).toMatchObject({
      events: [{ match: { state: "active", limits: [{ allowed: 10 }, {}] } }],
    });
    const leaving = await deliver("/offboarding", termination);
    expect(await operationAt(leaving)).toMatchObject({ status: "waiting" });
    expect(personOf("berg.e-1")?.svc.enabled).toBe(false);
    expect(await operate("POST", `${leaving}/cancel`)).toBe(202);
    expect(personOf("berg.e-1")?.svc.enabled).toBe(true);

    const left = event("employee.terminated", {
      employeeId: "E-1",
      lastDay: new Date().toISOString(),
    });
    const gone = await deliver("/offboarding", left, "left-1");
    expect(await operate("POST", `${gone}/delete-now`)).toBe(202);
    expect(await operationAt(gone)).toMatchObject({ status: "succeeded" });
    expect(await deliver("/offboarding", left, "left-1")).toBe(gone);
    expect(personOf("berg.e-1")).toBeUndefined();
    for (const path of [
      "/operations?employeeId=E-1",
      "/operations",
      "/operations?status=needs_attention",
      "/overview",
      "/employees?state=active",
      "/employees/E-1",
    ])
      expect(await operate("GET", path)).toBe(200);
    const own = await fetch(`${deployed().origin}/operations?employeeId=E-1`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
    expect(await own.json()).toMatchObject({ operations: [] });
    // A busy machine needs more than the usual 30 s for so many deliveries.
  }, 120_000);

  test.runIf(isThorough)(
    "the scheduler starts what is due and what was lost, and gives up what never runs",
    async () => {
      const startDate = new Date(Date.now() + 86_400_000).toISOString();
      const waiting = await deliver(
        "/onboarding",
        hireEvent("E-2", { startDate }),
      );
      await makeDue(waiting);
      // It has looked, and its day has not come.
      expect(await operationAt(waiting)).toMatchObject({ status: "waiting" });

      const lastDay = startDate.slice(0, 10);
      const leaving = await deliver(
        "/offboarding",
        event("employee.terminated", { employeeId: "E-6", lastDay }),
      );
      expect(await operationAt(leaving)).toMatchObject({ status: "waiting" });

      const lost = await deliver(
        "/onboarding",
        hireEvent("E-5", { startDate }),
      );
      const execution =
        "arn:aws:lambda:us-east-1:000000000000:function:employment-workflow:1/durable-execution/gone/gone";
      await makeDue(lost, { status: "running", execution });
      expect(await operationAt(lost)).toMatchObject({ status: "accepted" });
      await makeDue(lost);
      expect(await operationAt(lost)).toMatchObject({ status: "waiting" });

      const atMs = Date.now() - 25 * 3_600_000;
      await makeDue(waiting, {
        status: "accepted",
        restarts: 5,
        updatedAtMs: atMs,
      });
      expect(await operationAt(waiting)).toMatchObject({
        status: "needs_attention",
        reason: "never-ran",
      });
    },
  );

  test("notices of what happened are on the event bus", async () => {
    await deployed().runScheduler();
    await deployed().lambda.idle();
    const ended = deployed().logs.filter(
      ({ name, line }) =>
        name === "notifications-workflow" &&
        /"level":"(?:WARN|ERROR)"/.test(line) &&
        !line.includes('"subscriber":"gone"'),
    );
    expect(ended).toEqual([]);
  });

  test.runIf(isThorough)("one URL takes every type of event", async () => {
    const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
    const hire = hireEvent("E-7", { avatar });
    const hired = await deliver("/events", hire, "hire-7");
    expect(await deliver("/events", hire, "hire-7")).toBe(hired);
    const renamed = hireEvent("E-7", { username: "renamed.e-7", avatar });
    const repeated = await deliver("/events", renamed);
    expect(await operationAt(repeated)).toMatchObject({
      status: "succeeded",
      result: { changed: ["/username"] },
    });
    const employeeId = "E-7";
    const changed = event("employee.changed", { employeeId, title: "Boss" });
    const status = event("status.set", { employeeId, text: "Back" });
    const absent = event("employee.suspended", { employeeId });
    for (const sent of [changed, status, absent]) {
      const location = await deliver("/events", sent);
      expect(await operationAt(location)).toMatchObject({
        status: "succeeded",
      });
    }
    const from = new Date(Date.now() + 86_400_000).toISOString();
    const later = event("employee.suspended", { employeeId: "E-3", from });
    const waiting = await deliver("/events", later);
    expect(await operationAt(waiting)).toMatchObject({ status: "waiting" });
  });

  test("an event from the event bus has the same effect as a webhook", async () => {
    await putEvent(deployed(), "employee.hired", hireEvent("E-3").data);
    expect(personOf("user.e-3")).toBeDefined();
  });

  test.runIf(isThorough)(
    "the doctor examines the platform with a throw-away person, and finds one wrong setting",
    async () => {
      const people = deployed().platform.people().length;
      const outcome = await deployed().lambda.invoke("doctor-handler", {
        mailbox: "ops@example.org",
      });
      if (outcome.status === "failed") throw new Error(outcome.error.errorType);
      const { checks } = diagnosisSchema.parse(JSON.parse(outcome.payload));
      expect(checks.length).toBeGreaterThan(25);
      expect(
        checks.filter(({ verdict }) => ["warning", "failed"].includes(verdict)),
      ).toMatchObject([
        // A local caller speaks SCIM, which the deployment does not have.
        { name: "callers secret", setting: "scim" },
      ]);
      expect(deployed().platform.people()).toHaveLength(people);
    },
  );
});
