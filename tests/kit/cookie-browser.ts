/** A browser reduced to its cookies, over real HTTP: `fetch` follows no redirect, and each answer's cookies are sent back by path. */
export function cookieBrowser(origin: string) {
  const cookies = new Map<string, { pair: string; path: string }>()

  async function send(address: string, init: RequestInit = {}) {
    const url = new URL(address, origin)
    const cookie = [...cookies.values()].filter(({ path }) => url.pathname.startsWith(path)).map(({ pair }) => pair)
    const headers = new Headers(init.headers)
    if (cookie.length) headers.set('cookie', cookie.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      text: await response.text(),
      /** The target of the redirect as a full address; null if there is none. */
      location: location === null ? null : new URL(location, url).href,
      headers: response.headers,
    }
  }

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    const name = `${pair.split('=')[0]} ${path}`
    const isGone = attributes.some(
      (attribute) => /^max-age=0$/i.test(attribute) || (/^expires=/i.test(attribute) && Date.parse(attribute.slice(8)) < Date.now()),
    )
    if (isGone) cookies.delete(name)
    else cookies.set(name, { pair, path })
  }

  return {
    get: (address: string, headers: Record<string, string> = {}) => send(address, { headers }),
    /** Sends a form. */
    post: (address: string, form: Record<string, string>) =>
      send(address, { method: 'POST', body: new URLSearchParams(form), headers: { origin } }),
    postJson: (address: string, body: object) =>
      send(address, { method: 'POST', body: JSON.stringify(body), headers: { origin, 'content-type': 'application/json' } }),
  }
}
