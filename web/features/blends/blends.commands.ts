/* Commands on blends. The answer replaces the cached blend; a failure is a notice. */
import { blendCalls, type Blend, type BlendEmphasis } from '#contract/blends.ts'
import type { Item } from '#contract/media.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { cacheAnswer, refreshCall } from '#web/platform/query.ts'

const UNDO_MS = 6_000

async function run(id: string, command: () => Promise<Blend | null>): Promise<Blend | null> {
  try {
    const blend = await command()
    if (blend) cacheAnswer(blendCalls.getBlend, { params: { id } }, blend)
    void refreshCall(blendCalls.getBlends)
    return blend
  } catch {
    failed()
    return null
  }
}

const failed = () => notify('error', i18n._({ id: 'blend.failed', message: 'That didn’t work. Please try again.' }))

export const blendCommands = {
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
    try {
      await callApi(blendCalls.leaveBlend, { params: { id } })
    } catch {
      failed()
      return false
    }
    await refreshCall(blendCalls.getBlends)
    return true
  },

  /** Saves this week's mix as a list. */
  async keep(id: string, title: string): Promise<void> {
    try {
      await callApi(blendCalls.keepMix, { params: { id }, body: { title } })
    } catch {
      failed()
      return
    }
    void refreshCall(blendCalls.getBlends)
    notify('positive', i18n._({ id: 'blend.kept', message: 'Saved. You’ll find it under Blends.' }))
  },

  async deleteKept(id: string): Promise<void> {
    try {
      await callApi(blendCalls.deleteKeptMix, { params: { id } })
    } catch {
      failed()
    }
    await refreshCall(blendCalls.getBlends)
  },
}
