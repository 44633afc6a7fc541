import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { guardRoute, redirectFor, requiresAuth as needsAuth } from './route-guard.ts'
import { pageRoutes } from './routes.ts'

describe('redirects by auth state', () => {
  const cases: [requiresAuth: boolean, isSignedIn: boolean, hasProfile: boolean | undefined, pathname: string, redirect: string | null][] =
    [
      [true, false, undefined, '/chat', '/login'],
      [true, false, false, '/chat', '/login'],
      [true, false, true, '/chat', '/login'],
      [true, false, undefined, '/account-setup', '/login'],
      [false, false, undefined, '/', null],
      [false, false, false, '/login', null],
      [true, true, false, '/chat', '/account-setup'],
      [false, true, false, '/', '/account-setup'],
      [false, true, false, '/login', '/account-setup'],
      [false, true, false, '/nowhere', '/account-setup'],
      [true, true, false, '/account-setup', null],
      [false, true, false, '/account-setup', null],
      [true, true, true, '/chat', null],
      [true, true, true, '/account-setup', null],
      [false, true, true, '/login', null],
      [true, true, undefined, '/chat', null],
      [false, true, undefined, '/', null],
    ]

  it.each(cases)(
    'protected %s, signed in %s, profile %s, path %s: redirects to %s',
    (requiresAuth, isSignedIn, hasProfile, pathname, redirect) => {
      expect(redirectFor({ requiresAuth, isSignedIn, hasProfile, pathname })).toBe(redirect)
    },
  )
})

const routeOf = (path: string) =>
  matchRoutes(
    pageRoutes.map((route) => ({ path: route.path })),
    path,
  )?.at(-1)?.route.path

describe('page routes', () => {
  it.each([
    ['/', false],
    ['/moments', true],
    ['/moments/0197a0f0-0000-7000-8000-000000000001', true],
    ['/social_connect', false],
    ['/discover_content', true],
    ['/artist/0197a0f0-0000-7000-8000-000000000001', false],
    ['/channel/0197a0f0-0000-7000-8000-000000000001', false],
    ['/track/0197a0f0-0000-7000-8000-000000000001', false],
    ['/find_buddies', true],
    ['/profile/0197a0f0-0000-7000-8000-000000000001', true],
    ['/profile/0197a0f0-0000-7000-8000-000000000001/spotify', true],
    ['/profile/0197a0f0-0000-7000-8000-000000000001/youtube', true],
    ['/profile/0197a0f0-0000-7000-8000-000000000001/buddies', true],
    ['/find-people', true],
    ['/find-people/0197a0f0-0000-7000-8000-000000000001', true],
    ['/search', true],
    ['/search/0197a0f0-0000-7000-8000-000000000001', true],
    ['/view-connection/0197a0f0-0000-7000-8000-000000000001', true],
    ['/chat', true],
    ['/chat/0197a0f0-0000-7000-8000-000000000001', true],
    ['/__auth/spotify', false],
    ['/__auth/youtube', false],
    ['/sign-up', false],
    ['/login', false],
    ['/account-setup', true],
    ['/moderation', true],
    ['/notifications', true],
    ['/week', true],
    ['/plays', true],
    ['/profile/0197a0f0-0000-7000-8000-000000000001/time', true],
    ['/plays/2026-11-01--2026-11-30', true],
    ['/week/2026-11-16', true],
    ['/week/2026-11', true],
    ['/week/2026', true],
    ['/settings', true],
    ['/unsubscribe', false],
    ['/privacy-policy', false],
    ['/terms-of-service', false],
    ['/anything/else', false],
  ])('requires a sign-in for %s: %s', (path, requiresAuth) => {
    expect(needsAuth(path)).toBe(requiresAuth)
  })

  it('shows the not-found page for an unknown address', () => {
    expect([routeOf('/profile'), routeOf('/chat/0197a0f0-0000-7000-8000-000000000001')]).toEqual(['*', '/chat/:chat_id?'])
  })
})

describe('route guard decisions', () => {
  const user = { subject: 's1', email: 'mira@example.org', emailVerified: true, displayName: null }

  it.each([
    ['unknown session, protected page', '/chat', { user: null, isKnown: false, exists: undefined }, 'wait'],
    ['unknown session, public page', '/', { user: null, isKnown: false, exists: undefined }, 'show'],
    ['signed out, protected page', '/chat', { user: null, isKnown: true, exists: undefined }, { redirectTo: '/login' }],
    ['signed in, profile unknown, protected page', '/chat', { user, isKnown: true, exists: undefined }, 'wait'],
    ['signed in, profile unknown, public page', '/login', { user, isKnown: true, exists: undefined }, 'show'],
    ['no profile', '/privacy-policy', { user, isKnown: true, exists: false }, { redirectTo: '/account-setup' }],
    ['no profile, account setup', '/account-setup', { user, isKnown: true, exists: false }, 'show'],
    ['profile', '/chat', { user, isKnown: true, exists: true }, 'show'],
  ] as const)('%s', (_, path, auth, decision) => {
    expect(guardRoute(path, auth)).toEqual(decision)
  })
})

it('has the routes of the specification, with their parameters', () => {
  const specified = [
    '/',
    '/moments/:uid?',
    '/social_connect',
    '/discover_content',
    '/find_buddies',
    '/profile/:uid',
    '/profile/:user_id/spotify',
    '/profile/:user_id/youtube',
    '/profile/:user_id/buddies',
    '/find-people/:uid?',
    '/search/:uid?',
    '/view-connection/:uid',
    '/chat/:chat_id?',
    '/__auth/spotify',
    '/__auth/youtube',
    '/sign-up',
    '/login',
    '/account-setup',
    '/privacy-policy',
    '/terms-of-service',
  ]
  const paths = pageRoutes.map(({ path }) => path)
  expect(specified.filter((path) => !paths.includes(path))).toEqual([])
})

it('contains the pages of the contract', () => {
  expect(new Set(pageRoutes.map(({ path }) => path).filter((path) => path !== '*' && path !== '/gallery'))).toEqual(new Set(pagePaths))
})
