import { describe, expect, it } from 'vitest'
import { i18n } from '#web/platform/i18n.ts'
import { readFailure } from '#web/platform/api-error.ts'
import type { Draft } from './draft.ts'
import { problemsOf, problemsFromFailure } from './use-setup.ts'

const rules = { minimumAge: 16, thisYear: 2026 }
const draft: Draft = {
  userName: 'mira_k',
  name: 'Mira',
  picture: null,
  languages: ['en'],
  birthYear: '1996',
  picks: [{ itemId: 'i1', kind: 'artist', name: 'Björk' }],
}
const fields = (step: 'you' | 'about' | 'taste', change: Partial<Draft>) =>
  Object.keys(problemsOf(i18n, step, { ...draft, ...change }, rules))

describe('validation of a setup step', () => {
  it('accepts valid fields', () => {
    expect([fields('you', {}), fields('about', {}), fields('taste', {})]).toEqual([[], [], []])
  })

  it.each(['', 'ab', 'a'.repeat(25), 'Mira', 'mi ra', 'mira!'])('rejects the user name %j', (userName) => {
    expect(fields('you', { userName })).toEqual(['userName'])
  })

  it('requires a name that is not blank and not too long', () => {
    expect(fields('you', { name: '   ' })).toEqual(['name'])
    expect([fields('you', { name: 'a'.repeat(60) }), fields('you', { name: 'a'.repeat(61) })]).toEqual([[], ['name']])
  })

  it.each(['', '96', 'abcd', '1899', '2027', '2011', '2010'])('rejects the year of birth %j', (birthYear) => {
    expect(fields('about', { birthYear })).toEqual(['birthYear'])
  })

  it('accepts users who turned 16 last year, and says to those who may turn 16 this year which years are accepted', () => {
    expect(fields('about', { birthYear: '2009' })).toEqual([])
    expect(problemsOf(i18n, 'about', { ...draft, birthYear: '2010' }, rules)).toEqual({
      birthYear: 'You need to be at least 16 to join: born in 2009 or earlier.',
    })
  })

  it('requires at least one pick', () => {
    expect(fields('taste', { picks: [] })).toEqual(['picks'])
  })
})

const failed = (status: number, code: string, errors?: { field: string; message: string }[]) =>
  problemsFromFailure(i18n, readFailure(status, { type: 'about:blank', title: 'No.', status, code, errors }))

describe('server errors', () => {
  it('lead to the step of their field', () => {
    expect(failed(409, 'user_name_taken')).toEqual({ step: 'you', problems: { userName: 'This username is taken.' } })
    expect(failed(400, 'invalid_input', [{ field: 'birth_year', message: 'Too young.' }])).toEqual({
      step: 'about',
      problems: { birthYear: 'Too young.' },
    })
  })

  it('appear with the form when they concern no field', () => {
    expect(failed(503, 'unavailable')).toEqual({ step: 'taste', problems: { form: 'No.' } })
  })
})
