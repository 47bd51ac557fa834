import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import type { NoticeTakers } from "./deployed-functions.ts";

/** A bus and a subscriber that take every notice. */
export function recordNotices() {
  /** What the bus got, also what it got again. */
  const published: NoticeMessage[] = [];
  /** What the subscriber got, also what it got again. */
  const delivered: NoticeMessage[] = [];
  const read = (text = "") => JSON.parse(text) as NoticeMessage;
  const noticeTakers: NoticeTakers = {
    post: async (_url, _headers, body) => {
      delivered.push(read(body));
      return { status: 204, retryAfterMs: 0 };
    },
    putEvents: async (events) => {
      published.push(
        ...events.map(({ detail }) => read(JSON.stringify(detail))),
      );
      return events.map(() => true);
    },
  };
  return { noticeTakers, published, delivered };
}
