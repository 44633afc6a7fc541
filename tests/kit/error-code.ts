import { AppError } from '#contract/errors.ts'

/** The code of the AppError with which `call` is rejected; any other error itself; 'resolved' without one. */
export const errorCode = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'resolved',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
