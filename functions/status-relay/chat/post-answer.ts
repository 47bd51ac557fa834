import { type Http, HttpFailure } from "../../../shared/community/http.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { ChatAdapter } from "./adapter.ts";
import type { Answer } from "./messages.ts";

type PostOptions = {
  http: Http;
  adapter: ChatAdapter;
  /** A URL whose host was checked. */
  url: string;
  timeoutMs: number;
};

/**
 * Posts an answer to the URL that the chat tool has named for it.
 *
 * @throws StepFailure `answer-undelivered`, retryable if the request was not sent; `answer-refused-<status>`, also for a
 *   redirect
 */
export async function postAnswer(
  { http, adapter, url, timeoutMs }: PostOptions,
  { text, buttons = [] }: Answer,
): Promise<void> {
  const { answer, lateAnswer: write = answer } = adapter;
  const { status } = await http({
    method: "POST",
    url: new URL(url),
    headers: {
      "content-type": "application/json",
      // Discord refuses requests without a name of this form ("API Reference", User Agent). Others take any name.
      "user-agent": "DiscordBot (community-automation, 1.0)",
    },
    body: JSON.stringify(write(text, { buttons })),
    timeoutMs,
  }).catch((error: unknown) => {
    // A request that was sent may have been delivered. A second attempt could show the answer twice.
    const wasSent = error instanceof HttpFailure && error.sent;
    throw new StepFailure("answer-undelivered", { retryable: !wasSent });
  });
  if (status >= 300)
    throw new StepFailure(`answer-refused-${status}`, {
      retryable: status >= 500 || status === 429,
    });
}
