import { splitLinks } from '../engine/text.ts'

/** What a person wrote, as text: its addresses can be opened, nothing else in it does anything. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="wl-message-text" dir="auto">
      {splitLinks(text).map(({ text: part, href }, at) =>
        href === null ? (
          part
        ) : (
          // The parts of one text never move among themselves.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </p>
  )
}
