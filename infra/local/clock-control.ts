import * as z from "zod";
import { parseJson } from "../../shared/parse-json.ts";
import {
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../pages/http-server.ts";

const askedSchema = z.object({ forwardMs: z.number().min(0).max(1e12) });

/** Lets the command line of this machine move the clock of the running `npm start`. */
export function startClockControl(
  move: (forwardMs: number) => Promise<void>,
): Promise<HttpServer> {
  return startHttpServer(async ({ method, body }) => {
    const asked = askedSchema.safeParse(parseJson(String(body)));
    if (method !== "POST" || !asked.success) return jsonAnswer(400, {});
    await move(asked.data.forwardMs);
    return jsonAnswer(200, { now: new Date().toISOString() });
  });
}
