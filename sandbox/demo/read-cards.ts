import { findLink } from '#contract/links/links.ts'
import type { App } from '#server/app.ts'
import { conversations, moments } from './chatter.ts'

/** Reads the card of every posted link before the first visit. */
export async function readCards(app: App): Promise<void> {
  const texts = [...moments.map(({ text }) => text), ...conversations.flat()]
  for (const link of texts.map(findLink)) if (link) await app.cards.prefetch(link)
}
