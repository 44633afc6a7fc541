import { recognizeLink } from '#contract/links/links.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'

const LinkWarning = lazyPart(async () => (await import('./LinkWarning.tsx')).LinkWarning)

/** Warns of a look-alike address. The check loads only for links outside the platforms. */
export function LinkCheck({ href }: { href: string }) {
  if (recognizeLink(href)) return null
  return <LinkWarning href={href} />
}
