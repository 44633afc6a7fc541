import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PRINT_BARS } from '#contract/print.ts'
import { ReadablePrint, type ReadablePrintProps } from './ReadablePrint.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
i18n.setMessagesCompiler(compileMessage)

const heights = (some: Partial<Record<(typeof PRINT_BARS)[number], number>>) => PRINT_BARS.map((bar) => some[bar] ?? 0)
const show = (props: Partial<ReadablePrintProps> = {}) =>
  render(
    <I18nProvider i18n={i18n}>
      <ReadablePrint
        mine={heights({ pop: 1, jazz: 0.8 })}
        theirs={heights({ jazz: 0.4, news: 1 })}
        name="Jonas"
        label="92% match"
        {...props}
      />
    </I18nProvider>,
  )
const said = () => screen.getByRole('slider', { name: '92% match' }).getAttribute('aria-valuetext')
const press = (key: string) => fireEvent.keyDown(screen.getByRole('slider'), { key })

it('is read bar by bar with the arrow keys', () => {
  show()
  expect(said()).toBe('Pop: you 100, Jonas 0')
  press('ArrowLeft')
  expect(said()).toBe('Pop: you 100, Jonas 0')
  press('ArrowRight')
  expect(said()).toBe('Dance pop: you 0, Jonas 0')
  press('End')
  expect(said()).toBe('Other video: you 0, Jonas 0')
  press('Home')
  for (let step = 0; step < PRINT_BARS.indexOf('jazz'); step++) press('ArrowRight')
  expect(said()).toBe('Jazz: you 80, Jonas 40, shared')
})

it('shows the text of a bar on hover', () => {
  show()
  const drawing = screen.getByRole('slider')
  drawing.getBoundingClientRect = () => new DOMRect(0, 0, PRINT_BARS.length * 10, 100)
  fireEvent.pointerMove(drawing, { clientX: PRINT_BARS.indexOf('news') * 10 + 5 })
  expect(said()).toBe('News: you 0, Jonas 100')
  expect(screen.getByText('News: you 0, Jonas 100')).toBeDefined()
  fireEvent.pointerLeave(drawing)
  expect(screen.queryByText('News: you 0, Jonas 100')).toBeNull()
})

it('the table has the same bars, without those that nobody has', () => {
  show()
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual(['KindYouJonas', 'Pop1000', 'Jazz8040', 'News0100'])
})

it('a single print mentions one person only', () => {
  render(
    <I18nProvider i18n={i18n}>
      <ReadablePrint mine={heights({ pop: 1 })} name={null} label="your print" />
    </I18nProvider>,
  )
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Pop: 100')
  expect(screen.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent)).toEqual(['Kind', 'You'])
})

it('inferred bars are marked, in the text and in the table', () => {
  show({ inferred: [PRINT_BARS.indexOf('jazz')] })
  expect(said()).toBe('Pop: you 100, Jonas 0')
  for (let step = 0; step < PRINT_BARS.indexOf('jazz'); step++) press('ArrowRight')
  expect(said()).toBe('Jazz: you 80, Jonas 40, shared (inferred)')
  const heads = screen.getAllByRole('rowheader', { hidden: true }).map((cell) => cell.textContent)
  expect(heads).toEqual(['Pop', 'Jazz (inferred)', 'News'])
  expect(screen.getByText(/^Inferred: no source names/)).toBeDefined()
})

it('keyboard users continue at the first bar', () => {
  show({ focused: true })
  expect(document.activeElement).toBe(screen.getByRole('slider'))
})
