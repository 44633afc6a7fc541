import { lazyPart } from '#web/platform/lazy-component.ts'

/** The dialog to write to a buddy. */
export const NewMessage = lazyPart(async () => (await import('./NewMessage.tsx')).NewMessage)
