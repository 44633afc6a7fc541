import { useEffect, useRef, useState } from 'react'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { joinLink, trailingLink } from './share-text.ts'

const UNDO_MS = 6_000

/** The text of a composer. Its attached link is the last word of the text, so that drafts and messages stay plain text. */
type Written = { text: string; setText: (text: string) => void }

export type AttachedLinkControl = {
  /** The link to show as a card; null if there is none. */
  link: LinkRecord | null
  /** The text of the field, without the attached link. */
  shown: string
  /** Sets the text of the field, beside the attached link. */
  type: (shown: string) => void
  /** Attaches a link instead of the present one. */
  attach: (shown: string, link: string) => void
  /** Attaches pasted text that is only a link. Returns whether it was one. */
  attachPasted: (text: string) => boolean
  /** Removes the link; the notice puts it back. */
  remove: () => void
}

/**
 * Shows a link at the end of a composer's text as attached, unless the user typed it: a link that was pasted, found, or restored with
 * a draft.
 */
export function useAttachedLink({ text, setText }: Written): AttachedLinkControl {
  const [typed, setTyped] = useState<{ text: string; link: string | null }>({ text: '', link: null })
  const address = typed.text === text ? typed.link : (trailingLink(text)?.word ?? null)
  const shown = address === null ? text : (trailingLink(text)?.before ?? text)
  const latest = useRef({ shown, setText })
  useEffect(() => {
    latest.current = { shown, setText }
  })
  const write = (next: string, link: string | null) => {
    const joined = link === null ? next : joinLink(next, link)
    setTyped({ text: joined, link })
    setText(joined)
  }
  return {
    link: address === null ? null : recognizeLink(address),
    shown,
    type: (next) => write(next, address),
    attach: write,
    attachPasted(pasted) {
      const pastedText = pasted.trim()
      if (/\s/.test(pastedText) || address !== null || recognizeLink(pastedText) === null) return false
      write(shown, pastedText)
      return true
    },
    remove() {
      if (address === null) return
      write(shown, null)
      // A text from outside the field: its link is attached again.
      const restore = () => latest.current.setText(joinLink(latest.current.shown, address))
      notify('neutral', i18n._({ id: 'attached.removed', message: 'Link removed' }), {
        about: 'attached-link',
        timeoutMs: UNDO_MS,
        action: { label: i18n._({ id: 'undo', message: 'Undo' }), run: restore },
      })
    },
  }
}
