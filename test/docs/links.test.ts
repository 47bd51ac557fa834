import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { captures } from "../fixtures/captures.ts";

const root = join(import.meta.dirname, "../..");
const pages = globSync("**/*.md", {
  cwd: root,
  exclude: (path) => /^(?:node_modules|dist|cdk\.out)$/.test(path),
}).toSorted();

describe("documents", () => {
  test.each(pages)("%s links only to files and headings that exist", (page) => {
    const broken = linksOf(page).filter((link) => !leadsSomewhere(page, link));
    expect(broken, "broken links").toEqual([]);
  });

  test.each(pages.filter((page) => page !== "CHANGELOG.md"))(
    "%s names only files and folders that exist",
    (page) => {
      const missing = pathsOf(page).filter(
        (path) => !existsSync(join(root, path)),
      );
      expect(missing, "missing files and folders").toEqual([]);
    },
  );
});

/** The targets of all links and images, except links to other sites. */
function linksOf(page: string): string[] {
  const text = proseOf(page).replaceAll(/`[^`\n]*`/g, "code");
  return captures(text, /\]\(([^)\s]+)\)/g).filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (relative(root, join(root, target)).startsWith("..")) return false;
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined) return true;
  return isPage(target) && anchorsOf(target).includes(anchor);
}

function isPage(path: string): boolean {
  return path.endsWith(".md") && statSync(join(root, path)).isFile();
}

/** The anchors that GitHub gives to headings, of which a repeated one gets a number, and those of rows. */
function anchorsOf(page: string): string[] {
  const counts = new Map<string, number>();
  const rows = captures(proseOf(page), /^\| <a id="([\w-]+)"><\/a>/gm);
  const headings = captures(proseOf(page), /^#{1,6} (.+)$/gm);
  const ofHeadings = headings.map((heading) => {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return [...ofHeadings, ...rows];
}

/** Paths of the repository as code, also in commands and with braces. A path with a placeholder or a title is none. */
function pathsOf(page: string): string[] {
  return captures(proseOf(page), /`([^`]+)`/g)
    .flatMap((code) =>
      /^(?:npx|npm|node) /.test(code) ? code.split(/\s+/) : [code],
    )
    .filter((word) =>
      /^(?:docs|functions|infra|shared|test)\/[\w./{},-]*$/.test(word),
    )
    .flatMap(withoutBraces);
}

function withoutBraces(path: string): string[] {
  const [, before = "", words = "", after = ""] =
    /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return words === ""
    ? [path]
    : words.split(",").map((word) => before + word + after);
}

/** The page without blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(
    /^```.*?^```/gms,
    "",
  );
}
