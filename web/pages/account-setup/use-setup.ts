import { pickCalls } from '#contract/taste/picks.ts'
import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { profileCalls } from '#contract/profiles.ts'
import { visibleText } from '#contract/base/text.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { languagesOf } from '#web/features/profiles/languages.ts'
import { picksBody } from '#web/features/sources/picks.ts'
import { callApi } from '#web/platform/api-client.ts'
import { onStoredChange } from '#web/platform/storage/browser-storage.ts'
import { failureOf } from '#web/platform/query.ts'
import { clearDraft, saveDraft, loadDraft, STEPS, type Draft, type Step } from './draft.ts'
import type { I18n } from '@lingui/core'
import { limits } from '#contract/limits.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { birthYearProblem } from '#web/features/profiles/birth-year.ts'
import { userNameReason, userNameSentence } from '#web/features/profiles/user-name.ts'

/** State of account setup: values, current step, errors, and saving at the end. */
export function useSetup(minimumAge: number) {
  const { i18n } = useLingui()
  const subject = useAuthStore((state) => state.user?.subject ?? '')
  const [{ step, draft }, setState] = useState(() => loadDraft(subject, languagesOf(navigator.languages)))
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  useEffect(() => saveDraft(subject, step, draft), [subject, step, draft])
  // Another tab has created the profile: it stores the server's answer, as in session.ts.
  useEffect(() => onStoredChange(`profile.${subject}`, () => void confirmProfile()), [subject])

  function change(fields: Partial<Draft>) {
    setState((state) => ({ ...state, draft: { ...state.draft, ...fields } }))
    setProblems({})
  }

  function back() {
    setState((state) => ({ ...state, step: STEPS[STEPS.indexOf(state.step) - 1] ?? 'you' }))
  }

  async function next() {
    const found = problemsOf(i18n, step, draft, { minimumAge, thisYear: thisYear() })
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const following = STEPS[STEPS.indexOf(step) + 1]
    if (following) return setState((state) => ({ ...state, step: following }))
    await save()
  }

  async function save() {
    setIsSaving(true)
    try {
      await saveProfile(draft)
      clearDraft()
      await confirmProfile()
    } catch (error) {
      const failed = problemsFromFailure(i18n, failureOf(error))
      setState((state) => ({ ...state, step: failed.step }))
      setProblems(failed.problems)
    } finally {
      setIsSaving(false)
    }
  }

  return { step, draft, problems, isSaving, change, back, next }
}

export const thisYear = () => new Date().getFullYear()

/** Saves the picks first, so that the profile is never empty when others see it. @throws ApiError */
async function saveProfile(draft: Draft): Promise<void> {
  await callApi(pickCalls.savePicks, { body: picksBody(draft.picks) })
  await callApi(profileCalls.setUpAccount, {
    body: {
      user_name: draft.userName,
      name: visibleText(draft.name),
      avatar_id: draft.picture?.id ?? null,
      languages: draft.languages,
      birth_year: Number(draft.birthYear),
    },
  })
}

/** Error messages by field. */
export type Problems = Partial<Record<'userName' | 'name' | 'languages' | 'birthYear' | 'picks' | 'form', string>>
export type AgeLimits = { minimumAge: number; thisYear: number }

/** Validates a step. */
export function problemsOf(i18n: I18n, step: Step, draft: Draft, age: AgeLimits): Problems {
  if (step === 'you') {
    const reason = userNameReason(draft.userName)
    return {
      ...(reason ? { userName: userNameSentence(i18n, reason) } : {}),
      ...nameProblem(i18n, visibleText(draft.name)),
    }
  }
  if (step === 'about') {
    const wrong = birthYearProblem(i18n, draft.birthYear, age.minimumAge, age.thisYear)
    return wrong ? { birthYear: wrong } : {}
  }
  return draft.picks.length < limits.picks.min
    ? { picks: i18n._({ id: 'setup.picks.missing', message: 'Pick at least one artist or channel.' }) }
    : {}
}

function nameProblem(i18n: I18n, name: string): Problems {
  const { max } = limits.name
  if (name === '') return { name: i18n._({ id: 'setup.name.missing', message: 'Enter the name that others see.' }) }
  return name.length > max ? { name: i18n._({ id: 'profile.edit.too-long', message: 'At most {max} characters.', values: { max } }) } : {}
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
