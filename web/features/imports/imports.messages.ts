import type { I18n } from '@lingui/core'
import type { FileImport, ImportProblem, ImportSummary, SkipReason } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import { unreachable } from '#contract/base/unreachable.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import type { Upload } from './upload.ts'
import { countLabel, sourceName } from '#web/features/sources/source.messages.ts'

/** Why a file could not be read, with advice. */
export function problemMessage(i18n: I18n, problem: ImportProblem): string {
  switch (problem) {
    case 'import_foreign':
      return i18n._({
        id: 'import.problem.foreign',
        message:
          'We can’t read this file. We read exports from Spotify, YouTube (Google Takeout), Apple Music, ListenBrainz, Last.fm, Libre.fm, Maloja and Pano Scrobbler, and .scrobbler.log files, just as you received them. Last.fm also works without a file: link it by your username.',
      })
    case 'import_broken':
      return i18n._({ id: 'import.problem.broken', message: 'This file is damaged or incomplete. Download it again, then try once more.' })
    case 'import_nested':
      return i18n._({
        id: 'import.problem.nested',
        message: 'There’s a zip inside this zip. Unpack it and choose the inner one.',
      })
    case 'import_encrypted':
      return i18n._({ id: 'import.problem.encrypted', message: 'This file is password-protected. Unpack it first.' })
    case 'import_archive':
      return i18n._({
        id: 'import.problem.archive',
        message: 'We can only open zip files. Unpack this one and choose the files inside.',
      })
    case 'import_empty':
      return i18n._({
        id: 'import.problem.empty',
        message: 'This file is empty: its list has no entries. Check that you exported the right one.',
      })
    case 'import_nothing':
      return i18n._({
        id: 'import.problem.nothing',
        message: 'There’s nothing to import in this file: nothing in it was played to the end, watched or saved.',
      })
    case 'import_too_large':
      return i18n._({ id: 'import.problem.large', message: 'This file contains more than we can import.' })
    case 'import_failed':
      return i18n._({ id: 'import.problem.failed', message: 'This file couldn’t be read. That’s our fault; please try again.' })
    default:
      return unreachable(problem)
  }
}

/** Why rows were skipped. */
export function skipReason(i18n: I18n, why: SkipReason): string {
  switch (why) {
    case 'private_session':
      return i18n._({ id: 'import.skipped.private', message: 'from a private session' })
    case 'too_short':
      return i18n._({ id: 'import.skipped.short', message: 'skipped after a few seconds' })
    case 'podcast':
      return i18n._({ id: 'import.skipped.podcast', message: 'podcasts and audiobooks' })
    case 'advert':
      return i18n._({ id: 'import.skipped.advert', message: 'ads' })
    case 'removed':
      return i18n._({ id: 'import.skipped.removed', message: 'deleted or private videos' })
    case 'not_a_video':
      return i18n._({ id: 'import.skipped.other', message: 'not videos (searches, posts, games)' })
    case 'no_name':
      return i18n._({ id: 'import.skipped.name', message: 'without a name' })
    case 'malformed':
      return i18n._({ id: 'import.skipped.malformed', message: 'unreadable' })
    case 'banned':
      return i18n._({ id: 'import.skipped.banned', message: 'banned by you there' })
    case 'duplicate':
      return i18n._({ id: 'import.skipped.duplicate', message: 'plays that were in two files' })
    default:
      return unreachable(why)
  }
}

/** "34,512 plays from January 2019 to October 2026"; the saved items when there are no plays. */
export function readSentence(i18n: I18n, { plays, kept, from, to }: ImportSummary): string {
  const month = (date: string) =>
    new Intl.DateTimeFormat(i18n.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))
  const played =
    plays > 0 ? i18n._({ id: 'import.plays', message: '{plays, plural, one {# play} other {# plays}}', values: { plays } }) : ''
  const saved =
    kept > 0
      ? i18n._({ id: 'import.kept', message: '{kept, plural, one {# saved or followed} other {# saved or followed}}', values: { kept } })
      : ''
  const what = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format([played, saved].filter(Boolean))
  if (from === null || to === null) return what
  const values = { what, from: month(from), to: month(to) }
  if (values.from === values.to) return i18n._({ id: 'import.read.month', message: '{what}, in {from}', values })
  return i18n._({ id: 'import.read.span', message: '{what}, from {from} to {to}', values })
}

