/** Possible targets of a platform link: the platform's own origin, and the origin of an attacker. */
export type Ends = {
  /** Host and port of the platform. */
  own: string;
  /** Host and port of the canary. */
  canary: string;
};

/** URLs that lead to a host, or are meant to, and on which parsers disagree. They also name another host. */
export function urlsTo(
  target: string,
  scheme: string,
  decoy: string,
): string[] {
  const start = scheme.slice(0, 2);
  const end = scheme.slice(2);
  return [
    `${scheme}://${target}/x`,
    `${scheme.toUpperCase()}://${target}/x`,
    // Ambiguous user and host
    `${scheme}://user@${target}/x`,
    `${scheme}://user:password@${target}/x`,
    `${scheme}://@${target}/x`,
    `${scheme}://${decoy}@${target}/x`,
    `${scheme}://${decoy}%40${target}/x`,
    `${scheme}://${decoy}%40@${target}/x`,
    `${scheme}://${decoy}%2f@${target}/x`,
    `${scheme}://${decoy}%00@${target}/x`,
    `${scheme}://a@${decoy}@${target}/x`,
    `${scheme}://${target}\\@${decoy}/x`,
    `${scheme}://${target}#@${decoy}/x`,
    `${scheme}://${target}?@${decoy}/x`,
    // Without a scheme
    `//${target}/x`,
    `///${target}/x`,
    `////${target}/x`,
    `\\\\${target}\\x`,
    `/\\${target}/x`,
    `\\/${target}/x`,
    `/\t/${target}/x`,
    `/\n/${target}/x`,
    `\t//${target}/x`,
    ` //${target}/x`,
    `//user@${target}/x`,
    `//${decoy}@${target}/x`,
    // An incomplete scheme, and white space
    `${scheme}:\\\\${target}\\x`,
    `${scheme}:/\\${target}/x`,
    `${scheme}:////${target}/x`,
    `${start}\t${end}://${target}/x`,
    `\u0001${scheme}://${target}/x`,
    ` ${scheme}://${target}/x`,
    // Another scheme, also one whose origin is that of the inner URL
    `ftp://${target}/x`,
    `ws://${target}/x`,
    `wss://${target}/x`,
    `file://${target}/etc/passwd`,
    `gopher://${target}/_GET%20/`,
    `dict://${target}/`,
    `ldap://${target}/`,
    `unix://${target}/`,
    `data:application/json,{}`,
    `javascript:fetch("${scheme}://${target}/")`,
    `mailto:a@${target}`,
    `urn:x`,
    `about:blank`,
    `blob:${scheme}://${target}/0a1b2c3d`,
    `filesystem:${scheme}://${target}/temporary/x`,
    `view-source:${scheme}://${target}/x`,
    `jar:${scheme}://${target}!/x`,
    // No URL
    `${scheme}://`,
    `${scheme}://[::1`,
    `${scheme}://${target} .example.test/x`,
    `${scheme}://a b/x`,
    `//`,
  ];
}

/** Links of a compromised platform, instead of `http://<own>/api/core/v3/...`. */
export function hostileLinks({ own, canary }: Ends): string[] {
  const [ownHost = "", ownPort = ""] = own.split(":");
  const [, port = ""] = canary.split(":");
  const hosts = ["localhost", "[::1]", "[::ffff:127.0.0.1]"];
  return [
    ...urlsTo(canary, "http", own),
    // Another origin
    `https://${canary}/x`,
    `https://${own}/x`,
    ...hosts.flatMap((host) => [
      `http://${host}:${port}/x`,
      `http://${host}:${ownPort}/x`,
    ]),
    `http://0.0.0.0:${ownPort}/x`,
    `http://127.0.0.2:${ownPort}/x`,
    `http://2130706433:${port}/x`,
    `http://0x7f.1:${port}/x`,
    `http://127.1:${port}/x`,
    `http://①②⑦.⓪.⓪.①:${port}/x`,
    `http://${ownHost}/x`,
    `http://${ownHost}:80/x`,
    `http://${ownHost}:99999/x`,
    `http://${ownHost}:${port}/api/core/v3/people/1`,
    // A foreign host that resembles ours
    `http://${ownHost}.evil.example.test:${port}/x`,
    `http://${ownHost}@localhost:${port}/x`,
    `http://${ownHost}%2eevil.example.test:${port}/x`,
    // Our host, with another scheme
    `ws://${own}/x`,
    `file:///etc/passwd`,
    `blob:http://${own}/0a1b2c3d`,
    `filesystem:http://${own}/temporary/x`,
    `view-source:http://${own}/x`,
  ];
}

/** Strange links that do lead to the platform. */
export function strangeOwnLinks({ own, canary }: Ends): string[] {
  const [, ownPort = ""] = own.split(":");
  return [
    `http://${own}\\@${canary}/x`,
    `http://${own}#@${canary}/x`,
    `http://${own}?@${canary}/x`,
    `http://${own}/x?next=http://${canary}/`,
    `http://${own}/http://${canary}/`,
    `http://${own}/..//${canary}/x`,
    `http://0177.0.0.1:${ownPort}/x`,
    `http://127.0.0.1.:${ownPort}/x`,
    `http://user:password@${own}/x`,
    `http://:secret@${own}/x`,
    `http:${canary}/x`,
    `/x`,
    `x`,
    `?x`,
    `./..;/x`,
    `\\x`,
  ];
}
