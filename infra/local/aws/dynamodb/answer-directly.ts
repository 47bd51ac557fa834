import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { HttpAnswer, HttpRequest } from "../../../pages/http-server.ts";
import {
  type AbstractIterator,
  AbstractKeyIterator,
  AbstractValueIterator,
} from "abstract-level";

/** A request has at most 16 MB. */
export const maxBodyBytes = 16 * 2 ** 20;

/** A request of the JSON protocol, always a POST of `/`. */
export type DynamoDbRequest = Pick<HttpRequest, "headers" | "body">;

/**
 * Answers a request as the server of dynalite 4.0.0 does, without a connection: the server gets the few parts of a
 * request and of a response that it uses. A connection would cost as much time as the work itself.
 *
 * @throws Error if the server is closed
 */
export async function answerDirectly(
  server: Server,
  { headers, body }: DynamoDbRequest,
): Promise<HttpAnswer> {
  if (!server.listening) throw new Error("The local DynamoDB is closed.");
  const request = Object.assign(new EventEmitter(), {
    method: "POST",
    url: "/",
    headers: Object.fromEntries(
      [...headers].map(([name, values]) => [name, values.join()]),
    ),
  });
  return new Promise((resolve) => {
    const answered: Record<string, string> = {};
    const response = {
      statusCode: 200,
      setHeader(name: string, value: string | number) {
        answered[name.toLowerCase()] = String(value);
      },
      end(text: string) {
        resolve({ status: this.statusCode, headers: answered, body: text });
      },
    };
    server.emit("request", request, response);
    request.emit("data", body);
    request.emit("end");
  });
}

/**
 * Lets dynalite 4.0.0 close its iterators. After each query and scan it calls `return()`, which generators have and the
 * iterators of abstract-level lack. An iterator that stays open keeps all items as they were when it began, so the
 * memory of a long `npm start` would grow with each query.
 */
export function closeIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator])
    Object.defineProperty(prototype, "return", {
      configurable: true,
      value(this: AbstractIterator<unknown, unknown, unknown>) {
        return this.close();
      },
    });
}
