import type { App } from '#server/app.ts'
import type { ConnectableSource } from '#contract/taste.ts'

type Somebody = { userName: string; uid: string }

/** Everybody logs in at the stand-ins and agrees, as a browser would; what they love is read by the product's own sync. */
export async function connectAccounts(app: App, everybody: readonly Somebody[]): Promise<void> {
  for (const { userName, uid } of everybody) {
    for (const source of ['spotify', 'youtube'] as const) await connect(app, uid, source, userName)
  }
}

async function connect(app: App, uid: string, source: ConnectableSource, login: string): Promise<void> {
  const { authorize_url } = await app.sources.begin(uid, source, '/social_connect')
  const address = new URL(authorize_url)
  const form = new URLSearchParams(address.searchParams)
  form.set('login', login)
  form.set('decision', 'agree')
  const answer = await fetch(new URL(address.pathname, address.origin), { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? address.origin)
  const code = back.searchParams.get('code')
  const state = back.searchParams.get('state')
  if (!code || !state) throw new Error(`The ${source} stand-in did not let ${login} in: ${answer.status}`)
  await app.sources.finish(uid, source, { code, state })
}
