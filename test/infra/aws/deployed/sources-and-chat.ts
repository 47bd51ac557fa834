import { expect, test } from "vitest";
import { sampleAvatar } from "../../../../infra/sample/hire.ts";
import { requestOfMattermost } from "../../../functions/status-relay/chat-requests.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import { operationIdOf } from "../../../../shared/webhook/delivery.ts";
import {
  copyItem,
  deliver,
  deployed,
  event,
  inSource,
  keyOf,
  list,
  newest,
  operationAt,
  replies,
} from "./environment.ts";

test.each(["hibob", "personio", "bamboohr"] as const)(
  "thin events of %s hire, change, suspend, resume and terminate",
  async (vendor) => {
    const email = `ada.${vendor}@example.com`;
    const person = () =>
      deployed()
        .platform.people()
        .find(({ emails }) => emails?.[0]?.value === email);
    const { id } = await inSource(vendor, (source) =>
      source.hire({ givenName: "Ada", familyName: "Byron", email }),
    );
    expect(person()?.svc.enabled).toBe(true);
    for (const [change, isEnabled] of [
      [{ title: "Countess" }, true],
      [{ state: "on leave" }, false],
      [{ state: "employed" }, true],
      [{ state: "left" }, false],
    ] as const) {
      await inSource(vendor, (source) => source.change(id, change));
      expect(person()?.svc.enabled).toBe(isEnabled);
    }
  },
);

test("a thin event that another attempt has handled accepts nothing twice, and deletes its avatar", async () => {
  const other = await newest("type=employee.hired");
  await inSource(
    "hibob",
    (source) => {
      source.faults.add({ kind: "latency", of: "avatar", ms: 1, times: 1 });
      return source.hire({
        givenName: "Grace",
        familyName: "Hopper",
        email: "grace@example.com",
        photo: "usual",
      });
    },
    async () => {
      // HiBob sends more than one webhook.
      for (const read of await list("type=record.changed&status=running")) {
        const id = operationIdOf("hibob", `${read.split("/").at(-1)}#record`);
        await copyItem(keyOf(other), `operation#${id}`);
      }
    },
  );
  const { status, sameAs } = await operationAt(
    await newest("type=record.changed"),
  );
  expect(status).toBe("succeeded");
  expect(await operationAt(`/operations/${sameAs}`)).toBeDefined();
});

test("large data of a delivery that comes twice is deleted", async () => {
  const employeeId = "E-20";
  await deliver("/onboarding", hireEvent(employeeId));
  const change = event("employee.changed", {
    employeeId,
    avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
  });
  const status = event("status.set", { employeeId, text: "😀".repeat(1_000) });
  for (const [path, sent] of [
    ["/profile", change],
    ["/status", status],
  ] as const) {
    const first = await deliver(path, sent, `large-${path}`);
    expect(await deliver(path, sent, `large-${path}`)).toBe(first);
    expect(await operationAt(first)).toMatchObject({ status: "succeeded" });
  }
});

test("a status that the platform takes long to set is answered later, and one is shown", async () => {
  const identities = { mattermost: "a".repeat(26) };
  await deliver("/onboarding", hireEvent("E-21", { identities }));
  const late = `late?${"x".repeat(500)}`;
  const type = async (text: string, triggerId?: string) => {
    const request = requestOfMattermost({
      text,
      triggerId,
      userId: identities.mattermost,
      atMs: Date.now(),
      responseUrl: replies().urlOf(late),
    });
    const url = `${deployed().origin}/status/mattermost`;
    const answer = await fetch(url, request);
    await deployed().lambda.idle();
    return answer.text();
  };
  // A read is given up and repeated sooner than a chat tool must have its answer.
  deployed().platform.faults.add({ kind: "latency", ms: 3_500, times: 3 });
  const long = "😀".repeat(1_000);
  await type(long, "long");
  expect(replies().answersTo(late)).toHaveLength(1);
  // The delivery comes twice, so what it stored again is deleted.
  await type(long, "long");
  expect(await type("show")).toMatch("😀");
});
