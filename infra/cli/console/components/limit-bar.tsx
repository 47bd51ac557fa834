type LimitBarProps = { used: number; allowed: number };

/** How much of a limit is used. The text beside it says the same. */
export function LimitBar({ used, allowed }: LimitBarProps) {
  const share = allowed === 0 ? 1 : Math.min(1, used / allowed);
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "look" : "";
  return (
    <svg
      class={`bar ${tone}`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={String(share * 100)} height="6" />
    </svg>
  );
}
