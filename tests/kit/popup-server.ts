import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type PopupServer = {
  origin: string
  /** Where the issuer's pages are. */
  issuer: string
  /** Whether its pages cut themselves off from the page that opened them. */
  isolate(isolated: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * The product's server with an issuer to sign in with and a page that does nothing else.
 * @param toolkit the fake the services behind Firebase: then that signs people in, and the product's pages are there
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
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
