import { analyzeMetafile } from "esbuild";
import { buildBundles } from "./bundles.ts";

/** `npm run build [-- --analyze]`: builds the bundles, and shows the size of each, or of each file in them. */
const metafile = await buildBundles();
if (process.argv.includes("--analyze"))
  console.log(await analyzeMetafile(metafile));
else
  for (const [file, { bytes }] of Object.entries(metafile.outputs))
    if (file.endsWith(".mjs"))
      console.log(`${file}  ${(bytes / 1024).toFixed(0)} KB`);
