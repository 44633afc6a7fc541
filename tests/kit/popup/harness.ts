/* A page with only the sign-in window buttons of the product's own adapter. It runs in the browser of an end-to-end test, on the product's
   server and with its headers. */
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import { showOn } from './page.ts'

const server = (address: string, init: RequestInit) => fetch(address, init)
const passwordPolicy = async () => ({ minLength: 8, maxLength: 128 })
await showOn(createBuiltinProvider({ fetch: server, passwordPolicy }), 'oidc')
