import { containsWords } from '#web/ui/text/plain-text.ts'
import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useEffect, useRef, useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { type Profile, profileCalls } from '#contract/profiles.ts'
import { visibleText } from '#contract/base/text.ts'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Textarea, TextInput } from '#web/ui/inputs/TextInput.ts'
import { LanguagesField } from './LanguagesField.tsx'
import { useCrop } from './use-crop.tsx'
import './ProfileEditor.css'
import type { UploadedPicture } from '#contract/uploads.ts'
import { usePictureUpload } from '#web/features/uploads/use-picture-upload.ts'
import { Picture } from '#web/ui/Picture.tsx'
import './CoverField.css'
import type { I18n } from '@lingui/core'
import type { Item } from '#contract/media.ts'
import { callApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { failureOf, queryClient, cacheResponse, useCall } from '#web/platform/query.ts'
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { Select } from '#web/ui/inputs/Select.ts'
import { NameField } from './NameField.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { nameLimit, textLimit } from '#web/ui/inputs/text-limit.ts'

/** Edits the user's profile in place. Load it lazily: it includes forms and pickers. */
export function ProfileEditor({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { i18n } = useLingui()
  const { draft, problems, isSaving, change, save } = useProfileEdit(profile, onClose)
  const crop = useCrop({ aspect: 1, isRound: true })
  const bioLimit = textLimit(draft.bio, limits.bio.max)
  const placeLimit = nameLimit(draft.place, limits.place.max)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input[name=name]')?.focus(), [])
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  return (
    <Form ref={form} className="wl-card wl-profile-editor" onSubmit={save} aria-labelledby="wl-profile-editor-title">
      <h1 id="wl-profile-editor-title">{i18n._({ id: 'profile.edit', message: 'Edit profile' })}</h1>
      <CoverField url={shownCover(profile, draft)} onChange={(cover) => change({ cover })} />
      <PictureField
        prepare={crop.prepare}
        person={{ uid: profile.uid, name: draft.name || profile.name }}
        picture={shownPicture(profile, draft)}
        onChange={(picture) => change({ picture })}
      />
      {crop.dialog}
      <div className="wl-profile-editor-fields">
        <NameField value={draft.name} error={problems.name} onChange={(name) => change({ name })} />
        <TextInput
          name="place"
          label={i18n._({ id: 'profile.edit.place', message: 'Place' })}
          placeholder={i18n._({ id: 'profile.edit.place.example', message: 'A town, a region, or nothing' })}
          autoComplete="address-level2"
          {...placeLimit.field}
          value={draft.place}
          error={problems.place ?? placeLimit.isOver}
          onChange={(event) => change({ place: event.currentTarget.value })}
        />
      </div>
      <Textarea
        name="bio"
        label={i18n._({ id: 'profile.edit.bio', message: 'About you' })}
        placeholder={i18n._({ id: 'profile.edit.bio.example', message: 'What would you put on right now?' })}
        dir="auto"
        rows={3}
        value={draft.bio}
        {...bioLimit.field}
        error={problems.bio ?? bioLimit.isOver}
        onChange={(event) => change({ bio: event.currentTarget.value })}
      />
      <LanguagesField value={draft.languages} error={problems.languages ?? null} onChange={(languages) => change({ languages })} />
      <PinField uid={profile.uid} value={draft.pinned} onChange={(pinned) => change({ pinned })} />
      <FormMessage>{problems.form}</FormMessage>
      <div className="wl-profile-editor-actions">
        <CancelButton onClick={onClose} />
        <Button type="submit" loading={isSaving}>
          {i18n._({ id: 'profile.edit.save', message: 'Save' })}
        </Button>
      </div>
    </Form>
  )
}

/** The preview of the picture. Only the current picture's address is known; its ID is not needed to keep it. */
function shownPicture({ avatar_url }: Profile, { picture }: ProfileDraft): { id: string; url: string } | null {
  if (picture !== undefined) return picture
  return avatar_url === null ? null : { id: '', url: avatar_url }
}

const shownCover = ({ cover_url }: Profile, { cover }: ProfileDraft): string | null =>
  cover === undefined ? cover_url : (cover?.url ?? null)

type CoverFieldProps = {
  /** The picture's address; null if there is none. */
  url: string | null
  onChange: (picture: UploadedPicture | null) => void
}

/** The ratio of a profile header on large screens. */
const ASPECT = 5

/** Chooses the profile's cover picture. */
function CoverField({ url, onChange }: CoverFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const crop = useCrop({ aspect: ASPECT })
  const { isBusy, problem, handleFile } = usePictureUpload(onChange, crop.prepare)

  return (
    <div className="wl-cover-field">
      <div className="wl-cover-field-picture" data-empty={url === null || undefined}>
        {url !== null && <Picture src={url} alt="" />}
      </div>
      <div className="wl-cover-field-actions">
        <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void handleFile(event)} data-testid="cover" />
        <Button variant="default" loading={isBusy} aria-describedby={messageId} onClick={() => input.current?.click()}>
          {url === null
            ? i18n._({ id: 'profile.cover.choose', message: 'Choose a cover' })
            : i18n._({ id: 'profile.cover.other', message: 'Choose another cover' })}
        </Button>
        {url !== null && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {i18n._({ id: 'profile.cover.remove', message: 'Remove the cover' })}
          </Button>
        )}
        <output id={messageId} className="wl-small wl-muted" data-bad={problem !== null || undefined}>
          {problem}
        </output>
      </div>
      {crop.dialog}
    </div>
  )
}

