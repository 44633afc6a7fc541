// Like `harness.ts`, with the Firebase adapter.
import { createFirebaseProvider } from '#web/features/identity/provider/firebase.provider.ts'
import { showOn } from './page.ts'

await showOn(
  createFirebaseProvider({
    project: { projectId: 'demo-app', apiKey: 'key', authDomain: 'demo-app.firebaseapp.com' },
    capabilities: async () => ({ methods: [], popup: [], account: [], confirmsSignUp: false }),
    fetch: (address, init) => fetch(address, init),
    origin: location.origin,
    withPopups: true,
  }),
  'google',
)
