import { linkedParts } from './linked-text.ts'
import './LinkedText.css'

export type LinkedTextProps = { text: string }

/** What a person wrote, with its web addresses as links that tell the other side nothing. In the direction of its own script. */
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
