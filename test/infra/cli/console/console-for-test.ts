import { request } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  type Console,
  startConsole,
} from "../../../../infra/cli/console/start-console.ts";
import { opsToken } from "../../../../infra/local/credentials.ts";
import { type ApiEnvironment, fetchOf } from "../cli-for-test.ts";

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string | string[]>;
};

/** Answers a request of the console in place of the API, or fails. Undefined: the API answers. */
type Instead = (
  asked: string,
) => Response | Error | undefined | Promise<Response | Error | undefined>;

/**
 * Starts a console before the tests of a file, and closes it afterwards. It has the operators' API of the environment,
 * with the key of an operator.
 */
export function useConsole(
  environment: () => ApiEnvironment,
  key: string = opsToken,
) {
  const profile = { name: "test", origin: "https://api.test", key: () => key };
  const askApi = fetchOf(environment);
  const asked: string[] = [];
  let instead: Instead | undefined;
  let running: Console;
  let root = "";

  beforeAll(async () => {
    running = await startConsole(
      profile,
      {
        fetch: async (url, init) => {
          const sent = new Request(url, init);
          const { pathname, search } = new URL(sent.url);
          const text = await sent.clone().text();
          const one = `${sent.method} ${pathname}${search} ${text}`.trimEnd();
          asked.push(one);
          const answer = await instead?.(one);
          if (answer instanceof Error) throw answer;
          return answer ?? askApi(sent);
        },
        nowMs: () => environment().nowMs(),
        sleepMs: () => Promise.resolve(),
      },
      { howToOpen: "Press Enter for a new link.", zone: "Europe/Warsaw" },
    );
  });
  beforeEach(() => {
    asked.length = 0;
    instead = undefined;
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
    /** What the console has asked of the API in this test: "GET /overview". */
    asked: (): readonly string[] => asked,
    /** What the console has changed in this test: "/operations/op_1/retry {}". */
    acted: () =>
      asked.flatMap((one) => (/^POST (.*)/.exec(one) ?? []).slice(1)),
    answerInstead: (answer: Instead) => void (instead = answer),
    /** The URL of a page. */
    url: (page: string) => {
      if (root === "") root = new URL(".", running.renewLink()).href;
      return root + page;
    },
    send,
    open,
    /** Gets a page, or sends a form, in a new session: the clock may have passed the end of an earlier one. */
    visit: async (page: string, sent: Sent = {}) => {
      const cookie = await open();
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

/** The hidden fields of a form, as a browser would send them. */
export const hiddenFieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name = "", value = ""]) => [name, unescapeHtml(value)],
    ),
  );

const unescapeHtml = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
