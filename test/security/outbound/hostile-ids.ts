/** Ids of an attacker who wants to change the meaning of a path, a query, a header or a table key. */
export const hostileIds: readonly string[] = [
  // Paths
  "../login",
  "..%2flogin",
  "..\\login",
  "7/images",
  "7%2fimages",
  "//evil.example.test/",
  "http://evil.example.test/",
  "./7",
  "..;/7",
  "%2e%2e",
  "７／８",
  // Queries and fragments
  "7?fields=svc",
  "7%3ffields=svc",
  "7#fragment",
  "7&a=b",
  "@me",
  // Headers and lines
  "7\r\nx-injected: 1",
  "7%0d%0ax-injected:%201",
  "7\n",
  " 7 ",
  "7\0",
  "7%00",
  "\u2028",
  // Characters that parsers normalize, hide or reorder
  "ﬁle",
  "７",
  "\u202e7",
  "e\u0301",
  "💥",
  // Formats, templates and keys of tables
  "{personID}",
  "{{7*7}}",
  "$&",
  "' OR '1'='1",
  "*",
  "__proto__",
  "employee#E-1",
  "<script>",
  "%zz",
  "../".repeat(1_000),
];

/** Invalid ids, for which no request may be sent. */
export const impossibleIds: readonly string[] = [
  "",
  ".",
  "..",
  "\ud800",
  "7\udc00",
];
