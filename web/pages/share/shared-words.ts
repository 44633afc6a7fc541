import { limits } from '#contract/limits.ts'

/** Where a share from another app arrives; the manifest names the same (vite.config.ts). */
export const SHARED_AT = '/chat'
const PARTS = ['shared_title', 'shared_text', 'shared_url'] as const

/** What another app has shared, as text: its words, and its link once. Empty when nothing was shared. */
export function sharedWords(search: string): string {
  const params = new URLSearchParams(search)
  const parts = [...new Set(PARTS.map((name) => params.get(name)?.trim() ?? ''))]
  // Most apps put the link into the text, and many the title as well.
  const said = parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)))
  return said.join('\n').slice(0, limits.moment.max)
}
