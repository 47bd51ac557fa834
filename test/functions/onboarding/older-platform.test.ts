import { describe, expect, test } from "vitest";
import { startInProcess, useInProcess } from "../../environments/in-process.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const avatarOf = (bytes: Uint8Array | string) => ({
  base64: Buffer.from(bytes).toString("base64"),
});

test("an older platform without tasks or images and with few streams leads to warnings", async () => {
  const { hire, personOf, close } = await startInProcess({
    platform: { version: "3.0", customStreamLimit: 1, profileImages: false },
  });
  const operation = await hire("O-1", {
    avatar: avatarOf(sampleAvatar),
    tasks: [{ subject: "Meet your team", dueInDays: 1 }],
    streams: ["Incidents", "Newcomers"],
  });
  const person = await personOf("O-1");
  await close();
  expect(operation.status).toBe("succeeded");
  expect(operation.warnings).toEqual([
    { about: "avatar", reason: "platform-refused-404" },
    { about: "tasks", reason: "platform-refused-404" },
    { about: "streams", reason: "platform-refused-409" },
  ]);
  expect(person?.svc.enabled).toBe(true);
});

describe("a hire whose avatar fails", () => {
  const environment = useInProcess();

  test.each(rows<[title: string, avatar: unknown, reason: string]>`
    it is no image | ${avatarOf("<svg/> and more")} | not-an-image
    its address is an inner one | ${{ url: "https://127.0.0.1/x.png" }} | url-not-allowed
  `)("succeeds with one warning: %s", async (_which, avatar, reason) => {
    const employeeId = `A-${reason}`;
    const operation = await environment().hire(employeeId, { avatar });
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [{ about: "avatar", reason: `avatar-${reason}` }],
    });
    expect(await environment().personOf(employeeId)).toBeDefined();
  });
});
