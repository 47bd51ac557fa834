import { createServer } from "node:http";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

export type ReplyServer = Awaited<ReturnType<typeof startReplyServer>>;

/** A server in place of a chat tool. It receives our late answers, which we send after the response to a command. */
export async function startReplyServer() {
  const received: { path: string; text: string; body: unknown }[] = [];
  const responses: { status: number; location?: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        text: string;
      };
      received.push({ path: request.url ?? "", text: body.text, body });
      const { status, location }: { status: number; location?: string } =
        responses.shift() ?? { status: 200 };
      response.writeHead(status, location === undefined ? {} : { location });
      response.end("ok");
    });
  });
  const host = `127.0.0.1:${await listen(server, 0)}`;
  return {
    host,
    received,
    /** How this server responds to the next requests. Without an entry: 200. */
    responses,
    urlOf: (path: string) => `http://${host}/${path}`,
    /** The texts of the late answers that a path received. */
    answersTo: (path: string): string[] =>
      received.filter((one) => one.path === `/${path}`).map(({ text }) => text),
    close: () => closeServer(server),
  };
}
