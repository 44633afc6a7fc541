import type { TogetherRecap } from '#contract/together.ts'

/** Saves the list as a text file with a link for each item. */
export function downloadList({ started_at: started, items }: TogetherRecap): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(new Blob([listText(items)], { type: 'text/plain;charset=utf-8' }))
  link.href = url
  link.download = `together-${started.slice(0, 10)}.txt`
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const listText = (items: TogetherRecap['items']): string =>
  items.map((item) => [[item.title, item.by].filter(Boolean).join(' · '), ...linksOf(item)].join('\n')).join('\n\n')

const linksOf = ({ spotify_id: spotify, youtube_id: youtube }: TogetherRecap['items'][number]): string[] => [
  ...(spotify === null ? [] : [`https://open.spotify.com/track/${spotify}`]),
  ...(youtube === null ? [] : [`https://www.youtube.com/watch?v=${youtube}`]),
]
