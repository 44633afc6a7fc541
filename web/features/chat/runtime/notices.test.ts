import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireMessage } from '#contract/chat/chat.ts'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { notifyOfMessages } from './notices.ts'
import { ALICE, BOB, CHAT } from './chat.test-server.ts'
import { twoChatting } from './chat.test-world.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
beforeEach(() => {
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
})
afterEach(() => vi.unstubAllGlobals())

/** Alice, who has opened no chat, with her notices. */
async function withNotices({ isMuted = false } = {}) {
  const world = await twoChatting()
  const { alice, server, clock } = world
  alice.seen()
  alice.chat.show(null)
  const notices = new Set<string>()
  let emit: (data: { message: WireMessage }) => void = () => undefined
  const stop = notifyOfMessages(
    alice.chat,
    {
      me: ALICE,
      link: {
        subscribe: (_frame: FrameDefinition, listener: (data: never) => void) => {
          // It subscribes only to new messages.
          emit = listener as typeof emit
          return () => undefined
        },
      },
      notify: (_kind, _message, options) => void notices.add(options?.about ?? ''),
      dismiss: (about) => notices.delete(about),
      open: () => undefined,
      isMuted: () => isMuted,
    },
    [],
  )
  /** Bob writes; the notices receive the frame before chat does, as in the app. */
  const receive = () => {
    const message = server.storeMessage(BOB, 'Are you there?')
    emit({ message })
    server.deliver(message)
  }
  const showsNotice = async () => {
    await expect.poll(() => [...notices]).toEqual([CHAT])
  }
  const setVisibility = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { ...world, clock, notices, receive, showsNotice, setVisibility, stop }
}

test('a message off screen shows a notice, which disappears when its conversation is opened', async () => {
  const { alice, notices, receive, showsNotice } = await withNotices()
  receive()
  await showsNotice()
  alice.chat.show(CHAT)
  expect([...notices]).toEqual([])
})

test('a notice disappears when its message is read on another device', async () => {
  const { clock, notices, receive, showsNotice, openTab } = await withNotices()
  const phone = openTab(ALICE)
  await clock.pass(10)
  receive()
  await showsNotice()
  phone.seen()
  expect([...notices]).toEqual([])
})

test('a message to a hidden page shows a notice until the page is visible again', async () => {
  const { alice, notices, receive, showsNotice, setVisibility } = await withNotices()
  alice.chat.show(CHAT)
  setVisibility('hidden')
  receive()
  await showsNotice()
  setVisibility('visible')
  expect([...notices]).toEqual([])
})

test('no notice for a chat on screen, a muted user, or a chat opened before the text is loaded', async () => {
  const onScreen = await withNotices()
  onScreen.alice.chat.show(CHAT)
  onScreen.receive()
  const muted = await withNotices({ isMuted: true })
  muted.receive()
  const opened = await withNotices()
  opened.receive()
  opened.alice.chat.show(CHAT)
  // A notice for this message proves that the earlier ones caused none.
  const plain = await withNotices()
  plain.receive()
  await plain.showsNotice()
  expect([onScreen, muted, opened].flatMap(({ notices }) => [...notices])).toEqual([])
})
