import type { overlayForKey } from './keys.ts'

export type Overlay = NonNullable<ReturnType<typeof overlayForKey>> | 'shared'
export type OverlayProps = { onClose: () => void; onOpen: (door: Overlay) => void }
