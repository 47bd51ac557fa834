import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { newFolder } from "../../fixtures/new-folder.ts";
import {
  type ApiEnvironment,
  environmentIn,
  fetchOf,
  runHere,
} from "./cli-for-test.ts";
import {
  hiddenFieldsOf,
  plain,
  unescapeHtml,
  useConsole,
} from "./console/console-for-test.ts";

/** An operator who follows only what a screen says. Each function resolves to the next screen. */
export type Operator = {
  /** The overview says what needs attention. */
  overview: () => Promise<string>;
  /** From the overview to the operation that it leads to. */
  findTrouble: () => Promise<string>;
  /** Uses a verb that the last screen offers, and fills in what it asks for. */
  use: (verb: string) => Promise<string>;
};

export const operatorToken = "token-of-mei-with-32-characters-or-more";
const origin = "https://api.test";
const note = "by hand";

/** An operator who has the command line alone, and types the commands that it shows. */
export function useCommandLine(environment: () => ApiEnvironment): Operator {
  const folder = newFolder();
  let screen = "";
  beforeAll(async () => {
    const profiles = { test: { origin, key: operatorToken } };
    await writeFile(join(folder, "config.json"), JSON.stringify({ profiles }), {
      mode: 0o600,
    });
  });

  async function run(words: readonly string[]): Promise<string> {
    const { output, errors } = await runHere(words, {
      environment: environmentIn(folder),
      fetch: fetchOf(environment),
      nowMs: () => environment().nowMs(),
      sleepMs: () => Promise.resolve(),
    });
    return (screen = output + errors);
  }

  /** Types the first shown command of this kind, without its question. */
  function follow(which: RegExp, ...more: string[]): Promise<string> {
    const commands = screen.matchAll(/npm run --silent cli -- (.+)$/gm);
    const shown = Array.from(commands, ([, words = ""]) => words);
    const command = shown.find((words) => which.test(words));
    if (command === undefined)
      throw new Error(`no command ${which.source} on the screen:\n${screen}`);
    const words = command.match(/"[^"]*"|\S+/g) ?? [];
    const typed = words.map((word) => word.replaceAll('"', ""));
    return run([...typed.map((word) => (word === "…" ? note : word)), ...more]);
  }

  return {
    overview: () => run(["overview"]),
    findTrouble: async () => {
      await run(["overview"]);
      await follow(/^operations list/);
      return follow(/^show op_/);
    },
    use: (verb) => follow(new RegExp(`^operations ${verb} `), "--yes"),
  };
}

/** An operator who has the console alone, and follows its links and forms. */
export function usePages(environment: () => ApiEnvironment): Operator {
  const site = useConsole(environment, operatorToken);
  let html = "";

  async function visit(page: string, form?: Record<string, string>) {
    const { status, headers, text } = await site.visit(page, form && { form });
    if (status === 303) return visit(String(headers["location"]));
    html = text;
    return plain(html);
  }

  async function follow(which: RegExp): Promise<string> {
    const links = html.matchAll(/<a [^>]*?href="([^"]*)"/g);
    const shown = Array.from(links, ([, href = ""]) => unescapeHtml(href));
    const href = shown.find((one) => which.test(one));
    if (href === undefined)
      throw new Error(`no link ${which.source} on the page:\n${plain(html)}`);
    return visit(href);
  }

  /** Sends the form of a verb as the page has it, with a note where there is a field for one. */
  async function submit(verb: string): Promise<string> {
    const forms = html.matchAll(
      /<form[^>]* action="act"[^>]*>([\s\S]*?)<\/form>/g,
    );
    const form = Array.from(forms, ([, fields = ""]) => fields).find((fields) =>
      fields.includes(`name="verb" value="${verb}"`),
    );
    if (form === undefined)
      throw new Error(`no form for ${verb} on the page:\n${plain(html)}`);
    return visit("act", {
      ...hiddenFieldsOf(form),
      ...(form.includes("<textarea") && { note }),
    });
  }

  return {
    overview: () => visit("overview"),
    findTrouble: async () => {
      await visit("overview");
      await follow(/^operations\?.*reason=/);
      return follow(/^operation\?/);
    },
    use: async (verb) => {
      const asks = new RegExp(`^confirm\\?verb=${verb}&`);
      if (html.includes(`href="confirm?verb=${verb}&amp;`)) await follow(asks);
      return submit(verb);
    },
  };
}
