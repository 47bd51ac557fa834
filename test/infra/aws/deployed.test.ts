// The tests are modules of one test file, in this order, because the stack starts once for all of them.
import { isThorough } from "../../resilience/effort.ts";
import "./deployed/use-cases.ts";

if (isThorough) {
  await import("./deployed/sources-and-chat.ts");
  await import("./deployed/operators.ts");
  await import("./deployed/scheduler.ts");
}
await import("./deployed/permissions.ts");
