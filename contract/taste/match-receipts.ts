import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { empty, uid } from '../base/ids.ts'
import { personCard } from '../people.ts'

export const RECEIPT_DAYS = 90

const receiptDay = z.object({ day: z.iso.date(), people: z.array(personCard) })
export type ReceiptDay = z.output<typeof receiptDay>

/** Who opened whose full match, the latest day first. Only users who both share such receipts, without blocked ones. */
export const matchReceipts = z.object({
  /** False: the viewer does not share them, so both lists are empty. */
  shared: z.boolean(),
  opened_mine: z.array(receiptDay),
  opened_by_me: z.array(receiptDay),
})
export type MatchReceipts = z.output<typeof matchReceipts>

export const matchReceiptCalls = {
  openMatch: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/matches/:uid/opened',
    summary: 'Note that the viewer opened the full match, once a day, if both share such receipts',
    params: z.object({ uid }),
    response: empty,
  }),
  getMatchReceipts: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/match-receipts',
    summary: 'Who opened the viewer’s full match in the last 90 days, by day, and whose the viewer opened',
    response: matchReceipts,
  }),
}
