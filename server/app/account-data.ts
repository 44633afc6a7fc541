import { recapsPersonalData } from '#server/features/recaps/recaps.personal.ts'
import { blendsPersonalData } from '#server/features/blends/blends.personal.ts'
import { chatPersonalData } from '#server/features/chat/chat.personal.store.ts'
import { connectionsPersonalData } from '#server/features/connections/connections.personal.store.ts'
import { presencePersonalData } from '#server/features/connections/presence.personal.store.ts'
import { createAccountData } from '#server/features/identity/account/account-data.ts'
import { createTombstones } from '#server/features/identity/account/tombstones.ts'
import { foldersPersonalData } from '#server/features/media/folders/folders.personal.ts'
import { playedItemsPersonalData } from '#server/features/media/played-items.ts'
import { playerSettingsPersonalData } from '#server/features/media/player-settings.personal.ts'
import { moderationPersonalData } from '#server/features/moderation/moderation.personal.store.ts'
import { momentsPersonalData } from '#server/features/moments/moments.personal.store.ts'
import { notificationsPersonalData } from '#server/features/notifications/notifications.personal.store.ts'
import { profilesPersonalData } from '#server/features/profiles/profiles.personal.store.ts'
import { importsPersonalData } from '#server/features/imports/imports.personal.ts'
import { tastePersonalData } from '#server/features/taste/taste.personal.store.ts'
import { togetherPersonalData } from '#server/features/together/together.personal.ts'
import { uploadsPersonalData } from '#server/features/uploads/uploads.personal.ts'
import type { ConversationFeatures } from './conversations.ts'
import type { CoreServices } from './core-services.ts'
import type { ListenerFeatures } from './listeners.ts'
import type { PeopleFeatures } from './people.ts'
import type { SourceFeatures } from './sources.ts'

/** Export and deletion of a user's data in all features. */
export function wireAccountData(
  { config, db, files, jobs, clock, events, logs }: CoreServices,
  {
    identity,
    profiles,
    connections,
    uploads,
    imports,
    sources,
    moderating,
    chat,
    together,
    personChanges,
  }: Pick<PeopleFeatures, 'identity' | 'profiles' | 'connections' | 'uploads'> &
    SourceFeatures &
    Pick<ListenerFeatures, 'moderating'> &
    Pick<ConversationFeatures, 'chat' | 'together' | 'personChanges'>,
) {
  return createAccountData({
    identity,
    // From the highest to the lowest, so that no user can write to an account whose conversations are already deleted.
    features: [
      notificationsPersonalData(db),
      moderationPersonalData({ db, moderation: moderating.moderation }),
      togetherPersonalData({ db, together }),
      chatPersonalData({ db, clock, chat, events }),
      momentsPersonalData(db),
      foldersPersonalData(db),
      playedItemsPersonalData(db),
      playerSettingsPersonalData(db),
      recapsPersonalData(db),
      blendsPersonalData(db),
      importsPersonalData(imports),
      tastePersonalData({ db, sources }),
      connectionsPersonalData(db),
      presencePersonalData(db),
      profilesPersonalData({ db, clock, deleted: profiles.deleted }),
      uploadsPersonalData({ db, files, deletions: uploads.deletions }),
      { part: 'jobs', erase: (uid) => jobs.forget(uid), async *collect() {} },
    ],
    filesPending: uploads.filesPending,
    hiddenFrom: connections.hiddenFrom,
    beforeDeletion: personChanges.beforeDeletion,
    tombstones: createTombstones({ dataDir: config.dataDir }),
    jobs,
    clock,
    log: logs('identity'),
  })
}
