import { chatPersonalData } from '../features/chat/chat.personal.store.ts'
import { connectionsPersonalData } from '../features/connections/connections.personal.store.ts'
import { presencePersonalData } from '../features/connections/presence.personal.store.ts'
import { createAccountData } from '../features/identity/identity.account-data.ts'
import { createTombstones } from '../features/identity/identity.tombstones.ts'
import { playerSettingsPersonalData } from '../features/media/player-settings.personal.ts'
import { moderationPersonalData } from '../features/moderation/moderation.personal.store.ts'
import { momentsPersonalData } from '../features/moments/moments.personal.store.ts'
import { notificationsPersonalData } from '../features/notifications/notifications.personal.store.ts'
import { profilesPersonalData } from '../features/profiles/profiles.personal.store.ts'
import { importsPersonalData } from '../features/taste/imports.personal.ts'
import { tastePersonalData } from '../features/taste/taste.personal.store.ts'
import { uploadsPersonalData } from '../features/uploads/uploads.personal.ts'
import type { Ground } from './parts.ts'
import type { PeopleFeatures } from './people.ts'
import type { SourceFeatures } from './sources.ts'

/** Everything of one person, of all features: to be handed out and to be erased. */
export function wireAccountData(
  { config, db, files, jobs, clock, logs }: Ground,
  { identity, connections, imports, sources }: Pick<PeopleFeatures, 'identity' | 'connections'> & SourceFeatures,
) {
  return createAccountData({
    identity,
    // The highest first: nobody can write to somebody whose conversations are already emptied.
    parts: [
      notificationsPersonalData(db),
      moderationPersonalData(db),
      chatPersonalData(db),
      momentsPersonalData(db),
      playerSettingsPersonalData(db),
      importsPersonalData(imports),
      tastePersonalData({ db, sources }),
      connectionsPersonalData(db),
      presencePersonalData(db),
      profilesPersonalData(db),
      uploadsPersonalData({ db, files }),
      { part: 'jobs', erase: (uid) => jobs.forget(uid), async *collect() {} },
    ],
    hiddenFrom: connections.hiddenFrom,
    tombstones: createTombstones({ dataDir: config.dataDir }),
    jobs,
    clock,
    log: logs('identity'),
  })
}
