import { limits } from '#contract/limits.ts'

/** The share target's address; must match the manifest (vite.config.ts). */
export const SHARED_AT = '/chat'
const PARTS = ['shared_title', 'shared_text', 'shared_url'] as const

/** Shared content as text: title, text and link without repetition. Empty without a share. */
export function sharedText(search: string): string {
  const params = new URLSearchParams(search)
  const parts = [...new Set(PARTS.map((name) => params.get(name)?.trim() ?? ''))]
  // Most apps repeat the link in the text, and many also repeat the title.
  const distinct = parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)))
  return distinct.join('\n').slice(0, limits.moment.max)
}
