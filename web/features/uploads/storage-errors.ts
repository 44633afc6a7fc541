/* The storage errors of the spec (section 8) and their causes. */
import type { I18n } from '@lingui/core'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { unreachable } from '#contract/base/unreachable.ts'

/**
 * Why storing failed, with the names of the specification and two of our own (`server-full`, `unsuitable`).
 *
 * | name | cause |
 * |---|---|
 * | object-not-found | 404: the picture does not exist, or not for this user |
 * | unauthorized | 403: a path of another user, or an account without write permission |
 * | unauthenticated | 401, or signed out |
 * | quota-exceeded | `quota_exceeded`: the user's space is used up |
 * | retry-limit-exceeded | no response, or a busy or failing server, after every attempt |
 * | server-full | `storage_full`: the server's disk is full |
 * | canceled | the caller cancelled |
 * | invalid-url | `invalid_input` for the path: nothing can be stored there |
 * | unsuitable | the picture was rejected: its type, its size, or unreadable content |
 */
export type StorageError =
  | 'object-not-found'
  | 'unauthorized'
  | 'unauthenticated'
  | 'quota-exceeded'
  | 'retry-limit-exceeded'
  | 'server-full'
  | 'canceled'
  | 'invalid-url'
  | 'unsuitable'

/** @param error the error of a call */
export function storageErrorOf(error: unknown, signal?: AbortSignal): StorageError {
  if (signal?.aborted) return 'canceled'
  return error instanceof ApiError ? toStorageError(error.failure) : 'unsuitable'
}

function toStorageError({ kind, status, code, fields }: ApiFailure): StorageError {
  if (kind === 'signed_out' || status === 401) return 'unauthenticated'
  if (kind === 'forbidden') return 'unauthorized'
  if (kind === 'missing') return 'object-not-found'
  if (code === 'quota_exceeded') return 'quota-exceeded'
  if (code === 'storage_full') return 'server-full'
  if (code === 'invalid_input' && fields['path'] !== undefined) return 'invalid-url'
  return isRetryable({ kind, status, code }) ? 'retry-limit-exceeded' : 'unsuitable'
}

/** Whether a retry may succeed. */
export function isRetryable({ kind, status, code }: Pick<ApiFailure, 'kind' | 'status' | 'code'>): boolean {
  if (code === 'storage_full') return false
  return kind === 'offline' || kind === 'server' || status === 429
}

/** The error message under a picture. */
export function storageErrorMessage(i18n: I18n, error: StorageError): string {
  switch (error) {
    case 'object-not-found':
      return i18n._({ id: 'storage.object-not-found', message: 'This picture no longer exists.' })
    case 'unauthorized':
      return i18n._({ id: 'storage.unauthorized', message: 'You can’t store pictures here.' })
    case 'unauthenticated':
      return i18n._({ id: 'storage.unauthenticated', message: 'Log in again, then try once more.' })
    case 'quota-exceeded':
      return i18n._({ id: 'storage.quota-exceeded', message: 'Your picture storage is full. Delete some pictures to make room.' })
    case 'retry-limit-exceeded':
      return i18n._({ id: 'storage.retry-limit-exceeded', message: 'The picture couldn’t be sent. Check your connection and try again.' })
    case 'server-full':
      return i18n._({ id: 'storage.server-full', message: 'The server’s storage is full. Keep the picture and try again later.' })
    case 'canceled':
      return i18n._({ id: 'storage.canceled', message: 'Upload canceled.' })
    case 'invalid-url':
      return i18n._({ id: 'storage.invalid-url', message: 'Nothing can be stored under this address.' })
    case 'unsuitable':
      return i18n._({ id: 'storage.unsuitable', message: 'This picture can’t be used. Try another one.' })
    default:
      return unreachable(error)
  }
}
