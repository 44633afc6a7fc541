import { useLingui } from '@lingui/react'
import type { I18n } from '@lingui/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { visibleText } from '#contract/base/text.ts'
import { callApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { failureOf, queryClient, cacheAnswer } from '#web/platform/query.ts'

/** Changed profile fields. An undefined picture is kept; null removes it. */
export type ProfileDraft = {
  name: string
  bio: string
  place: string
  languages: string[]
  picture: UploadedPicture | null | undefined
  cover: UploadedPicture | null | undefined
  pinned: Item | null
}
export type ProfileProblems = Partial<Record<'name' | 'bio' | 'place' | 'languages' | 'form', string>>

/** State of the profile editor. `onDone` is called after a successful save. */
export function useProfileEdit(profile: Profile, onDone: () => void) {
  const { i18n } = useLingui()
  const [draft, setDraft] = useState<ProfileDraft>({
    name: profile.name,
    bio: profile.bio,
    place: profile.place ?? '',
    languages: profile.languages,
    picture: undefined,
    cover: undefined,
    pinned: profile.pinned,
  })
  const [problems, setProblems] = useState<ProfileProblems>({})
  const [isSaving, setIsSaving] = useState(false)

  function change(fields: Partial<ProfileDraft>) {
    setDraft((now) => ({ ...now, ...fields }))
    setProblems({})
  }

  async function save() {
    const found = problemsOf(i18n, draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setIsSaving(true)
    try {
      const saved = await callApi(profileCalls.editProfile, { body: bodyOf(draft) })
      // Many answers contain the name and picture; each is refetched when next needed.
      void queryClient.invalidateQueries({ refetchType: 'none' })
      cacheAnswer(profileCalls.getProfile, { params: { uid: profile.uid } }, saved)
      onDone()
    } catch (error) {
      setProblems(problemsOfFailure(i18n, failureOf(error)))
    } finally {
      setIsSaving(false)
    }
  }

  return { draft, problems, isSaving, change, save: () => void save() }
}

/** Validates a draft. */
function problemsOf(i18n: I18n, { name, bio, place }: ProfileDraft): ProfileProblems {
  const tooLong = (max: number) => i18n._({ id: 'profile.edit.too-long', message: 'At most {max} characters.', values: { max } })
  const problems: ProfileProblems = {}
  if (visibleText(name).length < limits.name.min)
    problems.name = i18n._({ id: 'setup.name.missing', message: 'Enter the name that others see.' })
  else if (visibleText(name).length > limits.name.max) problems.name = tooLong(limits.name.max)
  if (visibleText(bio).length > limits.bio.max) problems.bio = tooLong(limits.bio.max)
  if (visibleText(place).length > limits.place.max) problems.place = tooLong(limits.place.max)
  return problems
}

function bodyOf({ name, bio, place, languages, picture, cover, pinned }: ProfileDraft) {
  return {
    name: visibleText(name),
    bio: visibleText(bio),
    place: visibleText(place) || null,
    languages,
    ...(picture === undefined ? {} : { avatar_id: picture?.id ?? null }),
    ...(cover === undefined ? {} : { cover_id: cover?.id ?? null }),
    pinned_id: pinned?.id ?? null,
  }
}

function problemsOfFailure(i18n: I18n, { kind, fields, sentence }: ApiFailure): ProfileProblems {
  const { name, bio, place, languages } = fields
  const known = Object.entries({ name, bio, place, languages }).filter(([, message]) => message !== undefined)
  if (known.length > 0) return Object.fromEntries(known)
  if (kind === 'offline')
    return {
      form: i18n._({ id: 'profile.edit.offline', message: 'We can’t reach the server. Your changes are still here; try again.' }),
    }
  return { form: sentence ?? i18n._({ id: 'state.error.title', message: 'Something went wrong' }) }
}
