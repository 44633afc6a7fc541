/* Commands on blends. The response replaces the cached blend; a failure is a notice. */
import { blendCalls, blendFrames, type Blend, type BlendEmphasis } from '#contract/blends.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { ConnectableSource } from '#contract/taste/taste.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { callApi, readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { cacheResponse, failureOf, refreshCall } from '#web/platform/query.ts'
import { nameList } from '#web/ui/text/name-list.ts'

const UNDO_MS = 6_000
const SAVED_MS = 12_000

/** The server's frame about a blend that the user is leaving must not load it again. */
export const leftBlends = new Set<string>()

async function run(id: string, command: () => Promise<Blend | null>): Promise<Blend | null> {
  try {
    const blend = await command()
    leftBlends.delete(id)
    if (blend) cacheResponse(blendCalls.getBlend, { params: { id } }, blend)
    void refreshCall(blendCalls.getBlends)
    return blend
  } catch (error) {
    notifyFailed(error)
    return null
  }
}

/** Why a command on a blend failed. */
export const blendErrorText = (error: unknown): string =>
  failureOf(error).sentence ?? i18n._({ id: 'blend.failed', message: 'That didn’t work. Please try again.' })

const notifyFailed = (error: unknown) => notify('error', blendErrorText(error))

/** In development mode, Spotify may reject every write of this application. */
function saveErrorText(platform: string, { code }: ApiFailure): string {
  const values = { platform }
  if (code === 'account_not_allowed')
    return i18n._({
      id: 'blend.save.not-allowed',
      message:
        '{platform} doesn’t let this app create playlists in your account. Apps in development mode often can’t. Download a file instead.',
      values,
    })
  if (code === 'wrong_state') return i18n._({ id: 'blend.save.unconnected', message: 'Connect {platform} first, under Accounts.', values })
  if (code === 'rate_limited') return i18n._({ id: 'blend.save.limited', message: 'You’ve saved many playlists. Try again in an hour.' })
  return i18n._({ id: 'blend.save.failed', message: '{platform} isn’t answering right now. Try again later, or download a file.', values })
}

export const blendCommands = {
  /** Makes the blend of a group, or finds the one that another member just made. */
  async makeForGroup(chatId: string): Promise<void> {
    const body = { kind: 'all' as const, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
    try {
      const blend = await callApi(blendCalls.makeGroupBlend, { params: { chatId }, body })
      cacheResponse(blendCalls.getBlend, { params: { id: blend.id } }, blend)
    } catch (error) {
      notifyFailed(error)
    }
    void refreshCall(blendCalls.getBlends)
    await refreshCall(blendCalls.getGroupBlend, { params: { chatId } })
  },

  join: (id: string) => run(id, () => callApi(blendCalls.joinBlend, { params: { id } })),
  rename: (id: string, title: string | null) => run(id, () => callApi(blendCalls.renameBlend, { params: { id }, body: { title } })),
  adjust: (id: string, uid: string, emphasis: BlendEmphasis) =>
    run(id, () => callApi(blendCalls.adjustBlend, { params: { id }, body: { uid, emphasis } })),
  setOpen: (id: string, open: boolean) => run(id, () => callApi(blendCalls.openBlend, { params: { id }, body: { open } })),
  restore: (id: string, item: Item) => run(id, () => callApi(blendCalls.restoreToBlend, { params: { id, item_id: item.id } })),

  /** Removes an item for all, and offers undo. */
  async remove(id: string, item: Item): Promise<void> {
    const blend = await run(id, () => callApi(blendCalls.removeFromBlend, { params: { id, item_id: item.id } }))
    if (!blend) return
    notify('neutral', i18n._({ id: 'blend.removed', message: '{name} is removed for everyone.', values: { name: item.name } }), {
      about: `blend ${id}`,
      timeoutMs: UNDO_MS,
      action: { label: i18n._({ id: 'undo', message: 'Undo' }), run: () => void blendCommands.restore(id, item) },
    })
  },

  /** Leaves or declines. Returns whether it worked. */
  async leave(id: string): Promise<boolean> {
    leftBlends.add(id)
    try {
      await callApi(blendCalls.leaveBlend, { params: { id } })
    } catch (error) {
      leftBlends.delete(id)
      notifyFailed(error)
      return false
    }
    await refreshCall(blendCalls.getBlends)
    return true
  },

  /**
   * Saves the mix as a playlist in a connected account. The first time, the browser opens the platform's permission page and returns
   * to the blend, which saves again with `isBack`.
   */
  async saveTo(source: ConnectableSource, id: string, title: string, { isBack = false } = {}): Promise<void> {
    const about = `blend ${id} ${source}`
    const platform = platformNames[source]
    notify('neutral', i18n._({ id: 'blend.saving', message: 'Saving to {platform} …', values: { platform } }), { about })
    const stop = socketLink.subscribe(blendFrames.blend_saving, ({ blend_id: blendId, done, total }) => {
      if (blendId !== id) return
      const values = { platform, done, total }
      notify('neutral', i18n._({ id: 'blend.saving.progress', message: 'Saving to {platform}: {done} of {total}', values }), { about })
    })
    const saved = await readApi(blendCalls.saveToPlatform, { params: { id, source }, body: { title: title.slice(0, limits.blend.title) } })
    stop()
    if (!saved.ok) {
      notify('error', saveErrorText(platform, saved.failure), { about })
      return
    }
    const { authorize_url: address, url, saved: count, missing } = saved.value
    if (address !== null && !isBack) {
      location.assign(address)
      return
    }
    if (url === null) {
      notify('error', i18n._({ id: 'blend.save.denied', message: '{platform} didn’t allow it to be saved.', values: { platform } }), {
        about,
      })
      return
    }
    const names = nameList(
      i18n,
      missing.map(({ name }) => name),
    )
    const values = { platform, count, names }
    notify(
      'positive',
      missing.length === 0
        ? i18n._({
            id: 'blend.saved',
            message: '{count, plural, one {# item is} other {# items are}} in your new {platform} playlist.',
            values,
          })
        : i18n._({
            id: 'blend.saved.missing',
            message: '{count, plural, one {# item is} other {# items are}} in your new {platform} playlist. Not found there: {names}',
            values,
          }),
      {
        about,
        timeoutMs: SAVED_MS,
        action: { label: i18n._({ id: 'blend.saved.open', message: 'Open' }), run: () => void window.open(url, '_blank', 'noopener') },
      },
    )
  },

  /** Saves this week's mix as a list. */
  async keep(id: string, title: string): Promise<void> {
    try {
      await callApi(blendCalls.keepMix, { params: { id }, body: { title } })
    } catch (error) {
      notifyFailed(error)
      return
    }
    void refreshCall(blendCalls.getBlends)
    notify('positive', i18n._({ id: 'blend.kept', message: 'Saved. You’ll find it under Blends.' }))
  },

  async deleteKept(id: string): Promise<void> {
    try {
      await callApi(blendCalls.deleteKeptMix, { params: { id } })
    } catch (error) {
      notifyFailed(error)
    }
    await refreshCall(blendCalls.getBlends)
  },
}
