import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import * as notices from '#web/platform/notices.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { aMoment } from '../moments.test-world.ts'
import { postMoment, usePendingMoments } from '../moments.pending.ts'
import { quotedOf } from '../moments.quotes.ts'
import { EditMomentDialog } from './EditMomentDialog.tsx'
import { MomentComposer } from './MomentComposer.tsx'
import { QuoteDialog } from './QuoteDialog.tsx'
import { RejectedMoment } from './RejectedMoment.tsx'

const me = { uid: '0199d3a0-0000-7000-8000-00000000000b', user_name: 'mira', name: 'Mira', avatar_url: null }
const notify = vi.spyOn(notices, 'notify')

beforeEach(() => {
  notify.mockReset()
  usePendingMoments.setState({ all: [] })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => me.uid })
})
afterEach(() => {
  reportReachability(true)
  vi.unstubAllGlobals()
})

async function quote(answer: () => Promise<Response>): Promise<unknown[] | undefined> {
  vi.stubGlobal('fetch', answer)
  const quoted = quotedOf(aMoment())
  if (!quoted) throw new Error('The moment can’t be quoted.')
  renderInApp(<QuoteDialog quoted={quoted} audience="everyone" me={me} onClose={() => undefined} />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'This!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Post' }))
  await vi.waitFor(() => expect(notify).toHaveBeenCalled())
  return notify.mock.lastCall
}

it('a posted quote is confirmed', async () => {
  expect(await quote(() => Promise.resolve(Response.json(aMoment())))).toMatchObject(['positive', 'Your quote is posted.', {}])
})

it('a quote without a connection says that it is posted later', async () => {
  expect(await quote(() => Promise.reject(new TypeError('Failed to fetch')))).toMatchObject(['neutral', expect.stringContaining('offline')])
})

const serverError = () => Promise.resolve(Response.json({}, { status: 500 }))

it('a rejected quote is not confirmed, and its author sees where its text is', async () => {
  expect(await quote(serverError)).toMatchObject(['error', expect.stringContaining('wasn’t posted'), { action: { label: 'View' } }])
})

it('a rejected quote is shown again with the moment that it quotes and the reason, not in the composer; another attempt has its id', async () => {
  await quote(serverError)
  const [first] = usePendingMoments.getState().all
  cleanup()
  renderInApp(
    <>
      <MomentComposer me={me} />
      <RejectedMoment />
    </>,
  )
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of your moment' })
  expect([field.value, screen.getByText(/Vinyl corner/).textContent]).toEqual(['This!', aMoment().text])
  expect(screen.getByText(/This wasn’t posted. Your text is still here/)).toBeDefined()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Post' }))
  expect(usePendingMoments.getState().all).toMatchObject([
    { state: 'sending', moment: { id: first?.moment.id, quoted: { id: aMoment().id } } },
  ])
})

it('a rejected edit is reported on pages that don’t show it again', async () => {
  vi.stubGlobal('fetch', serverError)
  renderInApp(<EditMomentDialog moment={aMoment({ mine: true })} onClose={() => undefined} />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Done!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(notify).toHaveBeenCalledWith('error', expect.stringContaining('under Moments'), expect.anything()))
})

it('a rejected repost leaves nothing to restore', async () => {
  vi.stubGlobal('fetch', serverError)
  const quoted = quotedOf(aMoment())
  expect(await postMoment(me, { id: aMoment().id, text: '', audience: 'buddies', pictures: [], quoted })).toBe('rejected')
  expect(usePendingMoments.getState().all).toEqual([])
})

it('after a rejected post the focus returns to the composer with its text', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => promise.then(serverError))
  renderInApp(<MomentComposer me={me} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What do you want to share?' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'Hello' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect([field.value, document.activeElement]).toEqual(['', document.body])
  resolve()
  await vi.waitFor(() => expect([field.value, document.activeElement]).toEqual(['Hello', field]))
})
