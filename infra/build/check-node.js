// Plain JavaScript, because an older Node has to be able to read it: such a Node cannot load TypeScript, and its own
// message about that ("Unknown file extension") does not name the cause.
import { isTooOld, needed } from "./needed-node.js";

if (isTooOld) {
  console.error(
    `This command needs Node ${needed} or newer, but Node ${process.versions.node} runs it.
Start it with npm, for instance "npm run demo": npm uses the Node ${needed} that "npm ci" installs.
If you did use npm, run "npm ci" again, without --ignore-scripts.`,
  );
  process.exit(1);
}
