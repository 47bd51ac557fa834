import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, beforeEach } from "vitest";
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";

/** Lambda for each test of a file. It gives one answer to all requests, which a test may replace. */
export function useLambda() {
  const state = {
    client: new LambdaClient(),
    requests: [] as HttpRequest[],
    answer: { status: 202 } as HttpAnswer,
  };
  let close: () => Promise<void>;
  beforeEach(async () => {
    Object.assign(state, { requests: [], answer: { status: 202 } });
    const server = await startHttpServer(async (request) => {
      state.requests.push(request);
      return state.answer;
    });
    close = server.close;
    const options = localAwsOptions(server.endpoint);
    state.client = new LambdaClient({ ...options, maxAttempts: 1 });
  });
  afterEach(async () => {
    state.client.destroy();
    await close();
  });
  return state;
}

export const refusal = (status: number, name: string): HttpAnswer =>
  jsonAnswer(status, { Message: name }, { "x-amzn-errortype": name });
