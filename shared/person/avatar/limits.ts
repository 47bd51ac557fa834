/** Largest avatar inside an event, in bytes: it is stored as one DynamoDB item, of at most 400 KB. */
export const maxInlineBytes = 300 * 1024;

/** Largest avatar behind a URL, in bytes. */
export const maxFetchedBytes = 5 * 1024 * 1024;

/** Largest width and height: a small file can declare a size that exhausts the memory of its decoder. */
export const maxSidePx = 8_192;
