import { describe, expect, test } from "vitest";
import { NotAllowedError } from "../../../shared/community/errors.ts";
import {
  clientFor,
  clientOn,
  joinAs,
} from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

describe("custom stream", () => {
  test("of another person is refused, and is not sent when the person offers no streams", async () => {
    const platform = await platformForTest();
    const { person } = await joinAs(platform, "ada");
    const { people, streams } = clientFor(platform);
    const seenByService = await people.get(person.id);
    await expect(streams.create(person.id, "x")).rejects.toMatchObject({
      status: 403,
    });
    await expect(streams.create(seenByService, "x")).rejects.toThrow(
      NotAllowedError,
    );
    expect(platform.streamsOf(person.id)).toEqual([]);
  });

  test.each([
    ["when its name is taken", "Engines", {}],
    ["above the limit", "Looms", { customStreamLimit: 1 }],
  ])("is refused %s", async (_why, name, options) => {
    const platform = await platformForTest(options);
    const { person, client } = await joinAs(platform, "ada");
    await client.streams.create(person, "Engines");
    await expect(client.streams.create(person, name)).rejects.toMatchObject({
      name: "ApiError",
      status: 409,
    });
  });
});

test("a task is sent with the documented minimum of fields", async () => {
  const http = answering(answer(201, { id: "1" }));
  await clientOn(http).tasks.create("7", {
    subject: "Meet your team",
    dueAtMs: Date.parse("2026-12-31T23:59:59.999Z"),
  });
  expect(JSON.parse(String(http.requests[0]?.body))).toEqual({
    type: "task",
    subject: "Meet your team",
    dueDate: "2026-12-31T23:59:59.999+0000",
  });
});