/** Changed profile fields. An undefined picture is kept; null removes it. */
type ProfileDraft = {
  name: string
  bio: string
  place: string
  languages: string[]
  picture: UploadedPicture | null | undefined
  cover: UploadedPicture | null | undefined
  pinned: Item | null
}
type ProfileProblems = Partial<Record<'name' | 'bio' | 'place' | 'languages' | 'form', string>>

/** State of the profile editor. `onDone` is called after a successful save. */
function useProfileEdit(profile: Profile, onDone: () => void) {
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
      cacheResponse(profileCalls.getProfile, { params: { uid: profile.uid } }, saved)
      onDone()
    } catch (error) {
      setProblems(problemsFromFailure(i18n, failureOf(error)))
    } finally {
      setIsSaving(false)
    }
  }

  return { draft, problems, isSaving, change, save: () => void save() }
}

/** Validates a draft. */
function problemsOf(i18n: I18n, { name, bio, place }: ProfileDraft): ProfileProblems {
  const tooLongText = (max: number) => i18n._({ id: 'profile.edit.too-long', message: 'At most {max} characters.', values: { max } })
  const problems: ProfileProblems = {}
  if (visibleText(name).length < limits.name.min)
    problems.name = i18n._({ id: 'setup.name.missing', message: 'Enter the name that others see.' })
  else if (visibleText(name).length > limits.name.max) problems.name = tooLongText(limits.name.max)
  if (visibleText(bio).length > limits.bio.max) problems.bio = tooLongText(limits.bio.max)
  if (visibleText(place).length > limits.place.max) problems.place = tooLongText(limits.place.max)
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

function problemsFromFailure(i18n: I18n, { kind, fields, sentence }: ApiFailure): ProfileProblems {
  const { name, bio, place, languages } = fields
  const problems = Object.entries({ name, bio, place, languages }).filter(([, message]) => message !== undefined)
  if (problems.length > 0) return Object.fromEntries(problems)
  if (kind === 'offline')
    return {
      form: i18n._({ id: 'profile.edit.offline', message: 'We can’t reach the server. Your changes are still here; try again.' }),
    }
  return { form: sentence ?? i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }) }
}

export type PinFieldProps = { uid: Uid; value: Item | null; onChange: (item: Item | null) => void }

/** Finds the pinned track or video among the user's favorites. */
export function PinField({ uid, value, onChange }: PinFieldProps) {
  const { i18n } = useLingui()
  const music = useCall(tasteCalls.getMusic, { params: { uid } })
  const video = useCall(tasteCalls.getVideo, { params: { uid } })
  const tracks = (music.data?.tracks.rows ?? []).map(({ item }) => item)
  const videos = (video.data?.videos.rows ?? []).map(({ item }) => item)
  const options = [...tracks, ...videos]
  // A pinned item stays selectable after it has left the list.
  const current = value && !options.some(({ id }) => id === value.id) ? [value] : []
  const all = [...current, ...options]
  if (all.length === 0) return null
  const choices = (items: readonly Item[]) => items.map((item) => ({ value: item.id, label: nameOf(item) }))
  return (
    <Select
      name="pinned"
      label={i18n._({ id: 'profile.edit.pinned', message: 'Pinned on top' })}
      placeholder={i18n._({ id: 'profile.edit.pinned.search', message: 'Search your tracks and videos' })}
      nothingFoundMessage={i18n._({ id: 'profile.edit.pinned.none-found', message: 'Nothing found among your tracks and videos' })}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((item) => item.id === id) ?? null)}
      data={[
        ...choices(current),
        ...(tracks.length > 0 ? [{ group: i18n._({ id: 'profile.tracks', message: 'Tracks' }), items: choices(tracks) }] : []),
        ...(videos.length > 0 ? [{ group: i18n._({ id: 'pin.videos', message: 'Videos' }), items: choices(videos) }] : []),
      ]}
      filter={matching}
      maxDropdownHeight={320}
      clearable
      clearButtonProps={{ 'aria-label': i18n._({ id: 'profile.edit.pinned.clear', message: 'Pin nothing' }) }}
      searchable
      comboboxProps={{ shadow: 'none' }}
    />
  )
}

const nameOf = ({ name, by }: Item): string => (by === null ? name : `${name} · ${by}`)

/** Keeps the options that contain every typed word. */
const matching: OptionsFilter = ({ options, search }) => {
  const matchesSearch = ({ label }: ComboboxItem) => containsWords(label, search)
  return options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(matchesSearch) } : option))
    .filter((option) => ('group' in option ? option.items.length > 0 : matchesSearch(option)))
}
