import type { doorOf } from './keys.ts'

export type Door = NonNullable<ReturnType<typeof doorOf>> | 'shared'
/** What every dialog behind a door gets. */
export type DoorProps = { onClose: () => void; onOpen: (door: Door) => void }
