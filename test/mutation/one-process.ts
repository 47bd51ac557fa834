import "zod";
import { config } from "zod/mini";

/**
 * All test files share one process here. `zod`, which our tools use, sets its English messages for the whole process.
 * `zod/mini`, which the deployed code uses, has no messages. So each file starts without them, as it would alone.
 */
config({ localeError: undefined });
