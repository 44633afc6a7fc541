import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

/** Accounts that one device remembers to have been signed in to. */
const MAX_ACCOUNTS = 5
const LIFETIME_S = 365 * 86_400

export type Device = {
  /** Random, made by us. */
  id: string
  /** Marks of accounts that were signed in to here. */
  accounts: readonly string[]
}

export type Devices = ReturnType<typeof createDevices>

/**
 * A browser, told from others by a signed cookie of ours. It signs nobody in. It lets a link know whether it is opened where
 * it was asked for, and keeps strangers' wrong guesses from locking somebody out of a device they use.
 */
export function createDevices({ key, secure, path }: { key: Buffer; secure: boolean; path: string }) {
  const name = secure ? '__Secure-wl_device' : 'wl_device'
  const seal = (text: string) => createHmac('sha256', key).update(`device ${text}`).digest('base64url')
  const markOf = (email: string) => createHmac('sha256', key).update(`account ${email.toLowerCase()}`).digest('base64url').slice(0, 16)

  return {
    /** The device of a Cookie header; null for none and for one that we did not make. */
    read(cookieHeader: string | undefined | null): Device | null {
      const [id = '', accounts = '', mark = ''] = (parseCookie(cookieHeader ?? '')[name] ?? '').split('.')
      const given = Buffer.from(mark)
      const wanted = Buffer.from(seal(`${id}.${accounts}`))
      if (!id || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      return { id, accounts: accounts.split('~').filter(Boolean) }
    },

    make: (): Device => ({ id: randomBytes(16).toString('base64url'), accounts: [] }),

    /** Whether that account was signed in to on this device. */
    knows: (device: Device | null, email: string): boolean => device?.accounts.includes(markOf(email)) ?? false,

    /** The same device, which now knows that account. */
    remember(device: Device, email: string): Device {
      const mark = markOf(email)
      return { id: device.id, accounts: [mark, ...device.accounts.filter((it) => it !== mark)].slice(0, MAX_ACCOUNTS) }
    },

    /** The Set-Cookie header that keeps it. */
    cookie({ id, accounts }: Device): string {
      const text = `${id}.${accounts.join('~')}`
      return stringifySetCookie({ name, value: `${text}.${seal(text)}`, path, maxAge: LIFETIME_S, httpOnly: true, sameSite: 'lax', secure })
    },
  }
}
