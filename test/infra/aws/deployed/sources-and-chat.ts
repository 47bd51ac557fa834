import { expect, test } from "vitest";
import { requestOfMattermost } from "../../../functions/status-relay/chat-requests.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import { deliver, deployed, inSource, replies } from "./environment.ts";

test("thin events of an HR system hire, change, suspend, resume and terminate", async () => {
  const email = "ada@personio.example";
  const person = () =>
    deployed()
      .platform.people()
      .find(({ emails }) => emails?.[0]?.value === email);
  const { id } = await inSource("personio", (source) =>
    source.hire({ givenName: "Ada", familyName: "Byron", email }),
  );
  expect(person()?.svc.enabled).toBe(true);
  for (const [change, isEnabled] of [
    [{ title: "Countess" }, true],
    [{ state: "on leave" }, false],
    [{ state: "employed" }, true],
    [{ state: "left" }, false],
  ] as const) {
    await inSource("personio", (source) => source.change(id, change));
    expect(person()?.svc.enabled).toBe(isEnabled);
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
