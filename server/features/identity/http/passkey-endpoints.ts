import { commonAuthenticatorNames } from '@better-auth/passkey'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { freeText } from '#contract/base/text.ts'
import { notify } from '../provider/account-commands.ts'
import type { Caller, CommandContext } from '../provider/commands.ts'
import { MAX_PASSKEYS } from '../provider/passkeys.ts'
import { readUserAgent } from '../provider/user-agent.ts'

/** The response of the browser's authenticator; the library checks it. */
const response = z.looseObject({ id: z.string().check(z.maxLength(2_000)) })
const name = freeText({ max: limits.name.max })
const id = z.uuid()

const LIST = '/passkey/list-user-passkeys'
const SIGN_IN_OPTIONS = '/passkey/generate-authenticate-options'
const SIGN_IN = '/passkey/verify-authentication'
const ADD = '/passkey/verify-registration'
const REMOVE = '/passkey/delete-passkey'
const RENAME = '/passkey/update-passkey'

/** The library's endpoints of passkeys, with our input. */
export const passkeyEndpoints = [
  { method: 'GET', path: LIST, body: undefined },
  { method: 'GET', path: '/passkey/generate-register-options', body: undefined },
  { method: 'GET', path: SIGN_IN_OPTIONS, body: undefined },
  { method: 'POST', path: ADD, body: z.object({ response, name }) },
  { method: 'POST', path: SIGN_IN, body: z.object({ response }) },
  { method: 'POST', path: RENAME, body: z.object({ id, name: freeText({ min: 1, max: limits.name.max }) }) },
  { method: 'POST', path: REMOVE, body: z.object({ id }) },
] as const

const stored = z.object({ id: z.string(), name: z.nullish(z.string()), createdAt: z.nullish(z.string()), aaguid: z.nullish(z.string()) })
const signedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })
const UNKNOWN_MODEL = '00000000-0000-0000-0000-000000000000'

/** The body of a response of these endpoints. Keys and ids of credentials stay here. */
export function presentPasskeys(path: string, body: unknown): object | null {
  if (path === LIST)
    return {
      passkeys: z
        .array(stored)
        .parse(body)
        .map(({ id: key, name: own, createdAt }) => ({ id: key, name: own ?? '', created_at: createdAt ?? null }))
        // The library returns them in any order.
        .toSorted((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? '')),
    }
  if (path === ADD || path === RENAME || path === REMOVE) return {}
  // The library only prefers that the authenticator checks its user; a sign-in here requires it.
  if (path === SIGN_IN_OPTIONS) return { ...z.looseObject({ challenge: z.string() }).parse(body), userVerification: 'required' }
  return path === SIGN_IN ? null : z.looseObject({ challenge: z.string() }).parse(body)
}

type Sent = { response: Response; cookies: string[] }
type Send = (body: unknown) => Promise<Response>

/** Our additions to the library's passkey endpoints: the known device, the earlier session, names, and notices. */
export function createPasskeyEndpoints(context: CommandContext) {
  const { accounts } = context

  async function signIn(body: unknown, caller: Caller, send: Send): Promise<Sent> {
    await accounts.inBrowser.assertRoom(caller.headers)
    await context.countCode(caller)
    const previous = await accounts.currentSession(caller.headers)
    const reply = await send(body)
    if (!reply.ok) return { response: reply, cookies: [] }
    const { user } = signedIn.parse(await reply.clone().json())
    await accounts.inBrowser.endPrevious(previous, user.id, caller.headers)
    return { response: reply, cookies: [await context.rememberDevice(user.email, caller)] }
  }

  /** Changes the passkeys of the signed-in account. A passkey without a name gets the name of its kind, or of the browser. */
  async function change(path: string, body: unknown, caller: Caller, send: Send): Promise<Response> {
    const { account } = await context.requireSession(caller)
    if (path === ADD && (await accounts.passkeysOf(account.subject)).length >= MAX_PASSKEYS)
      throw new AppError('wrong_state', { reason: 'passkeys' })
    const reply = await send(body)
    if (!reply.ok) return reply
    if (path === ADD) {
      const { id: added, name: given, aaguid } = stored.parse(await reply.clone().json())
      if (!given) await accounts.namePasskey(added, defaultName(aaguid, caller))
      notify(context, account, caller, (emails) => emails.passkeyAdded())
    }
    if (path === REMOVE) notify(context, account, caller, (emails) => emails.passkeyRemoved())
    return reply
  }

  return {
    async runPasskey(path: string, body: unknown, caller: Caller, send: Send): Promise<Sent> {
      if (path === SIGN_IN) return signIn(body, caller, send)
      const isChange = path === ADD || path === REMOVE
      return { response: isChange ? await change(path, body, caller, send) : await send(body), cookies: [] }
    },
  }
}

function defaultName(aaguid: string | null | undefined, { headers }: Caller): string {
  const kinds: Readonly<Record<string, string>> = commonAuthenticatorNames
  const { browser, system } = readUserAgent(headers.get('user-agent'))
  const kind = aaguid && aaguid !== UNKNOWN_MODEL ? kinds[aaguid] : undefined
  return kind ?? ([browser, system].filter(Boolean).join(' · ') || 'Passkey')
}
