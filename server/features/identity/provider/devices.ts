import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

/** Accounts stored in one device's cookie. */
const MAX_ACCOUNTS = 5
const LIFETIME_S = 365 * 86_400

export type Device = {
  /** Random, created by the server. */
  id: string
  /** Hashes of accounts that signed in on this device. */
  accounts: readonly string[]
}

export type Devices = ReturnType<typeof createDevices>

/**
 * Identifies a browser by a signed cookie, which signs nobody in. It shows whether a link is opened in the browser that
 * requested it, and it keeps strangers' wrong passwords from locking a user out of their own devices.
 */
export function createDevices({ key, secure, path }: { key: Buffer; secure: boolean; path: string }) {
  const name = secure ? '__Secure-wl_device' : 'wl_device'
  const sign = (text: string) => createHmac('sha256', key).update(`device ${text}`).digest('base64url')
  const accountHash = (email: string) => createHmac('sha256', key).update(`account ${email.toLowerCase()}`).digest('base64url').slice(0, 16)

  return {
    /** The device of a Cookie header; null if there is none or its signature is invalid. */
    read(cookieHeader: string | undefined | null): Device | null {
      const [id = '', accounts = '', signature = ''] = (parseCookie(cookieHeader ?? '')[name] ?? '').split('.')
      const received = Buffer.from(signature)
      const expected = Buffer.from(sign(`${id}.${accounts}`))
      if (!id || received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      return { id, accounts: accounts.split('~').filter(Boolean) }
    },

    create: (): Device => ({ id: randomBytes(16).toString('base64url'), accounts: [] }),

    /** Whether the account signed in on this device before. */
    hasAccount: (device: Device | null, email: string): boolean => device?.accounts.includes(accountHash(email)) ?? false,

    addAccount(device: Device, email: string): Device {
      const hash = accountHash(email)
      return { id: device.id, accounts: [hash, ...device.accounts.filter((account) => account !== hash)].slice(0, MAX_ACCOUNTS) }
    },

    /** The Set-Cookie header that stores the device. */
    cookie({ id, accounts }: Device): string {
      const text = `${id}.${accounts.join('~')}`
      return stringifySetCookie({ name, value: `${text}.${sign(text)}`, path, maxAge: LIFETIME_S, httpOnly: true, sameSite: 'lax', secure })
    },
  }
}
