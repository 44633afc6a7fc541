import { storedDataCalls } from './identity/stored-data.ts'
import { matchReceiptCalls } from './taste/match-receipts.ts'
import { blendCalls } from './blends.ts'
import { chatCalls } from './chat/chat.ts'
import { commonPasswordCalls } from './identity/common-passwords.ts'
import { connectionCalls } from './connections.ts'
import { contentMuteCalls } from './taste/content-mutes.ts'
import { discoverCalls } from './taste/discover.ts'
import { folderCalls } from './taste/folders.ts'
import { groupCalls } from './chat/groups.ts'
import { groupTasteCalls } from './taste/group-taste.ts'
import { identityCalls } from './identity/identity.ts'
import { importCalls } from './imports.ts'
import { itemPageCalls } from './taste/item-pages.ts'
import { languageCalls } from './languages/language-setting.ts'
import { linkCardCalls } from './links/link-cards.ts'
import { listeningCalls } from './taste/listening.ts'
import { mediaCalls } from './media.ts'
import { moderationCalls } from './moderation.ts'
import { momentCalls } from './moments.ts'
import { notificationCalls } from './notifications.ts'
import { pinCalls } from './chat/pins.ts'
import { playCalls } from './taste/plays.ts'
import { playerCalls } from './players.ts'
import { privacyCalls } from './identity/privacy.ts'
import { presenceCalls } from './chat/presence.ts'
import { profileCalls } from './profiles.ts'
import { recapCalls } from './taste/recaps.ts'
import { shareSearchCalls } from './taste/share-search.ts'
import { pollCalls } from './chat/polls.ts'
import { safeQueueCalls } from './chat/safe-queues.ts'
import { shelfCalls } from './taste/shelf.ts'
import { tasteListCalls } from './taste/taste-lists.ts'
import { connectCalls } from './taste/connect.ts'
import { pickCalls } from './taste/picks.ts'
import { tasteCalls } from './taste/taste.ts'
import { termsCalls } from './identity/terms.ts'
import { tasteTimeCalls } from './taste/taste-time.ts'
import { tastePreviewCalls } from './taste/taste-preview.ts'
import { togetherCalls } from './together.ts'
import { uploadCalls } from './uploads.ts'

/** All API calls. Pages import the table of their feature; this one is for the OpenAPI document and the tests. */
export const calls = {
  ...identityCalls,
  ...commonPasswordCalls,
  ...termsCalls,
  ...uploadCalls,
  ...linkCardCalls,
  ...profileCalls,
  ...connectionCalls,
  ...presenceCalls,
  ...listeningCalls,
  ...privacyCalls,
  ...languageCalls,
  ...mediaCalls,
  ...contentMuteCalls,
  ...playerCalls,
  ...folderCalls,
  ...connectCalls,
  ...pickCalls,
  ...tasteCalls,
  ...discoverCalls,
  ...itemPageCalls,
  ...tasteListCalls,
  ...shareSearchCalls,
  ...tastePreviewCalls,
  ...blendCalls,
  ...recapCalls,
  ...playCalls,
  ...tasteTimeCalls,
  ...matchReceiptCalls,
  ...storedDataCalls,
  ...groupTasteCalls,
  ...importCalls,
  ...momentCalls,
  ...notificationCalls,
  ...moderationCalls,
  ...togetherCalls,
  ...chatCalls,
  ...pollCalls,
  ...safeQueueCalls,
  ...shelfCalls,
  ...pinCalls,
  ...groupCalls,
}