/** "120 artists and 940 tracks"; empty when nothing was new. */
export function addedSentence(i18n: I18n, { added }: Pick<ImportSummary, 'added'>): string {
  const parts = (['artists', 'tracks', 'channels', 'videos'] as const)
    .filter((kind) => added[kind] > 0)
    .map((kind) => `${new Intl.NumberFormat(i18n.locale).format(added[kind])} ${countLabel(i18n, kind, added[kind])}`)
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(parts)
}

const sourcesText = (i18n: I18n, sources: readonly FileSource[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(sources.map((source) => sourceName(i18n, source)))

export function importState(i18n: I18n, { status, source, problem, progress, summary }: FileImport): string {
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(progress)
  switch (status) {
    case 'uploading':
      return i18n._({ id: 'import.uploading', message: 'Sending, {percent}', values: { percent } })
    case 'waiting':
      return i18n._({ id: 'import.waiting', message: 'Uploaded. The import starts in a moment.' })
    case 'reading':
      return source === null
        ? i18n._({ id: 'import.looking', message: 'Checking the file' })
        : i18n._({
            id: 'import.reading',
            message: 'Reading {source}, {percent}',
            values: { source: sourceName(i18n, source), percent },
          })
    case 'done':
      return source === null ? '' : sourcesText(i18n, summary?.sources ?? [source])
    case 'repeated':
      return i18n._({ id: 'import.repeated', message: 'You’ve already imported this file. Nothing was added.' })
    case 'failed':
      return problemMessage(i18n, problem ?? 'import_failed')
    case 'cancelled':
      return i18n._({ id: 'import.cancelled', message: 'Canceled. Nothing was saved.' })
    default:
      return unreachable(status)
  }
}

/** Why a file could not be uploaded; null if nothing failed. */
export function uploadMessage(i18n: I18n, upload: Upload, maxBytes: number): string | null {
  if (upload.status === 'rejected') return uploadErrorMessage(i18n, upload.failure, maxBytes)
  if (upload.status !== 'unreadable') return null
  return i18n._({ id: 'import.unreadable', message: 'Your browser can’t read this. If it’s a folder, choose one of the files inside.' })
}

/** Why a file was rejected before the upload. */
function uploadErrorMessage(i18n: I18n, failure: ApiFailure, maxBytes: number): string {
  if (failure.kind === 'offline')
    return i18n._({ id: 'import.offline', message: 'Connection lost. What was already sent is saved for an hour.' })
  // The second one says when it ends.
  if ((failure.code === 'storage_full' || failure.code === 'rate_limited') && failure.sentence) return failure.sentence
  switch (failure.code) {
    case 'too_large':
      return tooLarge(i18n, maxBytes)
    case 'import_running':
      return i18n._({ id: 'import.running', message: 'Another file of yours is being imported. Wait for it, or cancel it.' })
    case 'unavailable':
      return i18n._({ id: 'import.busy', message: 'Too many files are being imported right now. Please try again in a few minutes.' })
    case 'wrong_state':
    case 'not_found':
      return i18n._({ id: 'import.ended', message: 'This import was stopped elsewhere. Choose the file again.' })
    default:
      return i18n._({ id: 'import.refused', message: 'The file couldn’t be sent. Please try again.' })
  }
}

export function tooLarge(i18n: I18n, maxBytes: number): string {
  const size = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'megabyte' }).format(Math.floor(maxBytes / 1024 / 1024))
  return i18n._({ id: 'import.too-large', message: 'A file can be up to {size}.', values: { size } })
}

/** "3.4 MB" */
export function fileSize(i18n: I18n, bytes: number): string {
  const [unit, divisor] = bytes < 1024 * 1024 ? (['kilobyte', 1024] as const) : (['megabyte', 1024 * 1024] as const)
  const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / divisor)
}
