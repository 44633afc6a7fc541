import { expect, test } from 'vitest'
import { type CallDefinition, callPattern } from '#contract/base/call.ts'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { calls } from '#contract/calls.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { momentCalls } from '#contract/moments.ts'
import { route } from '#server/platform/http/route.ts'
import { ownChanges, ownMomentChanges, withOwnChanges } from './own-changes.ts'

const uid = '018f0000-0000-7000-8000-000000000001'
const page = '018f0000-0000-4000-8000-000000000002'
const id = '018f0000-0000-7000-8000-000000000003'

/** Sends a command, and returns the frames that it caused. */
async function framesOf(call: CallDefinition, handle: () => Promise<never>, pageId: string | null = page) {
  const sent: unknown[] = []
  const hub = { send: (uids: readonly string[], { event }: FrameDefinition, data: unknown) => void sent.push([uids, event, data]) }
  const [wrapped] = withOwnChanges([route(call, handle)], hub)
  // The only fields that the wrapper reads.
  const input = { viewer: { uid }, params: { id }, pageId } as never
  await Promise.resolve(wrapped?.handle(input)).catch(() => undefined)
  return sent
}
const answer = async () => ({}) as never

test('a successful command informs the pages of its user about the calls to load again, and names the page that sent it', async () => {
  const changed = { calls: ['/app/auth/folders', '/app/auth/folders/:id'] }
  expect(await framesOf(folderCalls.saveToFolder, answer)).toEqual([[[uid], 'own_data_changed', { ...changed, by: page }]])
  expect(await framesOf(folderCalls.saveToFolder, answer, null)).toEqual([[[uid], 'own_data_changed', { ...changed, by: null }]])
})

test('a like, a bookmark, or a hidden moment is loaded again by the other pages of its user', async () => {
  expect(await framesOf(momentCalls.bookmarkMoment, answer)).toEqual([[[uid], 'moment_changed', { id, by: page }]])
})

test('a failed command and a read inform nobody', async () => {
  expect(await framesOf(folderCalls.saveToFolder, () => Promise.reject(new Error('rejected')))).toEqual([])
  expect(await framesOf(folderCalls.getFolders, answer)).toEqual([])
})

/** Commands with an event of their own, which also reaches the sender's other pages. */
const withOwnEvent = [
  // chat_changed, poll_changed, and the frames of messages
  'openChat acceptChat declineChat archiveChat returnToChat markChatUnread clearChatUnread muteChat unmuteChat pinMessage starMessages',
  'createGroup editGroup inviteToGroup removeFromGroup setGroupRole allowToWrite answerGroupRequest joinGroup leaveGroup',
  'createPoll vote closePoll createSafeQueue',
  // connection frames
  'requestConnection withdrawRequest acceptRequest declineRequest removeBuddy blockPerson unblockPerson mutePerson unmutePerson',
  'muteWord muteItem removeContentMute markNotificationsRead',
  // blend_changed
  'makeBlend makeGroupBlend renameBlend inviteToBlend joinBlend leaveBlend adjustBlend removeFromBlend restoreToBlend openBlend',
  'saveToPlatform',
  // new_moment, moment_changed, moment_gone, moment_comments
  'postMoment postFolder editMoment deleteMoment postComment likeComment unlikeComment deleteComment',
  // source_changed, import_changed
  'syncSource beginImport sendImportPart cancelImport',
  // The sockets are closed.
  'deleteAccount',
]

/** Commands that change nothing that another page shows. */
const invisible = [
  'startFileSession endFileSession mintCustomToken exportAccount uploadPicture discardPicture startRecording sendRecordingPart',
  'getLinkCards getDurations beginConnect makePrintPicture makeRecapPicture makeMatchPicture openWeekCard openMatch markPlayed subscribeToPush',
  'unsubscribeFromPush saveTogether',
  // Both devices may write: a draft is merged when the composer opens.
  'saveMomentDraft',
  // The page of the invitation is open for a moment only.
  'askToJoinGroup withdrawGroupRequest',
  // The moderators' queue is loaded on each visit.
  'decideReport answerAppeal',
]

test('every command of a signed-in user has a decision about the user’s other pages', () => {
  const commands = Object.entries<CallDefinition>(calls).filter(([, { method, area }]) => method !== 'GET' && area === 'auth')
  const inTables = new Set([...ownMomentChanges, ...ownChanges.flatMap(({ after }) => after)])
  const named = new Set([...withOwnEvent, ...invisible].flatMap((names) => names.split(' ')))
  expect(commands.filter(([name, call]) => inTables.has(call) === named.has(name)).map(([name]) => name)).toEqual([])
})

test('only reads are loaded again, each once for a command', () => {
  for (const { after, reload } of ownChanges) {
    expect(reload.map(({ method, area }) => `${method} ${area}`)).toEqual(reload.map(() => 'GET auth'))
    for (const call of after) {
      const all = ownChanges.filter((change) => change.after.includes(call)).flatMap((change) => change.reload.map(callPattern))
      expect(all).toEqual([...new Set(all)])
    }
  }
})
