import { expect, test } from "vitest";
import {
  SourceError,
  type SourceErrorCode,
} from "../../../shared/source/source-error.ts";

test.each<[SourceErrorCode, boolean, string]>([
  [
    "source-unreachable",
    true,
    "gave no complete answer in time: check its hosts, the network and the state of the system, then repeat",
  ],
  [
    "source-busy",
    true,
    "has too many requests: repeat later, or lower callsPerSecond in the sources secret",
  ],
  [
    "source-error",
    true,
    "failed: look at the state of the system, then repeat",
  ],
  [
    "source-unreadable",
    true,
    "gave an answer that is not JSON of at most 1 MB: check the URL of the lookup",
  ],
  [
    "source-refused",
    false,
    "refused the request: check its credentials and rights, and the URL of the lookup",
  ],
  [
    "source-misconfigured",
    false,
    "was not asked, because a URL does not lead to one of its hosts, over https and on the public internet: correct the lookup, or the hosts in the sources secret",
  ],
  [
    "record-id-refused",
    false,
    "was not asked, because no URL can have the id of the record: look at the field map of the caller",
  ],
])(
  "the error %s of a source may pass by itself: %s, and says what to do",
  (code, retryable, text) => {
    expect(new SourceError(code, "hr")).toMatchObject({
      name: "SourceError",
      code,
      retryable,
      retryAfterMs: 0,
      message: `the source hr ${text}`,
    });
    const answered = new SourceError(code, "hr", {
      status: 429,
      retryable: !retryable,
      retryAfterMs: 7,
    });
    expect(answered).toMatchObject({
      retryable: !retryable,
      retryAfterMs: 7,
      message: `the source hr (429) ${text}`,
    });
  },
);
