/**
 * Goes through the pages of a fake service like a browser: logs in as `login`, then agrees or cancels. Returns the address that the fake
 * service redirects to, with `code` and `state` or `error`.
 * @throws Error when the fake service shows an error page instead of the login
 */
export async function logInAt(authorizeUrl: string, login: string, decision: 'agree' | 'cancel' = 'agree'): Promise<URL> {
  const first = await fetch(authorizeUrl, { redirect: 'manual' })
  if (first.status === 302) return new URL(first.headers.get('location') ?? '')
  if (first.status !== 200) throw new Error(`the fake service answered ${first.status}: ${await first.text()}`)
  const { origin, pathname, searchParams } = new URL(authorizeUrl)
  const form = new URLSearchParams(searchParams)
  form.set('login', login)
  form.set('decision', decision)
  const response = await fetch(`${origin}${pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}
