import { useLingui } from '@lingui/react'
import type { Item } from '#contract/media.ts'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'

export type PinFieldProps = { uid: Uid; value: Item | null; onChange: (item: Item | null) => void }

/** Chooses the pinned track or video from the user's favorites. */
export function PinField({ uid, value, onChange }: PinFieldProps) {
  const { i18n } = useLingui()
  const music = useCall(tasteCalls.getMusic, { params: { uid } })
  const video = useCall(tasteCalls.getVideo, { params: { uid } })
  const tracks = (music.data?.tracks.rows ?? []).map(({ item }) => item)
  const videos = (video.data?.videos.rows ?? []).map(({ item }) => item)
  const known = [...tracks, ...videos]
  // A pinned item stays selectable after it has left the list.
  const kept = value && !known.some(({ id }) => id === value.id) ? [value] : []
  const all = [...kept, ...known]
  if (all.length === 0) return null
  const choices = (items: readonly Item[]) => items.map((item) => ({ value: item.id, label: nameOf(item) }))
  return (
    <NativeSelect
      name="pinned"
      label={i18n._({ id: 'profile.edit.pinned', message: 'Pinned on top' })}
      value={value?.id ?? ''}
      onChange={({ currentTarget }) => onChange(all.find(({ id }) => id === currentTarget.value) ?? null)}
      data={[
        { value: '', label: i18n._({ id: 'profile.edit.pinned.none', message: 'Nothing' }) },
        ...choices(kept),
        ...(tracks.length > 0 ? [{ group: i18n._({ id: 'profile.tracks', message: 'Tracks' }), items: choices(tracks) }] : []),
        ...(videos.length > 0 ? [{ group: i18n._({ id: 'pin.videos', message: 'Videos' }), items: choices(videos) }] : []),
      ]}
    />
  )
}

const nameOf = ({ name, by }: Item): string => (by === null ? name : `${name} · ${by}`)
