import type { I18n } from '@lingui/core'
import type { PrintBar } from '#web/ui/print/print-bars.ts'
import { barName } from './print.messages.ts'

/** "Jazz: 80": the height of a bar in percent of the highest one. */
export const barText = (i18n: I18n, { name, mine }: Pick<PrintBar, 'name' | 'mine'>): string =>
  i18n._({ id: 'print.bar.alone', message: '{what}: {height}', values: { what: barName(i18n, name), height: inHundredths(mine) } })

/** The ranks of a bar for both users: "your #1", "Jonas’s #3". Ranks are null for a user who does not have the bar. */
export function barRanks(i18n: I18n, ranks: { mine: number | null; theirs: number | null }, name: string): [string, string] {
  const { mine, theirs } = ranks
  return [
    mine === null
      ? i18n._({ id: 'print.rank.you.none', message: 'new to you' })
      : i18n._({ id: 'print.rank.you', message: 'your #{rank}', values: { rank: mine } }),
    theirs === null
      ? i18n._({ id: 'print.rank.they.none', message: 'new to {name}', values: { name } })
      : i18n._({ id: 'print.rank.they', message: '{name}’s #{rank}', values: { name, rank: theirs } }),
  ]
}

/** The text of a bar, including whether it is inferred. */
export const inferredBarText = (i18n: I18n, words: string, isInferred: boolean): string =>
  isInferred ? i18n._({ id: 'print.bar.inferred', message: '{words} (inferred)', values: { words } }) : words

export const inHundredths = (height: number): number => Math.round(height * 100)
