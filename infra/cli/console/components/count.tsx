const numbers = new Intl.NumberFormat("en");

type CountProps = { count: number; isAtLeast?: boolean };

/** "12", or "10,000+" for a count that stopped at its bound. */
export function Count({ count, isAtLeast = false }: CountProps) {
  return (
    <span class="number">
      {numbers.format(count)}
      {isAtLeast && "+"}
    </span>
  );
}

/** "1 operation", "1,204 operations" */
export function countOf(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
