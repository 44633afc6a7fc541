import { act, render, screen } from '@testing-library/react'
import { Suspense, useEffect, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportReachability } from './connectivity.ts'
import { isLoadFailure, lazyComponent, importWithRetry, useIsLoaded } from './lazy-component.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/Card.js')
let isServerReachable = true

beforeEach(() => {
  isServerReachable = true
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    if (!isServerReachable) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
})

afterEach(() => {
  reportReachability(true)
  document.head.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waits for the server and retries when a component could not be loaded', async () => {
  isServerReachable = false
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockResolvedValue('part')
  const loaded = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  isServerReachable = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await loaded).toBe('part')
})

test('fails after three tries when a reachable server keeps rejecting the request', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(failure)
  const met = importWithRetry(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await met).toBe(failure)
  expect(load).toHaveBeenCalledTimes(3)
})

/** A style sheet in the head of the page. */
function addStyles(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.setAttribute('href', href)
  document.head.append(link)
  return link
}

test('reloads a failed style sheet before the next try', async () => {
  const link = addStyles('/assets/Card.css')
  link.dispatchEvent(new Event('error'))
  const sheetsAtTry: Element[] = []
  const loaded = importWithRetry(async () => {
    const sheet = document.querySelector('link')
    if (sheet) sheetsAtTry.push(sheet)
    if (sheetsAtTry.length === 1) throw new Error('Unable to preload CSS for /assets/Card.css')
    return 'part'
  })
  await vi.advanceTimersByTimeAsync(1_000)
  document.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await loaded).toBe('part')
  expect(sheetsAtTry[1]).not.toBe(link)
  expect(sheetsAtTry[1]?.getAttribute('href')).toBe('/assets/Card.css')
})

test('does not wait for style sheets that are disabled or that load for another part', async () => {
  const [disabled, loading] = [addStyles('/assets/index.css'), addStyles('/assets/Other.css')]
  disabled.setAttribute('disabled', '')
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockResolvedValue('part')
  const loaded = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('part')
  expect([...document.querySelectorAll('link')]).toEqual([disabled, loading])
})

test('two parts that wait for the same style sheet both load', async () => {
  addStyles('/assets/Card.css').dispatchEvent(new Event('error'))
  const parts = ['one', 'two'].map((part) =>
    importWithRetry(vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockResolvedValue(part)),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  document.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await Promise.all(parts)).toEqual(['one', 'two'])
})

test.each([
  ['Failed to fetch dynamically imported module: /a.js', true],
  ['error loading dynamically imported module: /a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /a.css', true],
  ['undefined is not a function', false],
])('“%s” is a load failure: %s', (message, expected) => {
  expect(isLoadFailure(new Error(message))).toBe(expected)
})

const Card = ({ text }: { text: string }) => <p>{text}</p>
const drawn = (Part: ComponentType<{ text: string }>) =>
  render(
    <Suspense fallback="loading">
      <Part text="hello" />
    </Suspense>,
  ).container.textContent

test('renders a loaded component at once, without a fallback', async () => {
  const Part = lazyComponent(async () => Card)
  await Part.load()
  expect(drawn(Part)).toBe('hello')
})

test('keeps its state when its code arrives after the first render', async () => {
  vi.useRealTimers()
  let mounted = 0
  const Counted = ({ text }: { text: string }) => {
    useEffect(() => void mounted++, [])
    return <p>{text}</p>
  }
  const Part = lazyComponent(async () => Counted)
  const shown = (text: string) => (
    <Suspense fallback="loading">
      <Part text={text} />
    </Suspense>
  )
  const { container, rerender } = render(shown('hello'))
  expect(container.textContent).toBe('loading')
  await screen.findByText('hello')
  await Part.load()
  rerender(shown('goodbye'))
  expect(container.textContent).toBe('goodbye')
  expect(mounted).toBe(1)
})

test('retries a failed preload when the component renders', async () => {
  vi.useRealTimers()
  const load = vi.fn<() => Promise<typeof Card>>().mockRejectedValueOnce(failure).mockResolvedValue(Card)
  const Part = lazyComponent(load)
  await Part.load()
  expect(drawn(Part)).toBe('loading')
  await screen.findByText('hello')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a component with its own placeholder replaces it as soon as its code is there', async () => {
  let finish: (part: ComponentType) => void = () => undefined
  const Part = lazyComponent(() => new Promise<ComponentType>((resolve) => (finish = resolve)))
  const Shown = () => (useIsLoaded(Part) ? <Part /> : <p>Outline</p>)
  const { unmount } = render(<Shown />)
  expect(screen.getByText('Outline')).toBeTruthy()
  await act(async () => finish(() => <p>Card</p>))
  expect(screen.getByText('Card')).toBeTruthy()
  unmount()
  render(<Shown />)
  expect(screen.getByText('Card')).toBeTruthy()
})
