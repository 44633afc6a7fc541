/* Dialogs bring the overlay library with them; they are fetched when somebody first opens one. */
import { lazy } from 'react'

export const LazyConnectDialog = lazy(async () => ({ default: (await import('./ConnectDialog.tsx')).ConnectDialog }))
export const LazyConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))
export const LazyReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))
