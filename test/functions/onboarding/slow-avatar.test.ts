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
/** The limit that each request to the host had. */
let limits: (number | undefined)[] = [];

const environment = useInProcess({
  graceDays: 7,
  readAvatar: async (_source, { totalTimeoutMs } = {}) => {
    limits.push(totalTimeoutMs);
    return checkAvatar(await answer());
  },
});

const isSlow = () =>
  Promise.reject(new StepFailure("avatar-timeout", { retryable: true }));
const isQuick = () => Promise.resolve(sampleAvatar);

beforeEach(() => {
  answer = isSlow;
  limits = [];
});

const hire = (employeeId: string, changes: object = {}) =>
  environment().hire(employeeId, { avatar: { url }, ...changes });

/** The round of the scheduler in which the avatars follow. */
async function followUp(): Promise<void> {
  environment().advanceTime(minuteMs + 1);
  await environment().runScheduler();
}

describe("a hire whose avatar host does not answer", () => {
  test("a hire asks a slow host once, for three seconds, and lets the avatar follow in another run", async () => {
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

    answer = isQuick;
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
    answer = isQuick;
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

describe("while a hire asks the host of its avatar", () => {
  /** Starts a hire, and resolves when its person exists. The host answers when `release` is called. */
  async function startHire(employeeId: string) {
    const { send, store } = environment();
    const host = Promise.withResolvers<Uint8Array>();
    answer = () => host.promise;
    const data = hireOf(employeeId, { avatar: { url } });
    const answered = await send("employee.hired", data);
    await expect
      .poll(
        async () => (await store.employees.get(employeeId))?.state,
        patience,
      )
      .toBe("active");
    const release = async () => {
      host.resolve(sampleAvatar);
      await environment().idle();
      return environment().operation(answered);
    };
    return { release };
  }

  /** Sends an event, and resolves to its operation when that is no longer under way. The hire goes on. */
  async function sendAndSettle(type: string, data: { employeeId: string }) {
    const { send, operation } = environment();
    const sent = await send(type, data);
    await expect
      .poll(async () => (await operation(sent)).status, patience)
      .not.toBeOneOf(["accepted", "running"]);
    return operation(sent);
  }

  test("a termination does not wait for the host of an avatar, and the disabled person gets no avatar", async () => {
    const { release } = await startHire("B-3");
    const left = { employeeId: "B-3" };
    const leaving = await sendAndSettle("employee.terminated", left);
    expect(leaving).toMatchObject({ status: "waiting", phase: "grace" });
    const hired = await release();
    expect(hired).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: "left-since" }],
    });
    const person = await environment().personOf("B-3");
    expect(person?.svc.enabled).toBe(false);
    expect(environment().platform.imagesOf(person?.id ?? "")).toEqual([]);
  });

  test("a deletion does not wait for the host of an avatar, and the hire does not touch the person again", async () => {
    const { platform, store } = environment();
    const { release } = await startHire("B-4");
    const left = { employeeId: "B-4", graceDays: 0 };
    const leaving = await sendAndSettle("employee.terminated", left);
    expect(leaving.status).toBe("succeeded");
    const from = platform.journal.length;
    expect(await release()).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: "left-since" }],
    });
    const paths = platform.journal.slice(from).map(({ path }) => path);
    expect(paths).toEqual(["/profileImages/temporary"]);
    expect((await store.employees.get("B-4"))?.state).toBe("left");
  });
});
