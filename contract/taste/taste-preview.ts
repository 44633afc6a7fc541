import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'
import { print } from './taste.ts'

/** Comma-separated ids of catalog items. */
const itemIds = z.pipe(
  z.string().check(z.maxLength(37 * limits.picks.max)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.uuid()).check(z.maxLength(limits.picks.max)),
  ),
)

export const tastePreviewCalls = {
  previewTaste: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/taste-preview',
    summary: 'The print that picked artists and channels would make, and up to three items similar to the last of them',
    withoutProfile: true,
    query: z.object({ ids: itemIds }),
    response: z.object({ print, similar: z.array(item) }),
  }),
}
