import { describe, expect, test } from "vitest";
import { clientOn } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";

const newTask = {
  subject: "Meet your team",
  dueAtMs: Date.parse("2026-12-31T23:59:59.999Z"),
};

describe("task", () => {
  test("is sent with the documented minimum of fields", async () => {
    const http = answering(answer(201, { id: "1" }));
    await clientOn(http).tasks.create("7", newTask);
    expect(JSON.parse(String(http.requests[0]?.body))).toEqual({
      type: "task",
      subject: "Meet your team",
      dueDate: "2026-12-31T23:59:59.999+0000",
    });
  });

  test("is not created with a date outside the years 0000-9999", async () => {
    const http = answering();
    await expect(
      clientOn(http).tasks.create("7", { ...newTask, dueAtMs: Infinity }),
    ).rejects.toThrow(RangeError);
    expect(http.requests).toEqual([]);
  });
});
