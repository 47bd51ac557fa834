import fc from "fast-check";
import type { WireRequest } from "./wire.ts";

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

/** Changes a text at one position. It may take the end of another text. */
type Edit = (text: string, other: string) => string;
const edits: fc.Arbitrary<Edit> = fc
  .tuple(fc.nat(), fc.nat(), fc.constantFrom("insert", "cut", "splice", "flip"))
  .map(([anywhere, chosen, how]) => (text, other) => {
    const at = anywhere % (text.length || 1);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    if (how === "insert") return before + pick(morsels, chosen) + after;
    if (how === "cut") return before + after.slice(1 + (chosen % 50));
    if (how === "splice")
      return before + other.slice(chosen % (other.length + 1));
    const code = after.charCodeAt(0) ^ (1 << (chosen % 7));
    return before + String.fromCharCode(code) + after.slice(1);
  });

/** Changes a part of a request in transit. It may take a part of another request; `chosen` is any number. */
type Change = (
  request: WireRequest,
  other: WireRequest,
  edit: Edit,
  chosen: number,
) => Partial<WireRequest>;
const changes: readonly Change[] = [
  ({ body }, other, edit) => ({
    body: Buffer.from(edit(latin1(body), latin1(other.body)), "latin1"),
  }),
  ({ path }, other, edit) => ({ path: `/${edit(path, other.path)}` }),
  ({ query }, other, edit) => ({ query: edit(query, other.query) }),
  ({ headers }, other, edit, chosen) => ({
    headers: headers.map(([name, value], at) => [
      name,
      at === chosen % headers.length
        ? edit(value, other.headers[at]?.[1] ?? "")
        : value,
    ]),
  }),
  // One header is missing, one comes twice (the first odd one, if there are none), or an odd one is added.
  ({ headers }, _, __, chosen) => ({
    headers: headers.toSpliced(chosen % (headers.length || 1), 1),
  }),
  ({ headers }, _, __, chosen) => ({
    headers: [...headers, pick([...headers, odd[0]], chosen)],
  }),
  ({ headers }, _, __, chosen) => ({
    headers: [...headers, pick(odd, chosen)],
  }),
  (_, { headers }) => ({ headers }),
  (_, { path }) => ({ path }),
  (_, __, ___, chosen) => ({ method: pick(methods, chosen) }),
];

/** One of the requests after one to four changes. A change may take parts of the other requests. */
export function changedInTransit(
  requests: readonly WireRequest[],
): fc.Arbitrary<WireRequest> {
  const any = fc.constantFrom(...requests);
  const change = fc.tuple(fc.constantFrom(...changes), any, edits, fc.nat());
  return fc
    .tuple(any, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([original, all]) =>
      all.reduce(
        (request, [make, ...given]) => ({
          ...request,
          ...make(request, ...given),
        }),
        original,
      ),
    );
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length]!;
}
