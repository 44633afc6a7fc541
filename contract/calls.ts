import { unreadMessageCalls } from './unread-messages.ts'
import { blendCalls } from './blends.ts'
import { chatCalls } from './chat.ts'
import { commonPasswordCalls } from './common-passwords.ts'
import { connectionCalls } from './connections.ts'
import { discoverCalls } from './discover.ts'
import { folderCalls } from './folders.ts'
import { groupCalls } from './groups.ts'
import { groupTasteCalls } from './group-taste.ts'
import { identityCalls } from './identity.ts'
import { importCalls } from './imports.ts'
import { itemPageCalls } from './item-pages.ts'
import { languageCalls } from './languages/language-setting.ts'
import { linkCardCalls } from './link-cards.ts'
import { listeningCalls } from './listening.ts'
import { mediaCalls } from './media.ts'
import { moderationCalls } from './moderation.ts'
import { momentCalls } from './moments.ts'
import { notificationCountCalls } from './notification-count.ts'
import { notificationCalls } from './notifications.ts'
import { pinCalls } from './pins.ts'
import { playCalls } from './plays.ts'
import { playerCalls } from './players.ts'
import { privacyCalls } from './privacy.ts'
import { presenceCalls } from './presence.ts'
import { profileCalls } from './profiles.ts'
import { recapCalls } from './recaps.ts'
import { shareSearchCalls } from './share-search.ts'
import { pollCalls } from './polls.ts'
import { shelfCalls } from './shelf.ts'
import { tasteListCalls } from './taste-lists.ts'
import { tasteCalls } from './taste.ts'
import { tastePreviewCalls } from './taste-preview.ts'
import { togetherCalls } from './together.ts'
import { uploadCalls } from './uploads.ts'

/** All API calls. Pages import the table of their feature; this one is for the OpenAPI document and the tests. */
export const calls = {
  ...identityCalls,
  ...commonPasswordCalls,
  ...uploadCalls,
  ...linkCardCalls,
  ...profileCalls,
  ...connectionCalls,
  ...presenceCalls,
  ...listeningCalls,
  ...privacyCalls,
  ...languageCalls,
  ...mediaCalls,
  ...playerCalls,
  ...folderCalls,
  ...tasteCalls,
  ...discoverCalls,
  ...itemPageCalls,
  ...tasteListCalls,
  ...shareSearchCalls,
  ...tastePreviewCalls,
  ...blendCalls,
  ...recapCalls,
  ...playCalls,
  ...groupTasteCalls,
  ...importCalls,
  ...momentCalls,
  ...notificationCountCalls,
  ...notificationCalls,
  ...moderationCalls,
  ...togetherCalls,
  ...chatCalls,
  ...pollCalls,
  ...shelfCalls,
  ...pinCalls,
  ...groupCalls,
  ...unreadMessageCalls,
}
