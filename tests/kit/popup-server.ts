import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type PopupServer = {
  origin: string
  /** The origin of the issuer's pages. */
  issuer: string
  /** Whether its pages sever the link to the page that opened them. */
  isolate(isolated: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * The product's server with an OpenID Connect issuer and a page that only signs in.
 * @param toolkit the fake of the services behind Firebase: with it, Firebase signs users in, and the product's pages are there
 */
export async function startPopupServer({ toolkit }: { toolkit?: string } = {}): Promise<PopupServer> {
  const child = spawn('node_modules/node/bin/node', ['tests/kit/popup/server.ts', ...(toolkit ? [toolkit] : [])], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = await new Promise<{ origin: string; issuer: string }>((resolve, reject) => {
    // Only our own script speaks on this channel, and this is its only message.
    child.once('message', (message) => resolve(message as { origin: string; issuer: string }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} while starting`)))
  })
  return {
    ...ready,
    isolate: (isolated) => new Promise((resolve, reject) => child.send({ isolated }, (error) => (error ? reject(error) : resolve()))),
    async close() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
