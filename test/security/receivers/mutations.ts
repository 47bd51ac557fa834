import fc from "fast-check";
import type { WireRequest } from "./wire.ts";

/** One change of a request in transit. The numbers select the position and the inserted text. */
type Mutation = { kind: (typeof kinds)[number]; at: number; what: number };

const kinds = [
  "flip-body",
  "cut-body",
  "insert-body",
  "splice-body",
  "flip-header",
  "cut-header",
  "insert-header",
  "drop-header",
  "double-header",
  "add-header",
  "splice-headers",
  "swap-header",
  "flip-path",
  "splice-path",
  "method",
  "query",
] as const;

/** Text that attackers insert at unexpected positions. */
const morsels = [
  "\0",
  "\u0001",
  ",",
  " ",
  "\t",
  "=",
  ".",
  ";",
  "%00",
  "%2f..%2f",
  "//",
  "../",
  "?",
  "#",
  "'",
  '"',
  "{",
  "[",
  "}]",
  "\u00ff",
  "\ud83d\ude80",
  "\ufeff",
  "9".repeat(40),
  "-",
  "1e999",
  "null",
  "true",
  "__proto__",
  "constructor",
  "v1,",
  "v1a,AAAA",
  "v0=",
  "ssl_check=2",
  "A".repeat(300),
];
const methods = [
  "GET",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "x",
];
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

export const mutationsArbitrary: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(), what: fc.nat() }),
  { minLength: 1, maxLength: 4 },
);

/** Applies mutations to one of the recordings. Inserted parts come from the others. */
export function mutate(
  recording: WireRequest,
  mutations: readonly Mutation[],
  others: readonly WireRequest[],
): WireRequest {
  return mutations.reduce(
    (request, mutation) => apply(request, mutation, others),
    recording,
  );
}

function apply(
  request: WireRequest,
  { kind, at, what }: Mutation,
  others: readonly WireRequest[],
): WireRequest {
  const { body, headers, path } = request;
  const other = pick(others, what) ?? request;
  const morsel = pick(morsels, what) ?? "";
  const place = at % (headers.length || 1);
  switch (kind) {
    case "flip-body": {
      const bytes = Uint8Array.from(body);
      const index = at % (bytes.length || 1);
      if (index < bytes.length)
        bytes[index] = (bytes[index] ?? 0) ^ (1 << (what % 8));
      return { ...request, body: bytes };
    }
    case "cut-body":
      return { ...request, body: spliced(body, at, what % 50, []) };
    case "insert-body":
      return { ...request, body: spliced(body, at, 0, Buffer.from(morsel)) };
    case "splice-body": {
      const cut = at % (body.length + 1);
      const from = what % (other.body.length + 1);
      const bytes = [...body.slice(0, cut), ...other.body.slice(from)];
      return { ...request, body: Uint8Array.from(bytes) };
    }
    case "flip-header":
      return changeHeader(request, place, (value) => {
        const index = what % (value.length || 1);
        const flipped = value.charCodeAt(index) ^ (1 << (at % 7));
        return `${value.slice(0, index)}${String.fromCharCode(flipped)}${value.slice(index + 1)}`;
      });
    case "cut-header":
      return changeHeader(request, place, (value) => {
        const index = what % (value.length || 1);
        return value.slice(0, index) + value.slice(index + 1 + (at % 5));
      });
    case "insert-header":
      return changeHeader(request, place, (value) => {
        const index = at % (value.length + 1);
        return value.slice(0, index) + morsel + value.slice(index);
      });
    case "drop-header":
      return { ...request, headers: headers.filter((_, n) => n !== place) };
    case "double-header":
      return {
        ...request,
        headers: [...headers, ...headers.slice(place, place + 1)],
      };
    case "add-header":
      return {
        ...request,
        headers: [...headers, pick(odd, what) ?? ["a", "b"]],
      };
    case "splice-headers":
      return { ...request, headers: other.headers };
    case "swap-header":
      return {
        ...request,
        headers: [
          ...headers.filter((_, n) => n !== place),
          ...other.headers.slice(at % 3, (at % 3) + 2),
        ],
      };
    case "flip-path": {
      const index = 1 + (at % (path.length || 1));
      return {
        ...request,
        path: path.slice(0, index) + morsel + path.slice(index + (what % 2)),
      };
    }
    case "splice-path":
      return { ...request, path: other.path };
    case "method":
      return { ...request, method: pick(methods, what) ?? "GET" };
    case "query":
      return { ...request, query: request.query + morsel };
  }
}

function changeHeader(
  request: WireRequest,
  place: number,
  change: (value: string) => string,
): WireRequest {
  return {
    ...request,
    headers: request.headers.map(([name, value], n) =>
      n === place ? [name, change(value)] : [name, value],
    ),
  };
}

function spliced(
  bytes: Uint8Array,
  at: number,
  count: number,
  insert: Iterable<number>,
): Uint8Array {
  const list = [...bytes];
  list.splice(at % (bytes.length + 1), count, ...insert);
  return Uint8Array.from(list);
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
