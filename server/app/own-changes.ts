import { type CallDefinition, callPattern } from '#contract/base/call.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { privacyCalls } from '#contract/identity/privacy.ts'
import { storedDataCalls } from '#contract/identity/stored-data.ts'
import { termsCalls } from '#contract/identity/terms.ts'
import { blendCalls } from '#contract/blends.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { importCalls } from '#contract/imports.ts'
import { languageCalls } from '#contract/languages/language-setting.ts'
import { moderationCalls } from '#contract/moderation.ts'
import { momentCalls, momentFrames } from '#contract/moments.ts'
import { notificationCalls } from '#contract/notifications.ts'
import { playerCalls } from '#contract/players.ts'
import { profileCalls } from '#contract/profiles.ts'
import { platformFrames } from '#contract/socket.ts'
import { connectCalls } from '#contract/taste/connect.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { itemPageCalls } from '#contract/taste/item-pages.ts'
import { matchReceiptCalls } from '#contract/taste/match-receipts.ts'
import { pickCalls } from '#contract/taste/picks.ts'
import { playCalls } from '#contract/taste/plays.ts'
import { recapCalls } from '#contract/taste/recaps.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'

type OwnChange = { after: readonly CallDefinition[]; reload: readonly CallDefinition[] }

const discoveries = [discoverCalls.getSaved, discoverCalls.discover, discoverCalls.discoverKind, itemPageCalls.getItemPage]
const folders = [folderCalls.getFolders, folderCalls.getFolder]
const ownTaste = [
  pickCalls.getPicks,
  profileCalls.getProfile,
  tasteCalls.getTaste,
  tasteCalls.getMusic,
  tasteCalls.getVideo,
  tasteListCalls.getTasteList,
  tasteCalls.getMatches,
  tasteCalls.getMatch,
]
const plays = [
  playCalls.getPlays,
  playCalls.listPlays,
  playCalls.getItemPlays,
  playCalls.getPlaySettings,
  recapCalls.getRecap,
  tasteTimeCalls.getTasteOverTime,
]
const blends = [blendCalls.getBlends, blendCalls.getBlend]

/**
 * What the user's other pages and devices load again after a command. Commands with an event of their own (chat, connections, content
 * mutes, notifications, comments, imports) and commands that change nothing on a page are not here.
 */
export const ownChanges: readonly OwnChange[] = [
  { after: [languageCalls.changeLanguage], reload: [languageCalls.getLanguage] },
  {
    after: [privacyCalls.changePrivacy],
    reload: [privacyCalls.getPrivacy, profileCalls.getProfile, matchReceiptCalls.getMatchReceipts, tasteTimeCalls.getTasteChanges],
  },
  { after: [notificationCalls.changeNotificationSettings], reload: [notificationCalls.getNotificationSettings] },
  { after: [playerCalls.changePlayerSettings], reload: [playerCalls.getPlayerSettings, playerCalls.getPreferredPlatform] },
  { after: [profileCalls.editProfile], reload: [profileCalls.getProfile] },
  { after: [profileCalls.changeUserName], reload: [profileCalls.getProfile, profileCalls.getOwnUserName] },
  {
    after: [profileCalls.setUpAccount, termsCalls.acceptTerms, moderationCalls.appealSuspension],
    reload: [identityCalls.checkUserExist, moderationCalls.getSuspension],
  },
  { after: [identityCalls.revokeSessions], reload: [identityCalls.getSessions, storedDataCalls.getStoredData] },
  { after: [moderationCalls.report], reload: [moderationCalls.getOwnReports] },
  {
    after: [
      folderCalls.createFolder,
      folderCalls.changeFolder,
      folderCalls.deleteFolder,
      folderCalls.restoreFolder,
      folderCalls.saveToFolder,
      folderCalls.changeFolderItem,
      folderCalls.removeFromFolder,
    ],
    reload: folders,
  },
  {
    after: [discoverCalls.saveDiscovery, discoverCalls.unsaveDiscovery, discoverCalls.lessLikeThis, discoverCalls.undoLessLikeThis],
    reload: discoveries,
  },
  { after: [tasteCalls.dismissMatch, tasteCalls.undismissMatch], reload: [tasteCalls.getDismissed, tasteCalls.getMatches] },
  { after: [connectCalls.linkSource, connectCalls.finishConnect, tasteCalls.setConsent], reload: [tasteCalls.getSources] },
  { after: [tasteCalls.disconnectSource], reload: [tasteCalls.getSources, ...ownTaste, ...plays] },
  { after: [pickCalls.savePicks], reload: [tasteCalls.getSources, ...ownTaste] },
  { after: [importCalls.forgetImport], reload: [importCalls.getImports] },
  { after: [playCalls.deletePlays, playCalls.hideFromPlays, playCalls.showInPlays, playCalls.setPrivateSession], reload: plays },
  { after: [blendCalls.keepMix, blendCalls.deleteKeptMix], reload: blends },
  { after: [groupCalls.createGroupLink, groupCalls.withdrawGroupLink], reload: [groupCalls.getGroupLinks] },
  { after: [momentCalls.setPostAlert], reload: [momentCalls.getPostAlert] },
]

/** Commands that change one moment for the user alone: how it looks on their other pages. */
export const ownMomentChanges: readonly CallDefinition[] = [
  momentCalls.likeMoment,
  momentCalls.unlikeMoment,
  momentCalls.hideMoment,
  momentCalls.unhideMoment,
  momentCalls.bookmarkMoment,
  momentCalls.removeBookmark,
]

/** The same routes. After a successful command, the user's pages on all devices are informed about what changed for the user. */
export function withOwnChanges(routes: readonly Route[], hub: Pick<SocketHub, 'send'>): Route[] {
  return routes.map(({ call, handle }) => {
    const calls = ownChanges.filter(({ after }) => after.includes(call)).flatMap(({ reload }) => reload.map(callPattern))
    const isOfMoment = ownMomentChanges.includes(call)
    if (calls.length === 0 && !isOfMoment) return { call, handle }
    return {
      call,
      async handle(input) {
        const answer = await handle(input)
        const { viewer, params, pageId: by } = input as unknown as OwnCommand
        if (calls.length > 0) hub.send([viewer.uid], platformFrames.own_data_changed, { calls, by })
        else hub.send([viewer.uid], momentFrames.moment_changed, { id: params.id, by })
        return answer
      },
    }
  })
}

/** A call of the tables above: all belong to signed-in users, and those about a moment have its id. */
type OwnCommand = { viewer: { uid: string }; params: { id: string }; pageId: string | null }
