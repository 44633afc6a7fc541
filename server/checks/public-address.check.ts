import { connect } from 'node:tls'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '#contract/socket.ts'
import type { Config } from '../config.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

const TIMEOUT_MS = 8_000
const DAY_MS = 86_400_000
const RENEW_DAYS = 14

/** Whether the address reaches this server over HTTPS, including by WebSocket. As seen from this machine, not from everywhere. */
export function publicAddressCheck({ publicOrigin }: Pick<Config, 'publicOrigin'>): Check {
  return {
    component: 'public address',
    async run() {
      if (!publicOrigin) return off('not set up (PUBLIC_URL): the server listens on this machine only')
      try {
        const response = await fetch(`${publicOrigin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (response.status !== 200) return error(`${publicOrigin}/healthz answers ${response.status}`, fixOf(response.status))
      } catch (failure) {
        return error(
          `${publicOrigin} can't be reached: ${messageOf(failure)}`,
          'Check DNS, the firewall (port 443), the proxy and its certificate.',
        )
      }
      const isOpen = await opensSocket(publicOrigin)
      if (!isOpen)
        return error(
          `the proxy does not let WebSockets through at ${SOCKET_PATH}`,
          'Let it forward the Upgrade and Connection headers (docs/operating.md).',
        )
      return ok(`${publicOrigin} leads here, WebSockets included (seen from this machine)`)
    },
  }
}

/** The certificate that the proxy shows. */
export function tlsCheck({ publicOrigin }: Pick<Config, 'publicOrigin'>, now = Date.now): Check {
  return {
    component: 'TLS',
    async run() {
      if (!publicOrigin) return off('not set up (PUBLIC_URL)')
      const endsAtMs = await certificateEnd(publicOrigin)
      const days = Math.floor((endsAtMs - now()) / DAY_MS)
      if (days >= RENEW_DAYS) return ok(`the certificate is valid for ${days} days`)
      return {
        status: days < 0 ? 'error' : 'warning',
        message: days < 0 ? 'the certificate has expired' : `the certificate is valid for ${days} days only`,
        fix: 'Renew it, and check that renewal runs by itself (certbot renew --dry-run; Caddy renews alone).',
      }
    },
  }
}

const error = (message: string, fix: string): Finding => ({ status: 'error', message, fix })

function fixOf(status: number): string {
  if (status === 421) return 'The proxy must pass the Host header on, and PUBLIC_URL must be the address that users open.'
  if (status >= 500) return 'The proxy reaches no server: check that it runs, and the address the proxy sends to.'
  return 'Another program answers there: check the proxy.'
}

function opensSocket(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${SOCKET_PATH}`, { origin, handshakeTimeout: TIMEOUT_MS })
    socket.once('open', () => {
      socket.terminate()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function certificateEnd(origin: string): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: true }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.destroy()
      resolve(Date.parse(end))
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
