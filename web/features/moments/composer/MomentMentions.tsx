import { Suspense } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import type { MomentMentionsProps } from './MentionSuggestions.tsx'

const MentionSuggestions = lazyComponent(async () => (await import('./MentionSuggestions.tsx')).MentionSuggestions)

/** Suggests people in a moment or a comment, once an @ is typed. */
export function MomentMentions(props: MomentMentionsProps) {
  if (!props.text.includes('@')) return null
  return (
    <Suspense>
      <MentionSuggestions {...props} />
    </Suspense>
  )
}
