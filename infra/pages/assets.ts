import { readFileSync } from "node:fs";
import { Hono } from "hono";

const style = readFileSync(`${import.meta.dirname}/style.css`, "utf8");

/** Serves the files that the head of each page names: the style, which all pages share, and an icon. */
export function createAssets(iconFile: string): Hono {
  const icon = readFileSync(iconFile, "utf8");
  const css = { "content-type": "text/css; charset=UTF-8" };
  const svg = { "content-type": "image/svg+xml" };
  return new Hono()
    .get("/style.css", (c) => c.body(style, 200, css))
    .get("/icon.svg", (c) => c.body(icon, 200, svg));
}
