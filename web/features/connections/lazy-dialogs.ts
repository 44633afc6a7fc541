/* Dialogs include the overlay library, so they load when first opened. */
import { lazyPart } from '#web/platform/lazy-component.ts'

export const LazyConfirmDialog = lazyPart(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog)
export const LazyReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog)
