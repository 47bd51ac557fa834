/** Possible targets of a platform link: the platform's own origin, and the origin of an attacker. */
export type Ends = {
  /** Host and port of the platform. */
  own: string;
  /** Host and port of the canary. */
  canary: string;
};

/** Links of a compromised platform, instead of `http://<own>/api/core/v3/...`. */
export function hostileLinks({ own, canary }: Ends): string[] {
  const [ownHost = "", ownPort = ""] = own.split(":");
  const [, port = ""] = canary.split(":");
  return [
    // Another origin
    `http://${canary}/x`,
    `HTTP://${canary}/x`,
    `https://${canary}/x`,
    `http://localhost:${port}/x`,
    `http://localhost:${ownPort}/x`,
    `http://[::1]:${port}/x`,
    `http://[::1]:${ownPort}/x`,
    `http://[::ffff:127.0.0.1]:${port}/x`,
    `http://[::ffff:127.0.0.1]:${ownPort}/x`,
    `http://0.0.0.0:${ownPort}/x`,
    `http://127.0.0.2:${ownPort}/x`,
    `http://2130706433:${port}/x`,
    `http://0x7f.1:${port}/x`,
    `http://127.1:${port}/x`,
    `http://①②⑦.⓪.⓪.①:${port}/x`,
    `http://${ownHost}/x`,
    `http://${ownHost}:80/x`,
    `http://${ownHost}:${port}/api/core/v3/people/1`,
    `https://${own}/x`,
    // A foreign host that resembles ours
    `http://${ownHost}.evil.example.test:${port}/x`,
    `http://${ownHost}@localhost:${port}/x`,
    `http://${ownHost}%2eevil.example.test:${port}/x`,
    // Ambiguous user and host
    `http://${own}@${canary}/x`,
    `http://user:password@${canary}/x`,
    `http://${own}%40${canary}/x`,
    `http://${own}%2f@${canary}/x`,
    `http://${canary}\\@${own}/x`,
    `http://${canary}#@${own}/x`,
    `http://${canary}?@${own}/x`,
    `http://a@${own}@${canary}/x`,
    // Without a scheme
    `//${canary}/x`,
    `///${canary}/x`,
    `////${canary}/x`,
    `\\\\${canary}\\x`,
    `/\\${canary}/x`,
    `\\/${canary}/x`,
    `/\t/${canary}/x`,
    `/\n/${canary}/x`,
    `\t//${canary}/x`,
    ` //${canary}/x`,
    `//user@${canary}/x`,
    `//${own}@${canary}/x`,
    // An incomplete scheme
    `http:\\\\${canary}\\x`,
    `http:/\\${canary}/x`,
    `http:////${canary}/x`,
    `ht\ttp://${canary}/x`,
    `\u0001http://${canary}/x`,
    // Another scheme
    `ftp://${own}/x`,
    `ws://${own}/x`,
    `wss://${own}/x`,
    `file:///etc/passwd`,
    `file://${own}/etc/passwd`,
    `gopher://${canary}/_GET%20/`,
    `data:application/json,{}`,
    `javascript:alert(1)`,
    `mailto:a@${own}`,
    `urn:x`,
    `about:blank`,
    // Schemes whose origin is that of the inner URL
    `blob:http://${own}/0a1b2c3d`,
    `blob:http://${canary}/0a1b2c3d`,
    `blob:https://${own}/0a1b2c3d`,
    `filesystem:http://${own}/temporary/x`,
    `view-source:http://${own}/x`,
    `jar:http://${own}!/x`,
    // No URL
    `http://`,
    `http://[::1`,
    `http://${ownHost}:99999/x`,
    `http://${canary} .example.test/x`,
    `http://a b/x`,
    `//`,
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
