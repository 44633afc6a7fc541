import { Fragment, type ReactNode } from 'react'
import { timedParts } from '#contract/link-position.ts'
import { linkedParts } from './linked-text.ts'
import './LinkedText.css'

export type LinkedTextProps = {
  text: string
  /** Renders a time of the text, such as "1:23", as a control; without it times are plain text. */
  renderSecond?: ((second: number, text: string) => ReactNode) | undefined
}

/** User text with its web addresses as links without referrer. In the direction of its own script. */
export function LinkedText({ text, renderSecond }: LinkedTextProps) {
  return (
    <p className="wl-linked-text" dir="auto">
      {linkedParts(text).map((part, at) =>
        part.kind === 'link' ? (
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        ) : (
          <Fragment key={at}>{renderSecond ? withSeconds(part.text, renderSecond) : part.text}</Fragment>
        ),
      )}
    </p>
  )
}

const withSeconds = (text: string, render: (second: number, text: string) => ReactNode): ReactNode =>
  timedParts(text).map((part, at) => <Fragment key={at}>{part.kind === 'second' ? render(part.second, part.text) : part.text}</Fragment>)
