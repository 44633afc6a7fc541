// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { presenceFrames } from '#contract/chat/presence.ts'
import type { LinkState, SocketLink } from '#web/platform/socket/socket-link.ts'
import { sendPageVisibility } from './page-visibility.live.ts'

let isVisible = true
Object.defineProperty(document, 'visibilityState', { get: () => (isVisible ? 'visible' : 'hidden') })
let stop: () => void
afterEach(() => stop())

function aLink() {
  const sent: unknown[] = []
  let state: LinkState = { name: 'connecting' }
  let listener: (state: LinkState) => void = () => undefined
  const link: Pick<SocketLink, 'state' | 'onState' | 'send'> = {
    state: () => state,
    onState(added) {
      listener = added
      return () => void (listener = () => undefined)
    },
    send(frame, data) {
      sent.push([frame.event, data])
      return 'sent'
    },
  }
  function setLinkState(next: LinkState): void {
    state = next
    listener(next)
  }
  stop = sendPageVisibility(link)
  return { sent, open: () => setLinkState({ name: 'open', uid: 'anna' }), connect: () => setLinkState({ name: 'connecting' }) }
}

function show(now: boolean): void {
  isVisible = now
  fireEvent(document, new Event('visibilitychange'))
}

const frame = (isPageVisible: boolean) => [presenceFrames.pageVisibility.event, { is_visible: isPageVisible }]

it('sends each change while the socket is open, until stopped', () => {
  show(true)
  const { sent, open } = aLink()
  open()
  expect(sent).toEqual([])
  show(false)
  show(true)
  expect(sent).toEqual([frame(false), frame(true)])
  stop()
  show(false)
  expect(sent).toHaveLength(2)
})

it('sends that a page is hidden after every connection, and does not connect for it', () => {
  show(true)
  const { sent, open, connect } = aLink()
  show(false)
  expect(sent).toEqual([])
  open()
  connect()
  open()
  expect(sent).toEqual([frame(false), frame(false)])
})
