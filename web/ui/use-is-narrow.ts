import { useMediaQuery } from '@mantine/hooks'

/** Below the first breakpoint, as on a phone. */
const NARROW = '(max-width: 599.98px)'

/** Whether the screen is as narrow as a phone's. */
export const useIsNarrow = (): boolean => useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })

/** The same, outside of components. */
export const isNarrow = (): boolean => typeof matchMedia === 'function' && matchMedia(NARROW).matches
