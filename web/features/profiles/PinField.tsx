import { useLingui } from '@lingui/react'
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import type { Item } from '#contract/media.ts'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Select } from '#web/ui/inputs/Select.ts'

export type PinFieldProps = { uid: Uid; value: Item | null; onChange: (item: Item | null) => void }

/** Finds the pinned track or video among the user's favorites. */
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
    <Select
      name="pinned"
      label={i18n._({ id: 'profile.edit.pinned', message: 'Pinned on top' })}
      placeholder={i18n._({ id: 'profile.edit.pinned.search', message: 'Search your tracks and videos' })}
      nothingFoundMessage={i18n._({ id: 'profile.edit.pinned.none-found', message: 'Nothing found among your tracks and videos' })}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((item) => item.id === id) ?? null)}
      data={[
        ...choices(kept),
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

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Keeps the options that contain every typed word. */
const matching: OptionsFilter = ({ options, search }) => {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const fits = ({ label }: ComboboxItem) => words.every((word) => plain(label).includes(word))
  return options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(fits) } : option))
    .filter((option) => ('group' in option ? option.items.length > 0 : fits(option)))
}
