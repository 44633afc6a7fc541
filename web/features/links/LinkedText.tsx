import { linkedParts } from './linked-text.ts'
import './LinkedText.css'

export type LinkedTextProps = { text: string }

/** User text with its web addresses as links without referrer. In the direction of its own script. */
export function LinkedText({ text }: LinkedTextProps) {
  return (
    <p className="wl-linked-text" dir="auto">
      {linkedParts(text).map((part, at) =>
        part.kind === 'link' ? (
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
