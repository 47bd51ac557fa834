import "zod";
import { config } from "zod/mini";

/**
 * All test files share one process here. `zod` (of the tools beside the sources) sets its English messages for
 * everyone in the process, `zod/mini` (of the sources) has none: each file starts as it would alone.
 */
config({ localeError: undefined });
