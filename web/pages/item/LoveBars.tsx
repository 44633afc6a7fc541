const BARS = [1, 2, 3, 4, 5]

/** How much a user loves an item, as five bars. Decorative: the text beside it says it in words. */
export function LoveBars({ love, side }: { love: number; side: 'music' | 'video' }) {
  return (
    <span className="wl-love-bars" data-side={side} aria-hidden>
      {BARS.map((bar) => (
        <span key={bar} data-on={bar <= love || undefined} style={{ height: 4 + bar * 3 }} />
      ))}
    </span>
  )
}
