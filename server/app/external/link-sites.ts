import type { Config } from '#server/config.ts'
import type { FakeServiceOrigins } from './providers.ts'
import { createLinkSites } from '#server/providers/link-sites/link-sites.client.ts'
import type { LinkSites } from '#server/providers/link-sites/link-sites.types.ts'
import { createPublicFetch, type OutsideFetch } from '#server/providers/outside-fetch.ts'

/** The platforms themselves where they are configured or nothing stands in for them. */
export function chooseLinkSites(config: Config, fakeServices: FakeServiceOrigins | null): LinkSites {
  if (!fakeServices) return createLinkSites()
  const real = createPublicFetch()
  const isReal = (host: string): boolean =>
    (config.spotify !== null && /(?:^|\.)spotify\.(?:com|link)$/.test(host)) ||
    ((config.youtube !== null || config.youtubeApiKey !== null) && host.endsWith('youtube.com'))
  return createLinkSites({
    fetch: (url, init) => (isReal(new URL(url).host) ? real : fakeLinkSitesFetch(fakeServices.links.origin))(url, init),
  })
}

/** Asks the fake every host in place of the host: `https://host/path` as `/host/path`. */
export function fakeLinkSitesFetch(origin: string): OutsideFetch {
  return (address, { signal, headers }) => {
    const { host, pathname, search } = new URL(address)
    return fetch(`${origin}/${host}${pathname}${search}`, { signal, headers, redirect: 'manual' })
  }
}
