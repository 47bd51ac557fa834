/**
 * Whether a URL is on an origin of http or https. `url.origin` alone would not tell: that of `blob:https://x/1` is the one
 * of what stands inside.
 */
export function isOn(origin: string, { protocol, host }: URL): boolean {
  return `${protocol}//${host}` === origin;
}
