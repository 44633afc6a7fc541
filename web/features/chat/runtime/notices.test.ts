import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireMessage } from '#contract/chat.ts'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { tellOfMessages } from './notices.ts'
import { ALICE, BOB, CHAT, twoTalking } from './chat.test-world.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
beforeEach(() => {
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
})
afterEach(() => vi.unstubAllGlobals())

/** Alice, who has looked at nothing yet, and what she is told in passing. */
async function told({ isMuted = false } = {}) {
  const world = await twoTalking()
  const { alice, server, clock } = world
  alice.seen()
  alice.chat.show(null)
  const notices = new Set<string>()
  let hear: (data: { message: WireMessage }) => void = () => undefined
  const stop = tellOfMessages(
    alice.chat,
    {
      me: ALICE,
      link: {
        subscribe: (_frame: FrameDefinition, listener: (data: never) => void) => {
          // It subscribes to new messages alone.
          hear = listener as typeof hear
          return () => undefined
        },
      },
      notify: (_kind, _message, options) => void notices.add(options?.about ?? ''),
      takeBack: (about) => notices.delete(about),
      open: () => undefined,
      isMuted: () => isMuted,
    },
    [],
  )
  /** Bob writes; what tells of it hears it first, as in the app. */
  const arrives = () => {
    const message = server.storeSilently(BOB, 'Are you there?')
    hear({ message })
    server.deliver(message)
  }
  const isTold = async () => {
    await expect.poll(() => [...notices]).toEqual([CHAT])
  }
  const turn = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { ...world, clock, notices, arrives, isTold, turn, stop }
}

test('a message out of sight is told of, and the notice goes as soon as its conversation is opened', async () => {
  const { alice, notices, arrives, isTold } = await told()
  arrives()
  await isTold()
  alice.chat.show(CHAT)
  expect([...notices]).toEqual([])
})

test('a notice of what was read on another device goes here as well', async () => {
  const { clock, notices, arrives, isTold, openTab } = await told()
  const phone = openTab(ALICE)
  await clock.pass(10)
  arrives()
  await isTold()
  phone.seen()
  expect([...notices]).toEqual([])
})

test('a message to a page that lies behind another is told of until somebody comes back to it', async () => {
  const { alice, notices, arrives, isTold, turn } = await told()
  alice.chat.show(CHAT)
  turn('hidden')
  arrives()
  await isTold()
  turn('visible')
  expect([...notices]).toEqual([])
})

test('nothing is told of what is on screen, of somebody muted, and of what is opened before its words are here', async () => {
  const onScreen = await told()
  onScreen.alice.chat.show(CHAT)
  onScreen.arrives()
  const muted = await told({ isMuted: true })
  muted.arrives()
  const opened = await told()
  opened.arrives()
  opened.alice.chat.show(CHAT)
  // One that is told of, so that the others have had their time.
  const plain = await told()
  plain.arrives()
  await plain.isTold()
  expect([onScreen, muted, opened].flatMap(({ notices }) => [...notices])).toEqual([])
})
