import { lazyPart } from '#web/platform/lazy-component.ts'
import type { MomentMentionsProps } from './MentionSuggestions.tsx'

const MentionSuggestions = lazyPart(async () => (await import('./MentionSuggestions.tsx')).MentionSuggestions)

/** Suggests people in a moment or a comment, once an @ is typed. */
export function MomentMentions(props: MomentMentionsProps) {
  if (!props.text.includes('@')) return null
  return <MentionSuggestions {...props} />
}
