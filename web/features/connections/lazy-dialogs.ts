/* Dialogs include the overlay library, so they load when first opened. */
import { lazyComponent } from '#web/platform/lazy-component.ts'

export const LazyConnectDialog = lazyComponent(async () => (await import('./ConnectDialog.tsx')).ConnectDialog)
export const LazyConfirmDialog = lazyComponent(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog)
export const LazyReportDialog = lazyComponent(async () => (await import('./ReportDialog.tsx')).ReportDialog)
