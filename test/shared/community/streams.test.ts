import { describe, expect, test } from "vitest";
import { NotAllowedError } from "../../../shared/community/errors.ts";
import type { Stream } from "../../../shared/community/person-resources.ts";
import {
  clientFor,
  clientOn,
  joinAs,
} from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

async function namesOf(list: AsyncIterable<Stream>) {
  return (await Array.fromAsync(list)).map(({ name }) => name);
}

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

  test("is refused when its name is taken", async () => {
    const { person, client } = await joinAs(await platformForTest(), "ada");
    await client.streams.create(person, "Engines");
    await expect(
      client.streams.create(person, "Engines"),
    ).rejects.toMatchObject({ name: "ApiError", status: 409 });
  });

  test("is refused above the limit", async () => {
    const platform = await platformForTest({ customStreamLimit: 1 });
    const { person, client } = await joinAs(platform, "ada");
    await client.streams.create(person, "Engines");
    await expect(client.streams.create(person, "Looms")).rejects.toMatchObject({
      status: 409,
    });
  });
});

test.each([
  ["as the documented list object", { list: [{ name: "a" }, { name: "b" }] }],
  ["as a bare array", [{ name: "a" }, { name: "b" }]],
])("streams.list accepts a response %s", async (_title, body) => {
  const { streams } = clientOn(answering(answer(200, body)));
  expect(await namesOf(streams.list("7"))).toEqual(["a", "b"]);
});
