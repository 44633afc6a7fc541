import type { TextPiece } from './print.messages.ts'

/** "You meet in hip-hop and talks", with the names emphasized. */
export function MeetingText({ pieces }: { pieces: readonly TextPiece[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- the order never changes
  return pieces.map(({ text, isName }, index) => (isName ? <b key={index}>{text}</b> : text))
}
