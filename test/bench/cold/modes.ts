import { createThrottle } from "./throttle.ts";

/** How much of a processor an invocation has. What happens before the first one always has a whole one. */
export type Mode = { name: string; throttle: string | undefined };

const unthrottled: Mode = { name: "unthrottled", throttle: undefined };

/** Runs something with the modes that this machine can do, and a note where one cannot be done. */
export async function withModes<T>(
  run: (modes: {
    small: Mode | undefined;
    all: Mode[];
    notes: string[];
  }) => Promise<T>,
): Promise<T> {
  const group = createThrottle(512);
  const small = group && { name: "512 MB", throttle: group.file };
  try {
    return await run({
      small,
      all: small ? [unthrottled, small] : [unthrottled],
      notes: group
        ? []
        : [
            "512 MB is SKIPPED: this user can make no control group with a CPU quota here (Linux, as root or in a container of one's own).",
          ],
    });
  } finally {
    group?.close();
  }
}
