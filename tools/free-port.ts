import { createServer } from 'node:net'

/**
 * The first port from `wanted` on that nothing listens on; any free one for 0.
 * @throws Error when none of the next `tries` is free
 */
export async function freePort(host: string, wanted: number, tries = 50): Promise<number> {
  for (let port = wanted; port < wanted + tries; port++) {
    const got = await listenOnce(host, port)
    if (got !== null) return got
  }
  throw new Error(`No free port between ${wanted} and ${wanted + tries - 1}. Set PORT to another one.`)
}

/** Null when the port is taken. */
function listenOnce(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
    )
    probe.listen(port, host, () => {
      const address = probe.address()
      const got = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve(got))
    })
  })
}
