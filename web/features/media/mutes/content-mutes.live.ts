import { contentMuteFrames } from '#contract/taste/content-mutes.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'

/** Applies mutes that the user changed in another tab or on another device. Returns a function that stops it. */
export const startContentMutesLive = ({ subscribe }: Pick<SocketLink, 'subscribe'>): (() => void) =>
  subscribe(contentMuteFrames.content_mutes_changed, () => void import('./content-mutes.ts').then(({ refreshMuted }) => refreshMuted()))
