import fc from "fast-check";
import type { WireRequest } from "./wire.ts";

/** One change of a request in transit. The numbers select the position and the inserted text. */
type Mutation = {
  what: keyof typeof changes;
  how: keyof typeof edits;
  at: number;
  chosen: number;
};

/** Text that attackers insert at unexpected positions. */
const morsels = [
  ["\0", "\u0001", ",", " ", "\t", "=", ".", ";", "-", "\u00ff", "\ufeff"],
  ["%00", "%2f..%2f", "//", "../", "?", "#", "&ssl_check=2"],
  ["'", '"', "{", "[", "}]", "null", "true", "1e999", "9".repeat(40)],
  ["\ud83d\ude80", "__proto__", "constructor", "A".repeat(300)],
  ["v1,", "v1a,AAAA", "v0="],
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
  ["x-forwarded-host", "localhost"],
  ["x-original-url", "/operations"],
  ["host", "localhost"],
  ["expect", "100-continue"],
  ["authorization", "Bearer "],
  ["webhook-id", "__proto__"],
  ["__proto__", "polluted"],
  ["cookie", "a=b"],
  ["x-snowman", "\u2603"],
] as const;

/** How a text changes at a position. */
const edits = {
  flip: (text, at, chosen) =>
    text.slice(0, at) +
    String.fromCharCode(text.charCodeAt(at) ^ (1 << (chosen % 7))) +
    text.slice(at + 1),
  cut: (text, at, chosen) =>
    text.slice(0, at) + text.slice(at + 1 + (chosen % 50)),
  insert: (text, at, chosen) =>
    text.slice(0, at) + pick(morsels, chosen) + text.slice(at),
  splice: (text, at, chosen, other) =>
    text.slice(0, at) + other.slice(chosen % (other.length + 1)),
} satisfies Record<
  string,
  (text: string, at: number, chosen: number, other: string) => string
>;

type Edit = (text: string, other: string) => string;

/** What changes of a request. A part that is taken over comes from another request. */
const changes = {
  body: (request, edit, other) => ({
    ...request,
    body: Buffer.from(edit(latin1(request.body), latin1(other.body)), "latin1"),
  }),
  path: (request, edit, { path }) => ({
    ...request,
    path: `/${edit(request.path.slice(1), path.slice(1))}`,
  }),
  query: (request, edit, { query }) => ({
    ...request,
    query: edit(request.query, query),
  }),
  "value of a header": ({ headers, ...request }, edit, other, at) => ({
    ...request,
    headers: headers.map(([name, value], nth) => {
      const [, another = ""] = pick(other.headers, nth) ?? [];
      return [name, nth === at ? edit(value, another) : value] as const;
    }),
  }),
  "one header less": ({ headers, ...request }, _edit, _other, at) => ({
    ...request,
    headers: headers.toSpliced(at, 1),
  }),
  "a header twice": ({ headers, ...request }, _edit, _other, at) => ({
    ...request,
    headers: [...headers, ...headers.slice(at, at + 1)],
  }),
  "an odd header": ({ headers, ...request }, _edit, _other, _at, chosen) => ({
    ...request,
    headers: [...headers, pick(odd, chosen) ?? ["a", "b"]],
  }),
  "other headers": (request, _edit, { headers }) => ({ ...request, headers }),
  "some other headers": (
    { headers, ...request },
    _edit,
    other,
    at,
    chosen,
  ) => ({
    ...request,
    headers: [
      ...headers.toSpliced(at, 1),
      ...other.headers.slice(chosen % 3, (chosen % 3) + 2),
    ],
  }),
  "another path": (request, _edit, { path }) => ({ ...request, path }),
  "another method": (request, _edit, _other, _at, chosen) => ({
    ...request,
    method: pick(methods, chosen) ?? "GET",
  }),
} satisfies Record<
  string,
  (
    request: WireRequest,
    edit: Edit,
    other: WireRequest,
    header: number,
    chosen: number,
  ) => WireRequest
>;

const namesOf = <T extends object>(table: T) =>
  fc.constantFrom(...(Object.keys(table) as (keyof T)[]));

export const mutationsArbitrary: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: namesOf(changes),
    how: namesOf(edits),
    at: fc.nat(),
    chosen: fc.nat(),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Applies mutations to one of the recordings. Parts that are taken over come from the others. */
export const mutate = (
  recording: WireRequest,
  mutations: readonly Mutation[],
  others: readonly WireRequest[],
): WireRequest =>
  mutations.reduce((request, { what, how, at, chosen }) => {
    const edit: Edit = (text, other) =>
      edits[how](text, at % (text.length || 1), chosen, other);
    const header = at % (request.headers.length || 1);
    const other = pick(others, chosen) ?? request;
    return changes[what](request, edit, other, header, chosen);
  }, recording);

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
