/**
 * Checks of what a caller hands in, before anything is sent.
 *
 * @throws TypeError naming the parameter, never its value
 */
export function requireText(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "")
    throw new TypeError(`${name} must be a text that is not empty`);
}

/** @throws TypeError naming the parameter */
export function requireWhole(name: string, value: unknown, min: number): void {
  requireNumber(name, value, min);
  if (!Number.isSafeInteger(value))
    throw new TypeError(`${name} must be a whole number`);
}

/** @throws TypeError naming the parameter */
export function requireNumber(name: string, value: unknown, min: number): void {
  if (typeof value !== "number" || !(value >= min))
    throw new TypeError(`${name} must be a number of at least ${min}`);
}
