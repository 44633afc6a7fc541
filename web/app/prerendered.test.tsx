import { afterEach, expect, test, vi } from 'vitest'
import { isPrerendered, replacePrerendered } from './prerendered.ts'

const page = '<a href="/">Home</a><a href="/sign-up">Sign up</a><select><option selected>en-US</option><option>de</option></select>'
const show = () => {
  document.body.innerHTML = `<div id="prerendered">${page}</div><div id="root">${page}</div>`
  return { picture: document.getElementById('prerendered'), app: document.getElementById('root') }
}

afterEach(() => {
  document.body.innerHTML = ''
  delete document.documentElement.dataset['prerendered']
})

test('replaces the prerendered page with the app and keeps the focus', () => {
  const { picture, app } = show()
  picture?.querySelectorAll('a')[1]?.focus()
  replacePrerendered()
  expect([document.getElementById('prerendered'), document.activeElement]).toEqual([null, app?.querySelectorAll('a')[1]])
})

test('applies a language that was chosen before the app loaded', () => {
  const { picture, app } = show()
  const choose = vi.fn<(language: string) => void>()
  app?.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && choose(target.value))
  const select = picture?.querySelector('select')
  if (select) select.value = 'de'
  replacePrerendered()
  replacePrerendered()
  expect(choose.mock.calls).toEqual([['de']])
})

test("keeps the visitor's language when the prerendered page has a different one", () => {
  const { app } = show()
  document.documentElement.dataset['prerendered'] = 'unfit'
  const choose = vi.fn<() => void>()
  const select = app?.querySelector('select')
  if (select) select.value = 'de'
  app?.addEventListener('change', choose)
  replacePrerendered()
  expect([document.getElementById('prerendered'), select?.value, choose.mock.calls]).toEqual([null, 'de', []])
})

test('does nothing without a prerendered page, or with one for another visitor', () => {
  replacePrerendered()
  expect(isPrerendered()).toBe(false)
  show()
  expect(isPrerendered()).toBe(true)
  document.documentElement.dataset['prerendered'] = 'unfit'
  expect(isPrerendered()).toBe(false)
})
