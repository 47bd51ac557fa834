#!/usr/bin/env node
// Plain JavaScript, so that an older Node reaches the check, which says what is wrong.
import "../check-node.js";

await import("./main.ts");
