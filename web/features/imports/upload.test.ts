import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QueryObserver } from '@tanstack/react-query'
import { IMPORT_PART_BYTES, importCalls, type FileImport } from '#contract/imports.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { uploadFile, cancelImport, resumeUpload, useUpload } from './upload.ts'

const ID = '018f0000-0000-7000-8000-00000000000a'
const consent = { shown_to: 'buddies', counts_for_matching: false } as const
/** A file that exists no more, as browsers give it. */
function unreadable(): Blob {
  const blob = new Blob(['gone'])
  vi.spyOn(blob, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
  return blob
}
const file = (bytes: number) => new File([new Uint8Array(bytes)], 'my_data.zip')

const CODES: Record<number, string> = { 408: 'too_slow', 409: 'import_running' }

/** A fake of the server's import endpoints. */
function aServer(parts: number) {
  const requests: string[] = []
  const state = { next: 0, status: 'uploading' as FileImport['status'] }
  /** Replaces the next responses: a status, or null for no response. */
  const failures: (number | null | undefined)[] = []
  const anImport = (): FileImport => ({
    id: ID,
    file_name: 'my_data.zip',
    bytes: 1,
    status: state.status,
    source: null,
    progress: 0,
    next_part: state.next,
    summary: null,
    problem: null,
    begun_at: '2026-11-01T12:00:00.000Z',
    finished_at: null,
  })
  async function answer(address: string, init?: RequestInit): Promise<Response> {
    const call = `${init?.method ?? 'GET'} ${address.replace('/app/auth/imports', '').replace(ID, ':id')}`
    requests.push(call)
    const failure = failures.shift()
    if (failure === null) throw new TypeError('no network')
    if (failure !== undefined) return Response.json({ type: 'about:blank', code: CODES[failure] ?? 'internal' }, { status: failure })
    if (call === 'GET ') return Response.json({ imports: [anImport()], max_bytes: 1_000_000 })
    if (call.endsWith('/cancel')) state.status = 'cancelled'
    if (call.includes('/parts/')) state.next++
    if (state.next === parts) state.status = 'waiting'
    return Response.json(anImport())
  }
  return { requests, troubles: failures, answer }
}

let server: ReturnType<typeof aServer>
function startServer(parts: number): void {
  server = aServer(parts)
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.answer(address, init))
}

beforeEach(() => {
  vi.useFakeTimers()
  useUpload.setState({ upload: { status: 'idle' } })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const upload = () => useUpload.getState().upload

it('announces a file with its consent and sends it in parts', async () => {
  startServer(3)
  await uploadFile(file(2 * IMPORT_PART_BYTES + 1), consent)
  expect(server.requests).toEqual(['POST ', 'POST /:id/parts/0', 'POST /:id/parts/1', 'POST /:id/parts/2'])
  expect(upload()).toEqual({ status: 'idle' })
})

it('resends only the part that did not arrive', async () => {
  startServer(2)
  const sent = uploadFile(file(IMPORT_PART_BYTES + 1), consent)
  server.troubles.push(undefined, null, 503, 408)
  await vi.runAllTimersAsync()
  await sent
  expect(server.requests).toEqual(['POST ', ...Array.from({ length: 4 }, () => 'POST /:id/parts/0'), 'POST /:id/parts/1'])
  expect(upload()).toEqual({ status: 'idle' })
})

/** After the first part. The connectivity pings fail too. */
function loseConnection(): void {
  server.troubles.push(undefined, undefined, ...Array.from({ length: 30 }, () => null))
}

/** The connection is back: the upload continues with the second part. */
async function expectResumed(): Promise<void> {
  server.requests.length = 0
  server.troubles.length = 0
  await resumeUpload()
  expect(server.requests).toEqual(['GET ', 'POST /:id/parts/1'])
}

it('stops after a long connection loss, and resumes at the same part on request', async () => {
  startServer(2)
  const sent = uploadFile(file(IMPORT_PART_BYTES + 1), consent)
  loseConnection()
  await vi.runAllTimersAsync()
  await sent
  expect(upload()).toEqual({ status: 'stopped', id: ID })
  await expectResumed()
  expect(upload()).toEqual({ status: 'idle' })
})

it('shows the reason of a rejected file and sends nothing', async () => {
  startServer(1)
  server.troubles.push(409)
  await uploadFile(file(10), consent)
  expect(upload()).toMatchObject({ status: 'rejected', failure: { code: 'import_running' } })
  expect(server.requests).toEqual(['POST '])
})

it('loads the list when another tab imports a file, so that it can be canceled here', async () => {
  startServer(1)
  const list = new QueryObserver(queryClient, callQuery(importCalls.getImports, {}))
  const unsubscribe = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  server.requests.length = 0
  server.troubles.push(409)
  await uploadFile(file(10), consent)
  expect(server.requests).toEqual(['POST ', 'GET '])
  unsubscribe()
})

it('can resume after a cancellation that did not reach the server', async () => {
  startServer(2)
  const sent = uploadFile(file(IMPORT_PART_BYTES + 1), consent)
  loseConnection()
  await vi.advanceTimersByTimeAsync(10)
  await cancelImport(ID)
  expect(upload()).toEqual({ status: 'stopped', id: ID })
  await vi.runAllTimersAsync()
  await sent
  expect(upload()).toEqual({ status: 'stopped', id: ID })
  await expectResumed()
})

it('announces nothing that the browser can’t read, such as a folder', async () => {
  startServer(1)
  const folder = file(10)
  vi.spyOn(folder, 'slice').mockReturnValue(unreadable())
  await uploadFile(folder, consent)
  expect([server.requests, upload()]).toEqual([[], { status: 'unreadable' }])
})

it('cancels a file that was moved or changed meanwhile, and does not call that a lost connection', async () => {
  startServer(2)
  const moved = file(IMPORT_PART_BYTES + 1)
  const sent = uploadFile(moved, consent)
  server.troubles.push(undefined, null)
  vi.spyOn(moved, 'slice').mockReturnValueOnce(moved).mockReturnValue(unreadable())
  await vi.runAllTimersAsync()
  await sent
  expect(server.requests).toEqual(['POST ', 'POST /:id/parts/0', 'POST /:id/cancel'])
  expect(upload()).toEqual({ status: 'unreadable' })
})

it('sends nothing after a cancellation', async () => {
  startServer(3)
  const sent = uploadFile(file(2 * IMPORT_PART_BYTES + 1), consent)
  server.troubles.push(undefined, null)
  await vi.advanceTimersByTimeAsync(10)
  await cancelImport(ID)
  await vi.runAllTimersAsync()
  await sent
  expect(server.requests.filter((call) => call.includes('/parts/'))).toEqual(['POST /:id/parts/0'])
  expect(upload()).toEqual({ status: 'idle' })
})

it('stops the upload when the user changes, and hides it from the next user', async () => {
  startServer(2)
  useAuthStore.getState().setUser({ subject: 's-mira', email: '', emailVerified: true, displayName: null })
  const sent = uploadFile(file(IMPORT_PART_BYTES + 1), consent)
  server.troubles.push(undefined, 503)
  await vi.advanceTimersByTimeAsync(0)
  useAuthStore.getState().setUser(null)
  await vi.runAllTimersAsync()
  await sent
  await resumeUpload()
  expect([server.requests, upload()]).toEqual([['POST ', 'POST /:id/parts/0'], { status: 'idle' }])
})
