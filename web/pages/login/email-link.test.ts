import { describe, expect, it } from 'vitest'
import { parseEmailLink } from './email-link.ts'

const parse = (rest: string) => parseEmailLink(`https://wavelength.test/login${rest}`)

describe('an email link', () => {
  it.each(['link', 'sign-up', 'verify-email', 'change-email', 'reset-password', 'custom-token'])('of the kind %s is recognized', (mode) => {
    expect(parse(`?mode=${mode}&return_to=%2Fchat#c0de`)).toMatchObject({ mode, code: 'c0de', returnTo: '/chat' })
  })

  it('of Firebase signs in', () => {
    expect(parse('?mode=signIn&oobCode=c0de')).toMatchObject({ mode: 'link', returnTo: null })
  })

  it('never redirects to another site', () => {
    expect(parse('?mode=link&return_to=%2F%2Fevil.test#c0de')?.returnTo).toBeNull()
  })

  it.each(['', '?mode=', '?mode=else#c0de', '#c0de'])('is not recognized at /login%s', (rest) => {
    expect(parse(rest)).toBeNull()
  })
})
