import type { Db } from '#server/platform/db/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { createModeration, type ModerationDeps } from './moderation.service.ts'
import { createSuspensionEmails, type SuspensionEmailDeps } from './suspension-emails.ts'
import { createSuspensions, type SuspensionDeps } from './suspensions.service.ts'

export type ModerationFeatureDeps = Omit<SuspensionDeps, 'emails'> & SuspensionEmailDeps & Omit<ModerationDeps, 'suspensions'> & { db: Db }

/** Connects reports, moderators' actions, and suspensions. */
export function createModerationFeature(deps: ModerationFeatureDeps) {
  const suspensions = createSuspensions({ ...deps, emails: createSuspensionEmails(deps) })
  const moderation = createModeration({ ...deps, suspensions })
  const routes: Route[] = moderationRoutes({ moderation, suspensions })
  return { routes, moderation, suspensions }
}
