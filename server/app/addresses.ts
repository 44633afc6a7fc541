import type { Config } from '#server/config.ts'

/** Where a server is reached. */
export type Addresses = {
  /** The one that people use, without a trailing slash. */
  origin: string
  /** Other names of this machine that mean the same server. */
  alsoTrusted: string[]
  isOwnHost: (host: string) => boolean
}

/** @param reachedAt the origin of a balancer on this machine; left out, people come to `port` */
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
