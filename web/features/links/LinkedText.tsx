import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { mentionParts } from '#contract/chat/mentions.ts'
import type { Mention } from '#contract/moments.ts'
import { timedParts } from '#contract/links/link-position.ts'
import { Address } from './Address.tsx'
import { LinkCheck } from './LinkCheck.tsx'
import { linkedParts } from './linked-text.ts'
import './LinkedText.css'

export type LinkedTextProps = {
  text: string
  /** Renders a time of the text, such as "1:23", as a control; without it times are plain text. */
  renderSecond?: ((second: number, text: string) => ReactNode) | undefined
  /** Users whose names become links to their profiles. */
  mentions?: readonly Mention[] | undefined
}

/** User text with its web addresses as links without referrer. In the direction of its own script. */
export function LinkedText({ text, renderSecond, mentions = [] }: LinkedTextProps) {
  const renderPlain = (plain: string) => (renderSecond ? withSeconds(plain, renderSecond) : plain)
  return (
    <p className="wl-linked-text" dir="auto">
      {linkedParts(text).map((part, index) =>
        part.kind === 'link' ? (
          <Fragment key={index}>
            <a href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              <Address text={part.text} />
            </a>
            <LinkCheck href={part.href} />
          </Fragment>
        ) : (
          <Fragment key={index}>{mentions.length > 0 ? withMentions(part.text, mentions, renderPlain) : renderPlain(part.text)}</Fragment>
        ),
      )}
    </p>
  )
}

function withMentions(text: string, mentions: readonly Mention[], renderPlain: (text: string) => ReactNode): ReactNode {
  return mentionParts(text).map(({ text: part, userName }, index) => {
    const uid = mentions.find(({ user_name: name }) => name === userName)?.uid
    return uid === undefined ? (
      <Fragment key={index}>{renderPlain(part)}</Fragment>
    ) : (
      <Link key={index} to={`/profile/${uid}`}>
        <bdi>{part}</bdi>
      </Link>
    )
  })
}

const withSeconds = (text: string, render: (second: number, text: string) => ReactNode): ReactNode =>
  timedParts(text).map((part, index) => (
    <Fragment key={index}>{part.kind === 'second' ? render(part.second, part.text) : part.text}</Fragment>
  ))
