/** The largest avatar inside an event, in bytes. It is stored as one DynamoDB item, which has at most 400 KB. */
export const maxInlineBytes = 300 * 1024;

/** The largest avatar behind a URL, in bytes. */
export const maxFetchedBytes = 5 * 1024 * 1024;

/** The largest width and height, because a small file can declare a size that exhausts the memory of a decoder. */
export const maxSidePx = 8_192;
