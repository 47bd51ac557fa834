import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { checkAvatar } from "../../../shared/person/avatar/check-avatar.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { passingTime } from "./passing-time.ts";

/** How the host of avatars answers now. */
let readAvatar: () => Promise<Uint8Array> = async () => sampleAvatar;

const environment = useInProcess({
  readAvatar: async () => checkAvatar(await readAvatar()),
});

const avatar = { url: "https://images.example.com/face.png" };
const tasks = [{ subject: "Meet your team", dueInDays: 1 }];
const streams = ["Newcomers"];

/** Lets the probe (`GET /people`) and these parts of a hire fail. The header `Retry-After` spares a pause in real time. */
function breakAfterCreation(parts = ["tasks", "streams", "images"]): void {
  const down = { kind: "status", status: 503, retryAfter: 1 } as const;
  const { faults } = environment().platform;
  faults.add({ ...down, method: "GET", path: "/people" });
  for (const part of parts)
    faults.add({ ...down, path: `/people/{personID}/${part}` });
}

const { pass, repair } = passingTime(environment);

const hire = (employeeId: string, data: object) =>
  environment().hire(employeeId, { tasks: [], ...data });

describe("an outage that begins after the person is created", () => {
  test("of four days loses no avatar, task or stream of the hire", async () => {
    const { find, platform, storedEmployee } = environment();
    breakAfterCreation();
    const blocked = await hire("O-all", { avatar, tasks, streams });
    expect(blocked).toMatchObject({ status: "waiting", blockedBy: "platform" });
    const personID = blocked.result?.personID ?? "";
    expect(platform.people().map(({ id }) => id)).toContain(personID);
    await pass(4 * dayMs, 6 * hourMs);
    await repair();

    expect(await find(blocked.id)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(platform.streamsOf(personID)).toHaveLength(1);
    expect(platform.imagesOf(personID)).toHaveLength(1);
    expect(await storedEmployee("O-all")).not.toHaveProperty("passwordSalt");
  });

  test("tasks that exist are not created again when their due dates change in the outage", async () => {
    const { find, platform, send, dateIn } = environment();
    breakAfterCreation(["streams"]);
    const data = { tasks, streams, startDate: dateIn(0) };
    const { id, result } = await hire("O-tasks", data);
    await pass(hourMs, hourMs);
    const startDate = dateIn(-3);
    await send("employee.changed", { employeeId: "O-tasks", startDate });
    await repair();
    expect((await find(id)).status).toBe("succeeded");
    const personID = result?.personID ?? "";
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(platform.streamsOf(personID)).toHaveLength(1);
  });

  test("an avatar that was postponed before the outage is attached after it", async () => {
    const { find, platform } = environment();
    readAvatar = async () => {
      throw new StepFailure("avatar-timeout", { retryable: true });
    };
    const hired = await hire("O-postponed", { avatar });
    expect(hired).toMatchObject({ status: "waiting", phase: "avatar" });
    readAvatar = async () => sampleAvatar;
    breakAfterCreation();
    await pass(4 * dayMs, 6 * hourMs);
    expect(await find(hired.id)).toMatchObject({ blockedBy: "platform" });
    await repair();
    expect(await find(hired.id)).toMatchObject({
      status: "succeeded",
      warnings: [],
    });
    const personID = hired.result?.personID ?? "";
    expect(platform.imagesOf(personID)).toHaveLength(1);
  });
});
