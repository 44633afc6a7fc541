import type { App } from '#server/app.ts'
import type { ConnectableSource } from '#contract/taste/taste.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { several } from './several.ts'

type DemoUser = { userName: string; uid: string }

/** All users log in at the fake services and agree, as in a browser. The product's own sync reads their taste. */
export async function connectAccounts(app: App, users: readonly DemoUser[]): Promise<void> {
  await several(users, async ({ userName, uid }) => {
    for (const source of ['spotify', 'youtube'] as const) await connect(app, uid, source, userName)
  })
}

async function connect(app: App, uid: string, source: ConnectableSource, login: string): Promise<void> {
  const { authorize_url } = await app.sources.begin(uid, source, '/social_connect')
  const back = await logInAt(authorize_url, login)
  const code = back.searchParams.get('code')
  const state = back.searchParams.get('state')
  if (!code || !state) throw new Error(`The fake ${source} rejected the login of ${login}: ${back.search}`)
  await app.sources.finish(uid, source, { code, state })
}
