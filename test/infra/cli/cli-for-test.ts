import { PassThrough } from "node:stream";
import { runCli } from "../../../infra/cli/run-cli.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WriteStream } from "node:tty";
import { beforeEach, onTestFinished, vi } from "vitest";
import type { CliDependencies } from "../../../infra/cli/dependencies.ts";
import { writeRunningStack } from "../../../infra/cli/running-stack.ts";
import {
  type HttpServer,
  type AnswerHttp,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import type { InProcess } from "../../environments/in-process.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

/** The key of the profile. It must never be in the output. */
export const canaryKey = "canary-4f1d-operators-key-of-32-characters";

export type SentRequest = {
  method: string;
  /** Path with query. */
  path: string;
  text: string;
  /** The parsed text, if it is a JSON object. */
  body: unknown;
  headers: Headers;
  request: Request;
};

type Answer = Response | Error;
/** Answers each request. */
type Answering = (request: SentRequest) => Answer | Promise<Answer>;

export type CliForTest = ReturnType<typeof createCli>;

export const origin = "https://api.example.com";

/** Runs commands in this process. The test answers in place of the API. The configuration has one profile. */
export function useCli(): () => CliForTest {
  let cli: CliForTest | undefined;
  beforeEach(async () => {
    cli = createCli(newFolder());
    const profiles = { test: { origin, key: canaryKey } };
    await cli.file("config.json", { profiles });
  });
  return () => {
    if (cli) return cli;
    throw new Error("useCli() was called outside of a test.");
  };
}

function createCli(folder: string) {
  /** All requests, in order. */
  const sent: SentRequest[] = [];
  /** Pauses that the command waited for, in milliseconds. */
  const pausesMs: number[] = [];
  return {
    sent,
    pausesMs,
    folder,

    file: async (name: string, content: unknown): Promise<string> => {
      const path = join(folder, name);
      const text =
        typeof content === "string" ? content : JSON.stringify(content);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    },

    /** Runs a command. Its words may be one text, if no word has a space. */
    run: async (
      words: string | readonly string[],
      given:
        | Answering
        | (OnTerminal & {
            answer?: Answering;
            environment?: Record<string, string>;
          }) = {},
    ) => {
      const options = typeof given === "function" ? { answer: given } : given;
      const { answer, environment = {}, ...terminal } = options;
      const result = await runHere(words, {
        ...terminal,
        environment: environmentIn(folder, environment),
        fetch: async (url, init) => {
          const request = new Request(url, init);
          const { pathname, search } = new URL(request.url);
          const text = await request.clone().text();
          const one: SentRequest = {
            method: request.method,
            path: pathname + search,
            text,
            body: text.startsWith("{")
              ? (JSON.parse(text) as unknown)
              : undefined,
            headers: request.headers,
            request,
          };
          sent.push(one);
          const answered = (await answer?.(one)) ?? new TypeError("no answer");
          if (answered instanceof Error) throw answered;
          return answered;
        },
        nowMs: () => Date.parse("2026-11-22T12:00:00Z"),
        sleepMs: async (ms) => {
          pausesMs.push(ms);
        },
      });
      return { ...result, sent, pausesMs };
    },
  };
}

/** The environment of a command whose configuration and state are in this folder. */
export const environmentIn = (folder: string, more: object = {}) => ({
  COMMUNITY_AUTOMATION_CONFIG: join(folder, "config.json"),
  STATE_FOLDER: folder,
  ...more,
});

type OnTerminal = {
  /** What the operator types on a terminal, once a question is shown. Without it, there is no terminal. */
  typed?: string;
  /** The width of the terminal to which the command prints. Without it, the output is a pipe. */
  columns?: number;
  /** The standard input, if it is a pipe. */
  piped?: string;
};

/** Runs a command in this process. */
export async function runHere(
  words: string | readonly string[],
  {
    environment,
    typed,
    columns,
    piped,
    ...dependencies
  }: OnTerminal &
    Omit<CliDependencies, "terminal"> & {
      environment: CliDependencies["terminal"]["environment"];
    },
) {
  const [output, errors] = [capture(), capture()];
  const input = new PassThrough();
  if (columns !== undefined) {
    // The rule of a real terminal decides whether it has colours.
    const hasColors = (variables: object) =>
      WriteStream.prototype.hasColors(variables);
    Object.assign(output.stream, { isTTY: true, columns, hasColors });
  }
  if (typed === undefined) input.end(piped);
  else {
    Object.assign(input, { isTTY: true, setRawMode: () => input });
    Object.assign(errors.stream, { isTTY: true });
    errors.stream.once("data", () => setImmediate(() => input.write(typed)));
  }
  const typedWords = typeof words === "string" ? words.split(" ") : words;
  const exitCode = await runCli(typedWords, {
    ...dependencies,
    terminal: {
      input,
      output: output.stream,
      errors: errors.stream,
      environment,
    },
  });
  return {
    exitCode,
    /** What the command printed. */
    output: output.text(),
    /** Progress, questions and errors. */
    errors: errors.text(),
    /** The documents of `--json`. */
    documents: () =>
      output
        .text()
        .split("\n")
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line)),
  };
}

export type ApiEnvironment = Pick<InProcess, "apps" | "nowMs">;

/** The operators' API of an environment, as a client reaches it. */
export const fetchOf =
  (environment: () => ApiEnvironment): typeof fetch =>
  async (url, init) => {
    const { lists, operations, preview } = environment().apps;
    const request = new Request(url, init);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/plans")) return lists.request(request);
    return (pathname.endsWith("/preview") ? preview : operations).request(
      request,
    );
  };

/** Answers a command by the API of an environment, when no execution runs any more. */
export const answerOf =
  (environment: () => ApiEnvironment & Pick<InProcess, "idle">): Answering =>
  async ({ request }) => {
    const answer = await fetchOf(environment)(request);
    await environment().idle();
    return answer;
  };

/** Starts a part of AWS for one test. The SDK of this process sends the requests of these services to it. */
export async function serveAws(
  services: readonly string[],
  answer: AnswerHttp,
): Promise<HttpServer> {
  const server = await startHttpServer(answer);
  stubAws(
    Object.fromEntries(
      services.map((name) => [`AWS_ENDPOINT_URL_${name}`, server.endpoint]),
    ),
  );
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  return server;
}

/** Lets commands with `--profile local` find a stack, whose AWS services are at this endpoint. */
export function describeStack(
  folder: string,
  endpoint = "http://127.0.0.1:1",
  more: Partial<Parameters<typeof writeRunningStack>[1]> = {},
): void {
  writeRunningStack(folder, {
    origin: "http://127.0.0.1:1",
    key: "local-key",
    callers: {},
    endpoints: { lambda: endpoint, secretsManager: endpoint },
    ...more,
  });
}

function capture() {
  const stream = new PassThrough();
  let text = "";
  stream.on("data", (chunk) => (text += String(chunk)));
  return { stream, text: () => text };
}

export const json = (body: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

export const problem = (status: number, type: string, title: string) =>
  json({ type: `http://localhost/problems#${type}`, title, status }, status);
