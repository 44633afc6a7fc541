import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useCardKeys } from './use-card-keys.ts'

function List({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  useCardKeys(list)
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>
          <article aria-label={name}>
            <a href="/face" tabIndex={-1} aria-hidden>
              face
            </a>
            <h2>
              <a href="/name">{name}</a>
            </h2>
            <input type="range" aria-label="Print" onKeyDown={(event) => event.preventDefault()} />
            <button type="button">Connect</button>
          </article>
        </li>
      ))}
    </ul>
  )
}

const focus = (element: HTMLElement) => act(() => element.focus())
const card = (name: string) => screen.getByRole('article', { name })
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(({ tabIndex }) => tabIndex >= 0)
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

it('each card is one tab stop, even one that is loaded later', async () => {
  const { rerender } = render(<List names={['Anna', 'Ben']} />)
  expect(tabStops()).toEqual([card('Anna'), card('Ben')])
  rerender(<List names={['Anna', 'Ben', 'Cleo']} />)
  // The observer reports after the change.
  await act(async () => undefined)
  expect(tabStops()).toEqual([card('Anna'), card('Ben'), card('Cleo')])
})

it('arrow keys, Home and End move from card to card', () => {
  render(<List names={['Anna', 'Ben', 'Cleo']} />)
  focus(card('Anna'))
  const visited = ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'End', 'Home'].map((key) => {
    press(key)
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(visited).toEqual(['Ben', 'Cleo', 'Cleo', 'Ben', 'Anna', 'Anna', 'Cleo', 'Anna'])
})

it('Enter moves into the card, whose controls are then tab stops, and Escape moves back', () => {
  render(<List names={['Anna', 'Ben']} />)
  focus(card('Anna'))
  press('Enter')
  const [name] = screen.getAllByRole('link', { name: 'Anna' })
  const inside = [name, ...card('Anna').querySelectorAll('input, button')]
  expect(document.activeElement).toBe(name)
  expect(tabStops()).toEqual([card('Anna'), ...inside, card('Ben')])
  // Arrow keys inside belong to the controls.
  press('ArrowDown')
  expect(document.activeElement).toBe(name)
  press('Escape')
  expect(document.activeElement).toBe(card('Anna'))
  expect(tabStops()).toEqual([card('Anna'), card('Ben')])
})
