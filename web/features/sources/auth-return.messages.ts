import type { I18n } from '@lingui/core'
import type { AuthorisedSource } from '#contract/taste.ts'
import type { Finished, ReturnedWith } from './finish-connect.ts'
import { sourceName } from './source.messages.ts'

/** What went wrong on the way back from a platform, and what helps. */
export type Trouble = {
  title: string
  advice: string
  /** `send-again` the same code may still work; `start-over` needs a new authorisation; `log-in` needs a session first. */
  remedy: 'send-again' | 'start-over' | 'log-in'
}

/** Null while it goes on, or when it is done. */
export function returnTrouble(i18n: I18n, source: AuthorisedSource, returned: ReturnedWith, finished: Finished | null): Trouble | null {
  const values = { source: sourceName(i18n, source) }
  const nothingDone = i18n._({ id: 'auth-return.nothing-done', message: 'Nothing was connected, and nothing was read.' })
  switch (returned.kind) {
    case 'denied':
      return { title: i18n._({ id: 'auth-return.denied', message: 'You did not allow it' }), advice: nothingDone, remedy: 'start-over' }
    case 'fault':
      return {
        title: i18n._({ id: 'auth-return.fault', message: '{source} reported a problem', values }),
        advice: nothingDone,
        remedy: 'start-over',
      }
    case 'nothing':
      return {
        title: i18n._({ id: 'auth-return.nothing', message: 'There is nothing to finish here' }),
        advice: i18n._({
          id: 'auth-return.nothing.advice',
          message: 'This page belongs to the end of connecting {source}. Start from the beginning.',
          values,
        }),
        remedy: 'start-over',
      }
    case 'code':
      return finished && !finished.ok ? failureTrouble(i18n, values, finished.failure) : null
  }
}

function failureTrouble(i18n: I18n, values: { source: string }, { kind, code }: Extract<Finished, { ok: false }>['failure']): Trouble {
  if (kind === 'signed_out' || code === 'unauthenticated') {
    return {
      title: i18n._({ id: 'auth-return.signed-out', message: 'Nobody is signed in here' }),
      advice: i18n._({ id: 'auth-return.signed-out.advice', message: 'Log in first, then connect {source} again.', values }),
      remedy: 'log-in',
    }
  }
  if (kind === 'offline') {
    return {
      title: i18n._({ id: 'state.offline.title', message: 'We can’t reach the server' }),
      advice: i18n._({ id: 'state.offline.advice', message: 'Check your connection, then try again.' }),
      remedy: 'send-again',
    }
  }
  if (code === 'account_in_use') {
    return {
      title: i18n._({ id: 'auth-return.in-use', message: 'That account is taken' }),
      advice: i18n._({
        id: 'auth-return.in-use.advice',
        message: 'It is connected to somebody else here. Use another {source} account, or disconnect it there first.',
        values,
      }),
      remedy: 'start-over',
    }
  }
  if (code === 'provider_unavailable') {
    return {
      title: i18n._({ id: 'auth-return.provider', message: '{source} does not answer right now', values }),
      advice: i18n._({ id: 'auth-return.provider.advice', message: 'Nothing was connected. Please try again in a while.' }),
      remedy: 'start-over',
    }
  }
  return {
    title: i18n._({ id: 'auth-return.expired', message: 'This can’t be finished any more' }),
    advice: i18n._({
      id: 'auth-return.expired.advice',
      message: 'It took too long, or it was started by somebody else or elsewhere. Nothing was connected.',
    }),
    remedy: 'start-over',
  }
}
