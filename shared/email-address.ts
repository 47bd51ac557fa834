import { domainToASCII } from "node:url";
import { foldCase } from "./fold-case.ts";

/** RFC 5321, §4.5.3.1.3, without the angle brackets. */
const maxBytes = 254;

/** Dot-atoms: ASCII as in RFC 5322, §3.2.3, and visible characters of all scripts as in RFC 6531, §3.3. */
const localPattern =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+)*$/u;
/** Labels of letters, marks, digits and hyphens. The conversion to ASCII checks them further. */
const domainPattern = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
/** At least two labels (RFC 1035, §2.3.1). The last one is no number, because the address of a host is no domain. */
const asciiDomainPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=.{2,63}$)[a-z](?:[a-z0-9-]*[a-z0-9])$/;

/**
 * Whether this is one e-mail address with a domain name, also with letters of any script (RFC 6531). Quoted local
 * parts, comments, addresses of hosts and invisible characters are not accepted, although mail could use the first
 * three.
 */
export function isEmailAddress(text: string): boolean {
  if (Buffer.byteLength(text) > maxBytes) return false;
  const [local, domain] = split(text);
  return localPattern.test(local) && asciiDomainPattern.test(toAscii(domain));
}

/**
 * One form of all spellings of an e-mail address: upper and lower case, composed and decomposed characters (NFC), and
 * the domain in letters or in ASCII (`exämple.de`, `xn--exmple-cua.de`). It compares addresses, and is never written to
 * the platform.
 */
export function foldEmailAddress(text: string): string {
  const [local, domain] = split(text.normalize("NFC"));
  const folded = foldCase(local);
  return domain === ""
    ? folded
    : `${folded}@${toAscii(domain) || domain.toLowerCase()}`;
}

/** Whether two spellings are one address: without regard to case, normal form and the spelling of the domain. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return foldEmailAddress(one) === foldEmailAddress(other);
}

/** The domain name in lower-case ASCII. Empty if the text is none: `domainToASCII` also decodes `%41`. */
function toAscii(domain: string): string {
  return domainPattern.test(domain) ? domainToASCII(domain) : "";
}

/** Local part and domain. Without an @ all of it is the local part. */
function split(text: string): [local: string, domain: string] {
  const at = text.lastIndexOf("@");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
