import fc from "fast-check";
import type { WireRequest } from "./wire.ts";

/** One change of a request in transit. The numbers select the position and the inserted text. */
type Mutation = {
  what: (typeof parts)[number];
  how: (typeof edits)[number];
  at: number;
  chosen: number;
};

/** Text that attackers insert at unexpected positions. */
const morsels = [
  ["\0", "\u0001", ",", " ", "\t", "=", ".", ";", "-", "\u00ff", "\ufeff"],
  ["%00", "%2f..%2f", "//", "../", "?", "#", "'", '"', "{", "[", "}]", "null"],
  ["9".repeat(40), "\ud83d\ude80", "__proto__", "constructor"],
  ["A".repeat(300), "v1,", "v1a,AAAA", "v0="],
].flat();
const methods = "GET PUT DELETE HEAD OPTIONS PATCH TRACE x".split(" ");
const odd = [
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-encoding", "gzip"],
  ["content-length", "0"],
  ["transfer-encoding", "chunked"],
  ["x-http-method-override", "DELETE"],
  ["x-forwarded-for", "127.0.0.1"],
  ["x-original-url", "/operations"],
  ["authorization", "Bearer "],
  ["webhook-id", "__proto__"],
  ["__proto__", "polluted"],
  ["x-snowman", "\u2603"],
] as const;

const edits = ["flip", "cut", "insert", "splice"] as const;
const parts = [
  "body",
  "path",
  "query",
  "value of a header",
  "one header less",
  "a header twice",
  "an odd header",
  "other headers",
  "another path",
  "another method",
] as const;

/** A changed text. What is taken over comes from the other text. */
function edit(
  text: string,
  other: string,
  { how, at: anywhere, chosen }: Mutation,
): string {
  const at = anywhere % (text.length || 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (how === "insert") return before + pick(morsels, chosen) + after;
  if (how === "splice")
    return before + other.slice(chosen % (other.length + 1));
  if (how === "cut") return before + after.slice(1 + (chosen % 50));
  const code = after.charCodeAt(0) ^ (1 << (chosen % 7));
  return before + String.fromCharCode(code) + after.slice(1);
}

/** A changed request. What is taken over comes from the other request. */
function change(
  request: WireRequest,
  other: WireRequest,
  mutation: Mutation,
): WireRequest {
  const { headers, path, query, body } = request;
  const { at, chosen } = mutation;
  const place = at % (headers.length || 1);
  const [name = "", value = ""] = headers[place] ?? [];
  switch (mutation.what) {
    case "body": {
      const text = edit(latin1(body), latin1(other.body), mutation);
      return { ...request, body: Buffer.from(text, "latin1") };
    }
    case "path":
      return { ...request, path: `/${edit(path, other.path, mutation)}` };
    case "query":
      return { ...request, query: edit(query, other.query, mutation) };
    case "value of a header": {
      const [, another = ""] = pick(other.headers, place) ?? [];
      const edited = [name, edit(value, another, mutation)] as const;
      const changed = headers.map((one, nth) => (nth === place ? edited : one));
      return { ...request, headers: changed };
    }
    case "one header less":
      return { ...request, headers: headers.toSpliced(place, 1) };
    case "a header twice":
      return {
        ...request,
        headers: [...headers, ...headers.slice(place, place + 1)],
      };
    case "an odd header":
      return { ...request, headers: [...headers, pick(odd, chosen)!] };
    case "other headers":
      return { ...request, headers: other.headers };
    case "another path":
      return { ...request, path: other.path };
    case "another method":
      return { ...request, method: pick(methods, chosen)! };
  }
}

export const mutationsArbitrary: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...parts),
    how: fc.constantFrom(...edits),
    at: fc.nat(),
    chosen: fc.nat(),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Applies mutations to a request. Parts that are taken over come from the others. */
export const mutate = (
  request: WireRequest,
  mutations: readonly Mutation[],
  others: readonly WireRequest[],
): WireRequest =>
  mutations.reduce(
    (changed, mutation) =>
      change(changed, pick(others, mutation.chosen) ?? request, mutation),
    request,
  );

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
