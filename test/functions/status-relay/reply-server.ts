import { createServer } from "node:http";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

export type ReplyServer = Awaited<ReturnType<typeof startReplyServer>>;

/** A server that receives late answers like a chat tool. */
export async function startReplyServer() {
  const received: { path: string; text: string; body: unknown }[] = [];
  const answers: { status: number; location?: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        text: string;
      };
      received.push({ path: request.url ?? "", text: body.text, body });
      const usual = { status: request.url === "/gone" ? 410 : 200 };
      const { status, location }: { status: number; location?: string } =
        answers.shift() ?? usual;
      response.writeHead(status, location === undefined ? {} : { location });
      response.end("ok");
    });
  });
  const host = `127.0.0.1:${await listen(server, 0)}`;
  return {
    host,
    /** All requests so far. */
    received,
    /** The answers, one after the other. After them, each answer is 200, and 410 for the path `/gone`. */
    answers,
    urlOf: (path: string) => `http://${host}/${path}`,
    answersTo: (path: string): string[] =>
      received.filter((one) => one.path === `/${path}`).map(({ text }) => text),
    close: () => closeServer(server),
  };
}
