import { globSync, readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MessageText } from '#web/features/chat/messages/MessageBubble.tsx'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { notify } from '#web/platform/notices.ts'
import { NoticeView } from './shell/NoticeView.tsx'

/** Text from users and third parties is rendered as text everywhere. */
const hostile = '<img src=x onerror=alert(1)><svg onload=alert(1)> [a](javascript:alert(1)) javascript:alert(1) data:text/html,<script>'
const activeContent = 'img[src="x"], svg[onload], script, iframe, [onerror], a[href^="javascript:" i], a[href^="data:" i]'
const uid = '0199d3a0-0000-4000-8000-000000000001'

const shown = () => ({ isText: document.body.textContent.includes(hostile), doings: document.querySelectorAll(activeContent).length })

const places: Record<string, () => ReactElement> = {
  'a message': () => <MessageText text={hostile} />,
  'a name': () => <PersonRow person={{ uid, user_name: hostile, name: hostile, avatar_url: null }} note={hostile} />,
  'a title': () => (
    <ItemRow item={{ id: uid, kind: 'track', name: hostile, by: hostile, spotify_id: null, youtube_id: null }} about={hostile} />
  ),
}

test.each(Object.entries(places))('A23: %s renders hostile text as text', (_what, place) => {
  renderInApp(place())
  expect(shown()).toEqual({ isText: true, doings: 0 })
})

test('A47: renders hostile text in a notice as text', async () => {
  renderInApp(<NoticeView />)
  notify('error', hostile)
  await screen.findByRole('alert')
  expect(shown()).toEqual({ isText: true, doings: 0 })
})

test('A23: web code never writes raw markup or evaluates text', () => {
  const unsafeHtml =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\(|new Function\(/i
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|^web\/build\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => unsafeHtml.test(readFileSync(file, 'utf8')))).toEqual([])
})
