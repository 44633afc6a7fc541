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

/** The product's server with an issuer to sign in with and a page that does nothing else. */
export async function startPopupServer(): Promise<PopupServer> {
  const child = spawn('node_modules/node/bin/node', ['tests/kit/popup/server.ts'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // Only our own script speaks on this channel, and this is its only message.
  const [ready] = (await once(child, 'message')) as [{ origin: string; issuer: string }]
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
