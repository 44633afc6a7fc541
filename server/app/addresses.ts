import type { Config } from '#server/config.ts'

export type Addresses = {
  /** The public origin, without a trailing slash. */
  origin: string
  /** Other names of this machine for the same server. */
  alsoTrusted: string[]
  isOwnHost: (host: string) => boolean
}

/** @param reachedAt the origin of a load balancer on this machine, if any */
export function addressesOf(config: Pick<Config, 'publicOrigin'>, port: number, reachedAt: string | undefined): Addresses {
  if (config.publicOrigin) {
    const { host } = new URL(config.publicOrigin)
    const own = new Set([host, `127.0.0.1:${port}`, `localhost:${port}`])
    return { origin: config.publicOrigin, alsoTrusted: [], isOwnHost: (name) => own.has(name) }
  }
  const behind = reachedAt === undefined ? [] : [new URL(reachedAt).host]
  const hosts = [...behind, `127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  return {
    origin: `http://${hosts[0]}`,
    alsoTrusted: hosts.slice(1).map((host) => `http://${host}`),
    isOwnHost: (name) => hosts.includes(name),
  }
}
