/* Dialogs bring the overlay library with them; they are fetched when somebody first opens one. */
import { lazyPart } from '#web/platform/lazy-part.ts'

export const LazyConnectDialog = lazyPart(async () => (await import('./ConnectDialog.tsx')).ConnectDialog)
export const LazyConfirmDialog = lazyPart(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog)
export const LazyReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog)
