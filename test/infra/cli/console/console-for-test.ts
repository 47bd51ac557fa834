import { request } from "node:http";
import { afterAll, beforeAll } from "vitest";
import {
  type Console,
  startConsole,
} from "../../../../infra/cli/console/start-console.ts";
import type { OperatorsApi } from "../../../../infra/cli/console/console-context.ts";

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

export type Sent = {
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string | string[]>;
};

/** Starts a console before the tests of a file, and closes it afterwards. */
export function useConsole(
  api: OperatorsApi,
  nowMs: () => number = () => Date.now(),
) {
  let running: Console;
  let cookie = "";
  let root = "";

  beforeAll(async () => {
    running = await startConsole({
      api,
      deployment: "test",
      howToOpen: "Press Enter for a new link.",
      zone: "Europe/Warsaw",
      nowMs,
    });
  });
  afterAll(() => running.close());

  /** Sends a request without a cookie. */
  function send(url: string, { method, headers, form }: Sent = {}) {
    const body = form && new URLSearchParams(entriesOf(form)).toString();
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(
        url,
        {
          method: method ?? (form ? "POST" : "GET"),
          headers: {
            ...(form && {
              "content-type": "application/x-www-form-urlencoded",
              origin: running.origin,
            }),
            ...headers,
          },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part) => (text += part));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
            }),
          );
        },
      );
      sent.on("error", reject).end(body);
    });
  }

  /** Opens the console by a link. Returns the cookie as a browser sends it back. */
  async function open(): Promise<string> {
    const link = running.renewLink();
    root = new URL(".", link).href;
    const { headers } = await send(link);
    return headers["set-cookie"]?.[0]?.split(";")[0] ?? "no cookie";
  }

  return {
    running: () => running,
    /** The URL of a page. */
    url: (page: string) => {
      if (root === "") root = new URL(".", running.renewLink()).href;
      return root + page;
    },
    send,
    open,
    /** Gets a page, or sends a form, in a session. */
    visit: async (page: string, sent: Sent = {}) => {
      if (cookie === "") cookie = await open();
      return send(root + page, {
        ...sent,
        headers: { cookie, ...sent.headers },
      });
    },
  };
}

function entriesOf(form: NonNullable<Sent["form"]>): [string, string][] {
  return Object.entries(form).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

/** The text of the body as a reader sees it. */
export function plain(html: string): string {
  return html
    .slice(html.indexOf("<body"))
    .replaceAll(/<\/?[a-z][^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" .", ".")
    .replaceAll(" ,", ",")
    .replaceAll(" :", ":");
}
