/* The redirect of a platform, and the single exchange of its code. */
import { returnPath } from '#contract/base/return-path.ts'
import { tasteCalls, type AuthorisedSource, type Source } from '#contract/taste/taste.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'

export type ReturnedWith =
  | { kind: 'code'; code: string; state: string }
  /** The user denied access at the platform. */
  | { kind: 'denied' }
  /** The platform reports an error of its own or of the setup. */
  | { kind: 'fault' }
  /** Not an authorization redirect. */
  | { kind: 'nothing' }

export type Finished = { ok: true; returnTo: string; source: Source } | { ok: false; failure: ApiFailure }

/** Parses a platform's redirect address. */
export function readReturn(search: string): ReturnedWith {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  if (error !== null) return { kind: error === 'access_denied' ? 'denied' : 'fault' }
  // Last.fm sends a token instead of a code.
  const code = params.get('code') ?? params.get('token')
  const state = params.get('state')
  if (code && state) return { kind: 'code', code, state }
  // A denial at Last.fm returns only our own parameters.
  return state ? { kind: 'denied' } : { kind: 'nothing' }
}

const running = new Map<string, Promise<Finished>>()

/**
 * Exchanges the code. A code works once, so calls with the same state share one request; after a missing answer the next call sends it
 * again.
 */
export function finishConnect(source: AuthorisedSource, { code, state }: { code: string; state: string }): Promise<Finished> {
  const known = running.get(state)
  if (known) return known
  const exchange = send(source, code, state)
  running.set(state, exchange)
  return exchange
}

async function send(source: AuthorisedSource, code: string, state: string): Promise<Finished> {
  const result = await readApi(tasteCalls.finishConnect, { params: { source }, body: { code, state } })
  if (result.ok) return { ok: true, returnTo: returnPath(result.value.return_to) ?? '/social_connect', source: result.value.source }
  if (result.failure.kind === 'offline') running.delete(state)
  return { ok: false, failure: result.failure }
}
