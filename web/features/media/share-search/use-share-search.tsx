import { useState, type ReactNode, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconMusicPlus, IconSearch } from '@tabler/icons-react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOpener, isPlayOpener, artistTitleQuery } from './share-text.ts'

const ShareSearch = lazyPart(async () => (await import('./ShareSearch.tsx')).ShareSearch)

/** Where the search was opened from: what it starts with, and what happens to the composer's text. */
type Opened = { query: string; typed: string; replacesText: boolean }

export type ShareSearchControl = {
  /** Returns true if the change opened the search; the text is then unchanged. */
  opens: (before: string, next: string) => boolean
  button: ReactNode
  /** Opens the search, for another control than `button`. */
  open: () => void
  /** The search, or an offer to search for a text like “artist - title”. */
  panel: ReactNode
}

type Field = {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Attaches what was chosen, beside this text. */
  attach: (text: string, link: string) => void
}

/** The search of items in a composer. Choosing one attaches its link. @param to the receiver, if there is one */
export function useShareSearch({ text, setText, field, attach }: Field, to: string | null = null): ShareSearchControl {
  const { i18n } = useLingui()
  const [opened, setOpened] = useState<Opened | null>(null)
  const name = artistTitleQuery(text)
  const label = i18n._({ id: 'share-search.open', message: 'Add a track or a video' })

  const close = (next: string | null) => {
    setOpened(null)
    if (next !== null) setText(next)
    // After the field has received the text.
    setTimeout(() => {
      field.current?.focus()
      const end = field.current?.value.length ?? 0
      field.current?.setSelectionRange(end, end)
    })
  }
  return {
    opens(before, next) {
      if (isPlayOpener(before, next)) setOpened({ query: '', typed: next, replacesText: true })
      if (!isOpener(before, next)) return false
      setOpened({ query: '', typed: next, replacesText: false })
      return true
    },
    open: () => setOpened({ query: '', typed: '', replacesText: false }),
    button: (
      <ActionIcon
        icon={IconMusicPlus}
        className="wl-share-search-button"
        size={44}
        label={label}
        aria-expanded={opened !== null}
        onClick={() => (opened ? close(null) : setOpened({ query: '', typed: '', replacesText: false }))}
      />
    ),
    panel: opened ? (
      <ShareSearch
        initialText={opened.query}
        to={to}
        onChoose={(link) => {
          attach(opened.replacesText ? '' : text, link)
          close(null)
        }}
        // Text after an opening key may be meant for the composer, such as “+1”.
        onClose={(typed) => close(opened.typed === '' || typed === '' ? null : opened.typed + typed)}
      />
    ) : (
      name !== null && (
        <Button
          variant="subtle"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          onClick={() => setOpened({ query: name, typed: '', replacesText: true })}
        >
          {i18n._({ id: 'share-search.offer', message: 'Find “{name}”', values: { name } })}
        </Button>
      )
    ),
  }
}
