/** The requests of identity providers. Three of five change something. */
export const requestKinds = [
  "create",
  "change",
  "on or off",
  "read",
  "filter",
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The request with a number, for a user. Without a user, it creates one. */
export function mixedRequest(number: number, id: string | undefined) {
  // The numbers alternate between two providers. Each sends all kinds, because five is no multiple of two.
  const next = requestKinds[number % requestKinds.length]!;
  const kind: RequestKind = id === undefined ? "create" : next;
  return { kind, ...requestOf(kind, number, id) };
}

function requestOf(
  kind: RequestKind,
  number: number,
  id = "",
): { method: string; path: string; body?: object } {
  const userName = `bench${number}@example.com`;
  const patch = (path: string, value: string) => ({
    method: "PATCH",
    path: `/${id}`,
    body: { Operations: [{ op: "Replace", path, value }] },
  });
  switch (kind) {
    case "create": {
      const name = { givenName: "Bench", familyName: `${number}` };
      const emails = [{ type: "work", value: userName }];
      return { method: "POST", path: "", body: { userName, name, emails } };
    }
    case "change":
      return patch("title", `Title ${number}`);
    case "on or off":
      return patch("active", number % 3 === 0 ? "True" : "False");
    case "read":
      return { method: "GET", path: `/${id}` };
    case "filter": {
      const filter = encodeURIComponent(`userName eq "${userName}"`);
      return { method: "GET", path: `?filter=${filter}` };
    }
  }
}
