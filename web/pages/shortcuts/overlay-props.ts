import type { doorOf } from './keys.ts'

export type Door = NonNullable<ReturnType<typeof doorOf>> | 'shared'
/** Props of every overlay. */
export type DoorProps = { onClose: () => void; onOpen: (door: Door) => void }
