import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asEve,
  create,
  namesIn,
  platformWithPeople,
  statusOf,
} from "../../platform-for-test.ts";

describe("members", () => {
  async function club() {
    const { platform, ada, bob, eve } = await platformWithPeople();
    const json = { type: "group", name: "Club" };
    const place = await create(platform, "/places", json, asAda);
    return { platform, ada, bob, eve, place };
  }

  test("every person joins and leaves a place, and only owners add other people or owners", async () => {
    const { platform, bob, eve, place } = await club();
    const add = (as: string, person: string, state?: string) =>
      statusOf(platform, "POST", "/members", as, {
        person,
        place: place.id,
        state,
      });
    expect(await add(asBob, eve.id)).toBe(403);
    expect(await add(asBob, bob.id, "owner")).toBe(403);
    expect(await add(asBob, bob.id)).toBe(201);
    expect(await add(asBob, bob.id)).toBe(409);
    expect(await add(asAda, eve.id, "pending")).toBe(201);
    const [, ofBob, ofEve] = await namesIn(platform, "/members", "id");
    const path = `/members/${String(ofEve)}`;
    const json = { person: eve.id, place: place.id, state: "member" };
    expect(await statusOf(platform, "PUT", path, asEve, json)).toBe(403);
    expect(await statusOf(platform, "PUT", path, asAda, json)).toBe(200);
    expect(
      await statusOf(platform, "PUT", path, asAda, { ...json, person: bob.id }),
    ).toBe(400);
    expect(await statusOf(platform, "DELETE", path, asBob)).toBe(403);
    expect(
      await statusOf(platform, "DELETE", `/members/${String(ofBob)}`, asBob),
    ).toBe(204);
  });
});
