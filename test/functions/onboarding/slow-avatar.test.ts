import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { checkAvatar } from "../../../shared/person/avatar/check-avatar.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** For a busy machine. */
const patience = { timeout: 20_000 };
const url = "https://images.example.com/face.png";

/** How the host of avatars answers now. */
let answer: () => Promise<Uint8Array>;
/** The time limit of each request to the host. Undefined: that of the reader. */
let limits: (number | undefined)[] = [];

const environment = useInProcess({
  graceDays: 7,
  readAvatar: async (_source, { totalTimeoutMs } = {}) => {
    limits.push(totalTimeoutMs);
    return checkAvatar(await answer());
  },
});

const timeOut = () =>
  Promise.reject(new StepFailure("avatar-timeout", { retryable: true }));
const answerAtOnce = () => Promise.resolve(sampleAvatar);

beforeEach(() => {
  answer = timeOut;
  limits = [];
});

const hire = (employeeId: string, changes: object = {}) =>
  environment().hire(employeeId, { avatar: { url }, ...changes });

/** The round of the scheduler in which the avatars follow. */
async function followUp(): Promise<void> {
  await environment().passTime(minuteMs + 1);
}

describe("a hire whose avatar host does not answer", () => {
  test("asks the host once, for three seconds, and lets the avatar follow in another run", async () => {
    const { find, platform } = environment();
    const hired = await hire("A-1", { identities: { slack: "T1:A-1" } });
    expect(hired).toMatchObject({
      status: "waiting",
      phase: "avatar",
      warnings: [{ about: "avatar", reason: "avatar-timeout" }],
    });
    expect(limits).toEqual([3_000]);
    expect(await environment().store.employees.get("A-1")).toMatchObject({
      state: "active",
      identities: [{ kind: "slack", id: "T1:A-1" }],
    });

    answer = answerAtOnce;
    await followUp();
    const { status, warnings, phase } = await find(hired.id);
    expect({ status, warnings, phase }).toEqual({
      status: "succeeded",
      warnings: [],
    });
    expect(platform.imagesOf(hired.result?.personID ?? "")).toHaveLength(1);
  });

  test("an avatar whose host never answers is tried ten more times and becomes a warning", async () => {
    const hired = await hire("A-2");
    await followUp();
    expect(await environment().find(hired.id)).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: "avatar-timeout" }],
    });
    expect(limits).toEqual([3_000, ...Array(10).fill(undefined)]);
  });

  test("a hire whose person exists cannot be cancelled by an operator", async () => {
    const { operate } = environment();
    const hired = await hire("A-3");
    expect((await operate("POST", `/${hired.id}/cancel`)).status).toBe(409);
  });

  test("no avatar follows for a leaver, and the deletion does not wait for it", async () => {
    const { say, find, platform, passDays } = environment();
    const hired = await hire("A-4");
    const left = await say("terminated", "A-4");
    answer = answerAtOnce;
    await followUp();
    expect(await find(hired.id)).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
    });
    expect(platform.imagesOf(hired.result?.personID ?? "")).toEqual([]);
    await passDays(7);
    expect((await find(left.id)).status).toBe("succeeded");
  });
});

test("a termination does not wait for the host of an avatar, and the disabled person gets no avatar", async () => {
  const { send, store, operation, idle, personOf, platform } = environment();
  const host = Promise.withResolvers<Uint8Array>();
  answer = () => host.promise;
  const data = hireOf("B-3", { avatar: { url } });
  const hiring = await send("employee.hired", data);
  const stateOf = async () => (await store.employees.get("B-3"))?.state;
  await expect.poll(stateOf, patience).toBe("active");
  const leaving = await send("employee.terminated", { employeeId: "B-3" });
  const phaseOf = async () => (await operation(leaving)).phase;
  await expect.poll(phaseOf, patience).toBe("grace");
  host.resolve(sampleAvatar);
  await idle();
  expect(await operation(hiring)).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "avatar", reason: "left-since" }],
  });
  const person = await personOf("B-3");
  expect(person?.svc.enabled).toBe(false);
  expect(platform.imagesOf(person?.id ?? "")).toEqual([]);
});
