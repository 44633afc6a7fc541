import { useLingui } from '@lingui/react'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { MemoryOnlyHint } from '#web/ui/MemoryOnlyHint.tsx'
import type { DraftState } from './composer.draft.ts'
import { postErrorMessage } from '../moments.messages.ts'

export type ComposerMessageProps = {
  id: string
  state: Pick<DraftState, 'left' | 'isNearEnd'>
  failure: ApiFailure | null
  /** The storage key of the draft, if it exists nowhere else. */
  draft?: string | undefined
}

/** Below a field: the remaining characters near the limit, and a failure. */
export function ComposerMessage({ id, state: { left, isNearEnd }, failure, draft }: ComposerMessageProps) {
  const { i18n } = useLingui()
  return (
    <>
      <output id={id} className="wl-composer-message wl-small" data-bad={left < 0 || failure !== null || undefined}>
        {left < 0
          ? i18n._({
              id: 'moments.compose.too-long',
              message: '{count, plural, one {# character} other {# characters}} too many.',
              values: { count: -left },
            })
          : failure
            ? postErrorMessage(i18n, failure)
            : isNearEnd &&
              i18n._({
                id: 'moments.compose.left',
                message: '{count, plural, one {# character} other {# characters}} left.',
                values: { count: left },
              })}
      </output>
      {draft && <MemoryOnlyHint name={draft} />}
    </>
  )
}
