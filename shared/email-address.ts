import { domainToASCII } from "node:url";
import { foldCase } from "./fold-case.ts";

/** RFC 5321, §4.5.3.1.3, without the angle brackets. */
const maxBytes = 254;

/** An atom: ASCII as in RFC 5322, §3.2.3, and visible characters of all scripts as in RFC 6531, §3.3. */
const atomPattern = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
/** Labels of letters, marks, digits and hyphens. The conversion to ASCII checks them further. */
const domainPattern = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
/** RFC 1035, §2.3.1. */
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Whether this is one e-mail address with a domain name, also with letters of any script (RFC 6531). Quoted local
 * parts, comments, addresses of hosts and invisible characters are not accepted, although mail could use the first
 * three.
 */
export function isEmailAddress(text: string): boolean {
  if (Buffer.byteLength(text) > maxBytes) return false;
  const [local, domain] = split(text);
  const labels = toAscii(domain).split(".");
  return (
    local.split(".").every((atom) => atomPattern.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => labelPattern.test(label)) &&
    // The last label is no number, because the address of a host is no domain.
    /^[a-z]./.test(labels.at(-1) ?? "")
  );
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
