import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  bodyLimit,
  note,
  operationOf,
  problemOf,
  useReceiver,
} from "./receiver-for-test.ts";

const receiver = useReceiver();

/** Valid JSON with exactly this number of bytes. */
function eventOf(bytes: number): string {
  const bare = JSON.stringify(note({ note: "" }));
  const event = note({ note: "n".repeat(bytes - bare.length) });
  return JSON.stringify(event);
}

describe("body size", () => {
  test("allows exactly 256 KiB, and a body with one byte more is refused before parsing", async () => {
    const { sendAsBot } = receiver();
    const spaces = " ".repeat(bodyLimit - JSON.stringify(note()).length);
    const fitting = JSON.stringify(note()) + spaces;
    expect(fitting.length).toBe(bodyLimit);
    expect((await sendAsBot({ body: fitting })).status).toBe(202);
    expect((await sendAsBot({ body: `${fitting} ` })).status).toBe(413);
    expect((await sendAsBot({ body: eventOf(bodyLimit + 1) })).status).toBe(
      413,
    );
  });

  test("is counted in bytes, not in characters", async () => {
    const body = `${JSON.stringify(note())}${"\u3000".repeat(bodyLimit / 3)}`;
    expect(body.length).toBeLessThan(bodyLimit);
    expect((await receiver().sendAsBot({ body })).status).toBe(413);
  });

  test("is measured on the body, also with a false content-length", async () => {
    const headers = { "content-length": "10" };
    const body = eventOf(bodyLimit + 1);
    expect((await receiver().sendAsBot({ body, headers })).status).toBe(413);
  });
});

describe("body encoding", () => {
  test("keeps text beyond ASCII unchanged", async () => {
    const { sendAsBot, store, started } = receiver();
    await sendAsBot({ event: note({ note: "Zoë 雪 🚀" }) });
    const schema = z.object({ note: z.string() });
    const operation = await operationOf(store, started[0]);
    expect(await store.payloads.readData(operation, schema)).toEqual({
      note: "Zoë 雪 🚀",
    });
  });

  test("says of a body that is not JSON, or not UTF-8, what it must be, and changes nothing", async () => {
    const { send, ids } = receiver();
    const latin1 = Uint8Array.from(
      Buffer.from(JSON.stringify(note({ note: "Zoë" })), "latin1"),
    );
    for (const body of [latin1, "{", ""]) {
      const problem = await problemOf(await send({ body }));
      expect(problem.errors).toEqual([
        { pointer: "#", detail: "must be JSON, in UTF-8" },
      ]);
    }
    expect(await ids()).toEqual([]);
  });

  test("accepts a byte order mark", async () => {
    const body = `\ufeff${JSON.stringify(note())}`;
    expect((await receiver().send({ body })).status).toBe(202);
  });

  test("names an unknown field whose name is half of a surrogate pair", async () => {
    const body = JSON.stringify(note()).replace(
      'note":',
      'a\\ud800":1,"note":',
    );
    const problem = await problemOf(await receiver().send({ body }));
    expect(problem.errors).toEqual([
      { pointer: "#/data/a%EF%BF%BD", detail: "is not a known field" },
    ]);
  });
});

describe("body structure", () => {
  test("gives a short answer to a body with twenty thousand issues", async () => {
    const { sendAsBot, lines } = receiver();
    const fields = Array.from({ length: 20_000 }, (_, n) => `"${n}":0`);
    const body = JSON.stringify(note()).replace(
      '"data":{',
      `"data":{${fields.join()},`,
    );
    const problem = await problemOf(await sendAsBot({ body }));
    expect(problem.errors).toHaveLength(100);
    expect(lines.at(-1)?.fields.fields).toEqual(["#/data"]);
  });

  test("refuses a field of the envelope that is not known, and names it", async () => {
    const { sendAsBot, ids } = receiver();
    const answer = await sendAsBot({ event: { ...note(), id: "canary" } });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).errors).toEqual([
      { pointer: "#/id", detail: "is not a known field" },
    ]);
    expect(await ids()).toEqual([]);
  });
});
