import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { mentionedNames } from '#contract/chat/mentions.ts'
import type { Mention } from '#contract/moments.ts'
import type { MomentDeps } from './moments.deps.ts'
import type { createVisibility } from './moments.visibility.ts'

type Deps = Pick<MomentDeps, 'profiles' | 'connections' | 'events'> & {
  findVisible: ReturnType<typeof createVisibility>['findVisible']
}

/** Users whom texts mention as `@user_name`. */
export function createMentions({ profiles, connections, events, findVisible }: Deps) {
  return {
    /** The mentioned users of each text, without those hidden from the viewer. */
    async findInTexts(viewer: Uid, texts: readonly string[]): Promise<Mention[][]> {
      const names = texts.map((text) => (text.includes('@') ? mentionedNames(text) : []))
      const all = [...new Set(names.flat())]
      if (all.length === 0) return names.map(() => [])
      const [uids, hidden] = await Promise.all([profiles.uidsOf(all), connections.hiddenFrom(viewer)])
      return names.map((ofText) =>
        ofText.flatMap((name) => {
          const uid = uids.get(name)
          return uid === undefined || hidden.has(uid) ? [] : [{ user_name: name, uid }]
        }),
      )
    },

    /**
     * Publishes the mentions of a text to users who may see the moment, and returns them. `informed`: users who get a notification about it
     * anyway.
     */
    async publish(actor: Uid, text: string, momentId: string, commentId: string | null, informed: readonly Uid[] = []): Promise<Uid[]> {
      const names = text.includes('@') ? mentionedNames(text).slice(0, limits.mentions.max) : []
      if (names.length === 0) return []
      const [uids, hidden] = await Promise.all([profiles.uidsOf(names), connections.hiddenFrom(actor)])
      const reached: Uid[] = []
      for (const to of uids.values()) {
        if (to === actor || hidden.has(to) || informed.includes(to)) continue
        if (!(await findVisible(to, momentId))) continue
        events.publish({ kind: 'person.mentioned', by: actor, to, momentId, commentId })
        reached.push(to)
      }
      return reached
    },
  }
}

export type Mentions = ReturnType<typeof createMentions>
