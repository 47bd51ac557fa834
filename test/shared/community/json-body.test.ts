import fc from "fast-check";
import { anyText } from "../../fixtures/any-text.ts";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { stripGuardLine } from "../../../shared/community/json-body.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { effort } from "../../resilience/effort.ts";

const guard = "throw 'allowIllegalResourceCall is false.';";

describe("stripGuardLine", () => {
  test.each([
    ["a line feed", `${guard}\n{"a":1}`],
    ["carriage return and line feed", `${guard}\r\n{"a":1}`],
    ["blanks and empty lines", `${guard} \t\n\n {"a":1}`],
    ["nothing", `${guard}{"a":1}`],
  ])("removes a guard line that is followed by %s", (_title, text) => {
    expect(stripGuardLine(text)).toBe('{"a":1}');
  });

  test("removes the text up to the first semicolon only", () => {
    expect(stripGuardLine(`throw 'x';{"a":"b;c"}`)).toBe('{"a":"b;c"}');
    expect(stripGuardLine(`${guard}\n{"a":"; ","b":";"}`)).toBe(
      '{"a":"; ","b":";"}',
    );
  });

  test.each(["", "{}", " {}", "throwaway; {}", `"${guard}"`])(
    "keeps %j, which has no guard line",
    (text) => {
      expect(stripGuardLine(text)).toBe(text);
    },
  );

  test("never alters a JSON text, even when its strings contain the guard line", () => {
    const stringWithGuard = fc
      .tuple(fc.string(), fc.string())
      .map(([before, after]) => before + guard + after);
    const value = fc.oneof(
      fc.jsonValue(),
      stringWithGuard,
      fc.dictionary(stringWithGuard, stringWithGuard),
      fc.array(stringWithGuard),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (body, indent) => {
        const text = JSON.stringify(body, null, indent);
        expect(stripGuardLine(text)).toBe(text);
        expect(stripGuardLine(`${guard}\n${text}`)).toBe(text);
      }),
    );
  });
});

describe("response over the network", () => {
  test("is read the same for all divisions into chunks, with and without a guard line", async () => {
    const server = await serveInPieces();
    const { family } = clientFor({ baseUrl: server.baseUrl });
    const text = fc.oneof(
      anyText()
        // The schema drops a key of this name, as it should.
        .filter((given) => given !== "__proto__"),
      fc.constantFrom(
        guard,
        `${guard}\n{"a":1}`,
        "throw 'x';",
        "é;é\u{1f600};",
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom("", guard, `${guard}\n`, `${guard}\r\n\r\n`),
        fc.array(fc.nat(150), { maxLength: 8 }),
        async (subject, prefix, cuts) => {
          const item = { id: "7", [subject]: subject, list: [subject] };
          server.answerWith(prefix + JSON.stringify(item), cuts);
          expect(await family("inbox").get("7")).toEqual(item);
        },
      ),
      { numRuns: effort(15, 60) },
    );
  });
});

/** A server that sends its responses in pieces, cut at any byte, also within a character. */
async function serveInPieces() {
  let pieces: Buffer[] = [];
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    const sendNext = () => {
      const piece = pieces.shift();
      if (piece) response.write(piece, () => setImmediate(sendNext));
      else response.end();
    };
    sendNext();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    answerWith(text: string, cuts: number[]) {
      const bytes = Buffer.from(text);
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      pieces = ends.map((end, index) =>
        bytes.subarray(index === 0 ? 0 : ends[index - 1], end),
      );
    },
  };
}
