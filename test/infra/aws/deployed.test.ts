// The tests are modules of one test file, in this order, because the stack starts once for all of them.
import "./deployed/use-cases.ts";
import "./deployed/metrics.ts";
import "./deployed/sources-and-chat.ts";
import "./deployed/operators.ts";
import "./deployed/scheduler.ts";
import "./deployed/permissions.ts";
