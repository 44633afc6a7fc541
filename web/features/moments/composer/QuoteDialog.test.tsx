import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import * as notices from '#web/platform/notices.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { aMoment } from '../moments.test-world.ts'
import { usePendingMoments, withdrawPending } from '../moments.pending.ts'
import { quotedOf } from '../moments.quotes.ts'
import { QuoteDialog } from './QuoteDialog.tsx'

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

it('a rejected quote is not confirmed, also when the composer has taken its text', async () => {
  const stop = usePendingMoments.subscribe(({ all }) => {
    const rejected = all.find(({ state }) => state === 'rejected')
    if (rejected) withdrawPending(rejected.moment.id)
  })
  expect(await quote(() => Promise.resolve(Response.json({}, { status: 500 })))).toMatchObject([
    'error',
    expect.stringContaining('wasn’t posted'),
    {},
  ])
  stop()
})
