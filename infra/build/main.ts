import { buildBundles } from "./bundles.ts";

const { outputs } = await buildBundles();
for (const [file, { bytes }] of Object.entries(outputs))
  if (file.endsWith(".mjs"))
    console.log(`${file}  ${(bytes / 1024).toFixed(0)} KB`);
