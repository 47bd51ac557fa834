#!/usr/bin/env node
// Plain JavaScript, so that an older Node reaches the check, which says what is wrong.
import "../build/check-node.js";

await import("./main.ts");
