import { describe, expect, it } from 'vitest'
import { i18n } from '#web/platform/i18n.ts'
import { readFailure } from '#web/platform/api-error.ts'
import type { Draft } from './draft.ts'
import { problemsOf, refusalAsProblems } from './problems.ts'

const facts = { minimumAge: 16, thisYear: 2026 }
const draft: Draft = {
  userName: 'mira_k',
  name: 'Mira',
  picture: null,
  languages: ['en'],
  birthYear: '1996',
  picks: [{ itemId: 'i1', kind: 'artist', name: 'Björk' }],
}
const fields = (step: 'you' | 'about' | 'taste', change: Partial<Draft>) =>
  Object.keys(problemsOf(i18n, step, { ...draft, ...change }, facts))

describe('a step of account setup', () => {
  it('is done when its fields are', () => {
    expect([fields('you', {}), fields('about', {}), fields('taste', {})]).toEqual([[], [], []])
  })

  it.each(['', 'ab', 'a'.repeat(25), 'Mira', 'mi ra', 'mira!'])('refuses the user name %j', (userName) => {
    expect(fields('you', { userName })).toEqual(['userName'])
  })

  it('needs a name that is not blank', () => {
    expect(fields('you', { name: '   ' })).toEqual(['name'])
  })

  it.each(['', '96', 'abcd', '1899', '2027', '2011'])('refuses the year of birth %j', (birthYear) => {
    expect(fields('about', { birthYear })).toEqual(['birthYear'])
  })

  it('accepts everybody who turns 16 this year', () => {
    expect(fields('about', { birthYear: '2010' })).toEqual([])
  })

  it('needs at least one pick', () => {
    expect(fields('taste', { picks: [] })).toEqual(['picks'])
  })
})

const refusal = (status: number, code: string, errors?: { field: string; message: string }[]) =>
  refusalAsProblems(i18n, readFailure(status, { type: 'about:blank', title: 'No.', status, code, errors }))

describe('a refusal of the server', () => {
  it('leads back to the field it is about', () => {
    expect(refusal(409, 'user_name_taken')).toEqual({ step: 'you', problems: { userName: 'Somebody has this name already.' } })
    expect(refusal(400, 'invalid_input', [{ field: 'birth_year', message: 'Too young.' }])).toEqual({
      step: 'about',
      problems: { birthYear: 'Too young.' },
    })
  })

  it('stands with the form when it is about none', () => {
    expect(refusal(503, 'unavailable')).toEqual({ step: 'taste', problems: { form: 'No.' } })
  })
})
