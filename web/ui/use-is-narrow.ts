import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is below the first breakpoint, as on a phone. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 599.98px)', undefined, { getInitialValueInEffect: false })
