/** "1 reply", "2 replies" */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "Discussion" */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
