import { useEffect, useRef, type FormEvent } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import type { Profile } from '#contract/profiles.ts'
import { visibleText } from '#contract/base/text.ts'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Textarea, TextInput } from '#web/ui/inputs/TextInput.ts'
import { CoverField } from './CoverField.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { PinField } from './PinField.tsx'
import { useCrop } from './use-crop.tsx'
import { useProfileEdit, type ProfileDraft } from './use-profile-edit.ts'
import './ProfileEditor.css'

/** Edits the user's profile in place. Load it lazily: it includes forms and pickers. */
export function ProfileEditor({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { i18n } = useLingui()
  const { draft, problems, isSaving, change, save } = useProfileEdit(profile, onClose)
  const crop = useCrop({ aspect: 1, isRound: true })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input[name=name]')?.focus(), [])
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }

  return (
    <form ref={form} className="wl-card wl-profile-editor" onSubmit={handleSubmit} noValidate aria-labelledby="wl-profile-editor-title">
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
        <TextInput
          name="name"
          label={i18n._({ id: 'setup.name', message: 'Name' })}
          autoComplete="name"
          maxLength={limits.name.max}
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          name="place"
          label={i18n._({ id: 'profile.edit.place', message: 'Place' })}
          placeholder={i18n._({ id: 'profile.edit.place.example', message: 'A town, a region, or nothing' })}
          autoComplete="address-level2"
          maxLength={limits.place.max}
          value={draft.place}
          error={problems.place}
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
        error={problems.bio ?? visibleText(draft.bio).length > limits.bio.max}
        description={`${visibleText(draft.bio).length} / ${limits.bio.max}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={(event) => change({ bio: event.currentTarget.value })}
      />
      <LanguagesField value={draft.languages} error={problems.languages ?? null} onChange={(languages) => change({ languages })} />
      <PinField uid={profile.uid} value={draft.pinned} onChange={(pinned) => change({ pinned })} />
      <FormMessage>{problems.form}</FormMessage>
      <div className="wl-profile-editor-actions">
        <Button variant="default" onClick={onClose}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
        <Button type="submit" loading={isSaving}>
          {i18n._({ id: 'profile.edit.save', message: 'Save' })}
        </Button>
      </div>
    </form>
  )
}

/** The preview of the picture. Only the current picture's address is known; its ID is not needed to keep it. */
function shownPicture({ avatar_url }: Profile, { picture }: ProfileDraft): { id: string; url: string } | null {
  if (picture !== undefined) return picture
  return avatar_url === null ? null : { id: '', url: avatar_url }
}

const shownCover = ({ cover_url }: Profile, { cover }: ProfileDraft): string | null =>
  cover === undefined ? cover_url : (cover?.url ?? null)
