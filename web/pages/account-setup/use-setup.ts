import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { profileCalls } from '#contract/profiles.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { visibleText } from '#contract/base/text.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { languagesOf } from '#web/features/profiles/languages.ts'
import { picksBody } from '#web/features/sources/picks.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { clearDraft, saveDraft, loadDraft, STEPS, type Draft } from './draft.ts'
import { problemsOf, problemsFromFailure, type Problems } from './problems.ts'

/** State of account setup: values, current step, errors, and saving at the end. */
export function useSetup(minimumAge: number) {
  const { i18n } = useLingui()
  const subject = useAuthStore((state) => state.user?.subject ?? '')
  const [{ step, draft }, setState] = useState(() => loadDraft(subject, languagesOf(navigator.languages)))
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  useEffect(() => saveDraft(subject, step, draft), [subject, step, draft])

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

const thisYear = () => new Date().getFullYear()

/** Saves the picks first, so that the profile is never empty when others see it. @throws ApiError */
async function saveProfile(draft: Draft): Promise<void> {
  await callApi(tasteCalls.savePicks, { body: picksBody(draft.picks) })
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
