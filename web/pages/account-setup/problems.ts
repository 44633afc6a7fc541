import type { I18n } from '@lingui/core'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { birthYearProblem } from '#web/features/profiles/birth-year.ts'
import { userNameReason, userNameSentence } from '#web/features/profiles/user-name.ts'
import type { Draft, Step } from './draft.ts'

/** Error messages by field. */
export type Problems = Partial<Record<'userName' | 'name' | 'languages' | 'birthYear' | 'picks' | 'form', string>>
export type AgeLimits = { minimumAge: number; thisYear: number }

/** Validates a step. */
export function problemsOf(i18n: I18n, step: Step, draft: Draft, { minimumAge, thisYear }: AgeLimits): Problems {
  if (step === 'you') {
    const reason = userNameReason(draft.userName)
    return {
      ...(reason ? { userName: userNameSentence(i18n, reason) } : {}),
      ...(visibleText(draft.name) ? {} : { name: i18n._({ id: 'setup.name.missing', message: 'Enter the name that others see.' }) }),
    }
  }
  if (step === 'about') {
    const wrong = birthYearProblem(i18n, draft.birthYear, minimumAge, thisYear)
    return wrong ? { birthYear: wrong } : {}
  }
  return draft.picks.length < limits.picks.min
    ? { picks: i18n._({ id: 'setup.picks.missing', message: 'Pick at least one artist or channel.' }) }
    : {}
}

const fieldOf: Record<string, { field: keyof Problems; step: Step }> = {
  user_name: { field: 'userName', step: 'you' },
  name: { field: 'name', step: 'you' },
  languages: { field: 'languages', step: 'about' },
  birth_year: { field: 'birthYear', step: 'about' },
}

/** Maps a server error to its field, and to the step that contains it. */
export function problemsFromFailure(i18n: I18n, failure: ApiFailure): { step: Step; problems: Problems } {
  if (failure.code === 'user_name_taken') return { step: 'you', problems: { userName: userNameSentence(i18n, 'taken') } }
  for (const [name, message] of Object.entries(failure.fields)) {
    const place = fieldOf[name]
    if (place) return { step: place.step, problems: { [place.field]: message } }
  }
  const sentence =
    failure.kind === 'offline'
      ? i18n._({ id: 'setup.offline', message: 'We can’t reach the server. Nothing is lost; try again.' })
      : (failure.sentence ?? i18n._({ id: 'state.error.title', message: 'Something went wrong' }))
  return { step: 'taste', problems: { form: sentence } }
}
