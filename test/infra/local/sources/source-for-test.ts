import { onTestFinished } from "vitest";
import type { NewRecord } from "../../../../infra/local/sources/employee-record.ts";
import {
  type Source,
  startSource,
} from "../../../../infra/local/sources/start-source.ts";
import type { Vendor } from "../../../../infra/local/sources/vendor.ts";

/** What a webhook's receiver got. */
export type Received = { headers: Headers; body: string };

export const ada: NewRecord = {
  givenName: "Ada",
  familyName: "Byron",
  email: "ada.byron@example.com",
  title: "Analyst",
  department: "Engines",
  startDate: "2026-03-01",
};

/** Starts a source whose webhooks are answered by `answer`. Its pauses take no time. */
export async function sourceForTest(
  vendor: Vendor,
  answer: (received: Received) => number = () => 202,
): Promise<{ source: Source; received: Received[]; pausesMs: number[] }> {
  const received: Received[] = [];
  const pausesMs: number[] = [];
  const source = await startSource(vendor, {
    fetch: async (_url, init) => {
      const request = {
        headers: new Headers(init.headers),
        body: init.body as string,
      };
      received.push(request);
      return new Response(null, { status: answer(request) });
    },
    sleepMs: async (ms) => {
      pausesMs.push(ms);
    },
  });
  onTestFinished(() => source.close());
  source.connect("http://receiver.example/events/hr");
  return { source, received, pausesMs };
}

export function basicAuth(username: string, password: string) {
  const text = Buffer.from(`${username}:${password}`).toString("base64");
  return { authorization: `Basic ${text}` };
}
