import { useEffect } from 'react'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PictureChoice, UploadedPicture } from '#contract/uploads.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { reportReachability } from '#web/platform/connectivity.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { PictureButton } from './PictureButton.tsx'
import type { StoredDraftPicture, PictureDrafts as Drafts } from './picture-drafts.ts'
import { PictureDrafts } from './PictureDrafts.tsx'
import { usePictures, type Pictures } from './use-pictures.ts'

// jsdom has no canvas: the fake library returns every picture unchanged.
vi.mock('browser-image-compression', () => ({ default: async (file: File) => file }))

let errorStatus: number | null
let requests: string[]
let count: number
let choices: PictureChoice[]
let remaining: number
let isAltTooLong: boolean
beforeEach(() => {
  errorStatus = null
  requests = []
  count = 0
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${init.method} ${address}`)
    if (errorStatus !== null) {
      const code = errorStatus === 413 ? 'quota_exceeded' : 'internal'
      return new Response(JSON.stringify({ type: 'about:blank', title: '', status: errorStatus, code }), { status: errorStatus })
    }
    const id = `00000000-0000-4000-8000-00000000000${++count}`
    const url = `/files/${id}.webp`
    const stored: UploadedPicture = { id, url, small_url: url, width: 4, height: 3, thumbhash: null, alt: '' }
    return new Response(JSON.stringify(init.method === 'POST' ? stored : {}))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Form({ onChange, drafts }: { onChange: (pictures: Pictures) => void; drafts: Drafts | null }) {
  const pictures = usePictures('moments', drafts)
  useEffect(() => onChange(pictures))
  return (
    <form>
      <textarea aria-label="Words" />
      <PictureDrafts pictures={pictures} />
      <PictureButton pictures={pictures} />
    </form>
  )
}

function open(drafts: Drafts | null = null) {
  const { unmount } = renderInApp(
    <Form
      drafts={drafts}
      onChange={(pictures) => {
        choices = pictures.choices
        remaining = pictures.room
        isAltTooLong = pictures.isAltTooLong
      }}
    />,
  )
  const files = (names: string[]) => names.map((name) => new File([name], name, { type: 'image/png' }))
  return {
    leave: unmount,
    choose: (...names: string[]) => fireEvent.change(screen.getByTestId('pictures'), { target: { files: files(names) } }),
    describe: (number: number, words: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: `Description of picture ${number}` }), { target: { value: words } }),
  }
}

test('stores pictures at once in their folder, and sends them in order with their descriptions', async () => {
  const form = open()
  form.choose('lake.png', 'hill.png')
  form.describe(2, ' A hill ')
  await waitFor(() => expect(choices).toHaveLength(2))
  expect([choices.map(({ alt }) => alt), requests]).toEqual([
    ['', 'A hill'],
    ['POST /app/auth/uploads?path=moments', 'POST /app/auth/uploads?path=moments'],
  ])
})

test("explains a failed upload, keeps the form's content, and stores the picture on retry", async () => {
  errorStatus = 413
  const form = open()
  form.choose('lake.png')
  form.describe(1, 'A lake')
  await screen.findByText('Your picture storage is full. Delete some pictures to make room.')
  expect([choices, screen.getByRole<HTMLInputElement>('textbox', { name: 'Description of picture 1' }).value]).toEqual([[], 'A lake'])
  errorStatus = null
  fireEvent.click(screen.getByRole('button', { name: 'Try picture 1 again' }))
  await waitFor(() => expect(choices.map(({ alt }) => alt)).toEqual(['A lake']))
})

test('keeps the whole of a long description, and shows that it is too long', async () => {
  const form = open()
  form.choose('lake.png')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Description of picture 1' })
  form.describe(1, 'a'.repeat(1_001))
  expect([field.maxLength, field.value.length, field.getAttribute('aria-invalid'), isAltTooLong]).toEqual([-1, 1_001, 'true', true])
  expect(screen.getByText('1001 / 1000')).toBeTruthy()
  form.describe(1, 'a'.repeat(1_000))
  expect([isAltTooLong, screen.queryByText('1000 / 1000')]).toEqual([false, null])
})

test('stores a picture that could not be sent once the server is back', async () => {
  vi.useFakeTimers()
  errorStatus = 500
  open().choose('lake.png')
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.queryByText('The picture couldn’t be sent. Check your connection and try again.')).not.toBeNull()
  errorStatus = null
  act(() => [false, true].forEach(reportReachability))
  await act(() => vi.advanceTimersByTimeAsync(0))
  vi.useRealTimers()
  expect(choices).toHaveLength(1)
})

test('deletes a removed picture from the server', async () => {
  const form = open()
  form.choose('lake.png')
  await waitFor(() => expect(choices).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  await waitFor(() => expect(requests.at(-1)).toMatch(/^DELETE \/app\/auth\/uploads\/0/))
  expect([choices, screen.queryByRole('textbox', { name: 'Description of picture 1' })]).toEqual([[], null])
})

test('moves the focus from a removed picture to the next one, the previous one, or the text field', async () => {
  open().choose('1.png', '2.png', '3.png')
  await waitFor(() => expect(choices).toHaveLength(3))
  const remove = (number: number) => screen.getByRole('button', { name: `Remove picture ${number}` })
  fireEvent.click(remove(2))
  expect(document.activeElement).toBe(remove(2))
  fireEvent.click(remove(2))
  expect(document.activeElement).toBe(remove(1))
  fireEvent.click(remove(1))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Words' }))
})

test('accepts four pictures, and reports that the rest was left out', async () => {
  const form = open()
  form.choose('1.png', '2.png', '3.png', '4.png', '5.png')
  await waitFor(() => expect(choices).toHaveLength(4))
  expect([remaining, screen.queryByText('You can send up to 4 pictures at once, so 1 was left out.') !== null]).toEqual([0, true])
})

function memory(): Drafts & { pictures: readonly StoredDraftPicture[] } {
  return {
    pictures: [],
    async load() {
      return this.pictures
    },
    async save(pictures) {
      this.pictures = pictures
    },
  }
}

test("restores a draft's pictures with their descriptions without uploading them again", async () => {
  const drafts = memory()
  const form = open(drafts)
  form.choose('lake.png')
  form.describe(1, 'A lake')
  await waitFor(() => expect(drafts.pictures.map(({ alt, stored }) => [alt, stored !== null])).toEqual([['A lake', true]]))
  form.leave()
  choices = []
  open(drafts)
  await waitFor(() => expect(choices.map(({ alt }) => alt)).toEqual(['A lake']))
  expect(requests).toEqual(['POST /app/auth/uploads?path=moments'])
})

test('uploads pictures again that failed or expired', async () => {
  const file = new File(['lake'], 'lake.png', { type: 'image/png' })
  const old: UploadedPicture = {
    id: 'old',
    url: '/files/old.webp',
    small_url: '/files/old.webp',
    width: 4,
    height: 3,
    thumbhash: null,
    alt: '',
  }
  const drafts = memory()
  drafts.pictures = [
    { file, alt: 'A lake', stored: null, storedAtMs: 0 },
    { file, alt: 'Still a lake', stored: old, storedAtMs: Date.now() - 86_400_000 },
    { file: null, alt: 'Gone', stored: old, storedAtMs: 0 },
  ]
  open(drafts)
  await waitFor(() => expect(choices.map(({ alt }) => alt)).toEqual(['A lake', 'Still a lake']))
  expect(choices.map(({ id }) => id)).not.toContain('old')
})

test('drops pictures that were sent or removed', async () => {
  const drafts = memory()
  const form = open(drafts)
  form.choose('lake.png')
  await waitFor(() => expect(drafts.pictures).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  await waitFor(() => expect(drafts.pictures).toHaveLength(0))
})
