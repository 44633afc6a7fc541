import type { Authorization } from './authorization.ts'
import { redirect, type FakeResponse, type FakeRequest } from './http.ts'
import type { Catalog } from './catalog.ts'
import { libraryOf } from './library.ts'
import { listeners, normalizeLogin } from './listeners.ts'
import { consentPage, errorPage, loginPage, type Brand } from './pages.ts'

/**
 * Serves the authorization address of a fake service: login, then consent, then back with a code. No state is stored between the pages;
 * they pass the request on, and it is checked again at each step.
 */
export function authorizePages(options: {
  authorization: Authorization
  brand: Brand
  redirectOrigins: readonly string[]
  suggested: Parameters<typeof loginPage>[2]
  nameOf: (login: string) => string
}) {
  const { authorization, suggested, nameOf } = options
  return ({ method, path, query, form }: FakeRequest): FakeResponse => {
    const request = method === 'POST' ? form : query
    const checked = authorization.check(request)
    if (checked.outcome === 'page') return errorPage(checked.message, options)
    if (checked.outcome === 'back') return redirect(checked.location)
    const login = normalizeLogin(request.get('login') ?? '')
    if (!login) return loginPage(request, path, suggested, options)
    if (method !== 'POST') return consentPage(request, path, login, nameOf(login), options)
    return redirect(request.get('decision') === 'agree' ? authorization.agree(request, login) : authorization.cancel(request))
  }
}

/** The login suggestions and names of a catalog's listeners. Accounts of the catalog belong to demo users, so others are suggested. */
export function listenerLogins(data: Catalog) {
  const taken = new Set(data.listeners?.map(({ login }) => login))
  return {
    suggested: listeners.filter(({ login }) => !taken.has(login)),
    nameOf: (login: string) => libraryOf(login, data).displayName,
  }
}
