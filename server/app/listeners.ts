import { closeCodes } from '#contract/socket.ts'
import { createModerationFeature } from '#server/features/moderation/moderation.feature.ts'
import { reportablePerson } from '#server/features/moderation/reportable-person.ts'
import { createNotificationFeature } from '#server/features/notifications/notifications.feature.ts'
import { createPageHeads } from '#server/features/link-previews/link-previews.ts'
import { mimeTypes } from '#server/features/uploads/recordings/recordings.service.ts'
import { createPushClient } from '#server/providers/push/push.client.ts'
import type { CoreServices } from './core-services.ts'
import type { HigherFeatures, PeopleFeatures } from './people.ts'
import type { ConversationFeatures } from './conversations.ts'
import type { TasteFeatures } from './taste.ts'

export type ListenerFeatures = ReturnType<typeof wireListeners>

/** The features that subscribe to domain events (notifications, moderation), and link previews. */
export function wireListeners(
  core: CoreServices,
  lower: PeopleFeatures & TasteFeatures & ConversationFeatures,
  higher: Pick<HigherFeatures, 'recapOf'>,
) {
  const { config, db, clock, newId, hub, bus, events, secrets, logs } = core
  const { identity, profiles, privacy, connections, presence, uploads, moments, momentModeration, chat } = lower
  const notifying = createNotificationFeature({
    db,
    clock,
    newId,
    hub,
    jobs: core.jobs,
    events,
    profiles,
    connections,
    mutedAmong: moments.mutedAmong,
    secrets,
    mailer: core.outbox,
    addressOf: identity.addressOf,
    languageOf: identity.languageOf,
    recapOf: higher.recapOf,
    origin: core.origin,
    pushClient: createPushClient({ subject: config.publicOrigin ?? 'mailto:nobody@localhost' }),
    isOnline: presence.isOnline,
    hasVisiblePage: presence.hasVisiblePage,
    excerptOf: async (owner, id) => (await momentModeration.moments.evidence(owner, id))?.text ?? null,
    blendTitleOf: lower.blends.titleFor,
    messageOf: async (reader, chatId) => {
      const [newest] = await chat.history(reader, chatId, { limit: 1 })
      return newest ? { text: newest.content, voiceMs: newest.voice?.duration_ms ?? null } : null
    },
    log: logs('notifications'),
  })
  const moderating = createModerationFeature({
    db,
    clock,
    newId,
    bus,
    events,
    profiles,
    reportables: {
      person: reportablePerson({ connections, profiles }),
      moment: momentModeration.moments,
      comment: momentModeration.comments,
      message: { evidence: chat.evidence },
      group: { evidence: chat.groups.evidence },
    },
    readPicture: (viewer, id) => uploads.read(viewer, id, 'small'),
    readRecording: async (viewer, id) => {
      const { bytes, format } = await uploads.recordings.read(viewer, id)
      return { bytes, mimeType: mimeTypes[format] }
    },
    sealer: secrets,
    closeSockets: (uid) => hub.disconnect(uid, closeCodes.unauthenticated, 'suspended'),
    mailer: core.outbox,
    addressOf: identity.addressOf,
    languageOf: identity.languageOf,
    origin: core.origin,
    log: logs('moderation'),
  })
  const heads = createPageHeads({
    cards: profiles.cards,
    ownerOf: profiles.ownerOf,
    isSuspended: moderating.suspensions.isSuspended,
    isPublic: privacy.isPublic,
    moment: moments.publicMeta,
    prints: lower.printPictures,
    item: lower.itemPages.publicItem,
    group: (code) => chat.groups.openInvitation(code),
    blend: lower.blends.findOpen,
    log: logs('http'),
  })
  return { notifying, moderating, heads }
}
