import { createServer } from 'node:net'
import { explainListen, ListenFailed } from '#server/platform/http/listen-failure.ts'

/** Ports above these are the system's ephemeral ports. */
const OWN = { from: 20_000, count: 12_000 }

/**
 * The first free port from `wanted` on; for 0 any free port outside the range of outgoing connections.
 * @throws Error when none of the next `tries` is free
 */
export async function freePort(host: string, wanted: number, tries = 50): Promise<number> {
  if (wanted === 0) return freePort(host, OWN.from + Math.floor(Math.random() * OWN.count), tries)
  for (let port = wanted; port < wanted + tries; port++) {
    const got = await listenOnce(host, port)
    if (got !== null) return got
  }
  throw new ListenFailed(`No free port between ${wanted} and ${wanted + tries - 1}. Set PORT to another one.`)
}

/** Null when the port is taken. */
function listenOnce(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(explainListen(error, host, port)),
    )
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
