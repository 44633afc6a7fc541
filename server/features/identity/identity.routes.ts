import type { Uid } from '#contract/base/ids.ts'
import { commonPasswordCalls } from '#contract/identity/common-passwords.ts'
import { type Capabilities, identityCalls } from '#contract/identity/identity.ts'
import { termsCalls } from '#contract/identity/terms.ts'
import { languageCalls } from '#contract/languages/language-setting.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { commonPasswordSuffixes } from './provider/common-passwords.ts'
import { FILE_PATHS } from './tokens/file-session.ts'
import type { Identity } from './identity.service.ts'

type Options = {
  identity: Identity
  capabilities: () => Capabilities
  setDeviceTimeZone: (uid: Uid, timeZone: string) => Promise<void>
}

/** @param capabilities all options of this installation; `identity.capabilities` is only one part of it */
export function identityRoutes({ identity, capabilities, setDeviceTimeZone }: Options): Route[] {
  return [
    route(identityCalls.getCapabilities, () => capabilities()),
    route(commonPasswordCalls.getCommonPasswords, async ({ params }) => ({ suffixes: [...(await commonPasswordSuffixes(params.prefix))] })),
    route(identityCalls.checkUserExist, ({ viewer }) => ({
      exists: viewer.hasProfile,
      uid: viewer.uid,
      ...(viewer.isSuspended ? { suspended: true } : {}),
      ...(viewer.mustAcceptTerms ? { must_accept_terms: true } : {}),
    })),
    route(termsCalls.acceptTerms, ({ viewer, body }) => identity.terms.accept(viewer.uid, body.version)),
    route(identityCalls.startFileSession, async ({ viewer, body, cookies }) => {
      const { value, maxAgeSeconds } = await identity.startFileSession(viewer)
      for (const path of FILE_PATHS) cookies.set(identity.fileCookie, value, { path, maxAgeSeconds })
      if (body.time_zone) await setDeviceTimeZone(viewer.uid, body.time_zone)
    }),
    route(identityCalls.endFileSession, async ({ viewer, cookies }) => {
      await identity.endFileSession(viewer)
      for (const path of FILE_PATHS) cookies.clear(identity.fileCookie, { path })
    }),
    route(identityCalls.getSessions, async ({ viewer }) => ({ sessions: await identity.sessionsOf(viewer) })),
    route(identityCalls.revokeSessions, ({ viewer, body }) => identity.revoke(viewer, body)),
    route(languageCalls.getLanguage, async ({ viewer }) => ({ language: await identity.languageOf(viewer.uid) })),
    route(languageCalls.changeLanguage, async ({ viewer, body }) => {
      await identity.setLanguage(viewer.uid, body.language)
      return body
    }),
    route(identityCalls.mintCustomToken, ({ viewer, body }) => identity.mintCustomToken(viewer, body.challenge)),
  ]
}
