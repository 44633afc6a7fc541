import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'
import { isoDate, uuidv7 } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { personCard } from '../people.ts'

/** An option with those who chose it, the earliest first, as the viewer sees them: without members that a block hides. */
export const pollOption = z.object({ text: z.string(), voters: z.array(personCard) })
export type PollOption = z.output<typeof pollOption>

/** A poll of a group. A message with the reference `poll:<id>` shows it; its text is for clients without polls. */
export const poll = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  question: z.string(),
  options: z.array(pollOption),
  takes_several: z.boolean(),
  /** The poll accepts no votes after this time; set when it is closed early. */
  closes_at: isoDate,
  is_closed: z.boolean(),
  /** The viewer is its author, or the owner or an admin of the group. */
  may_close: z.boolean(),
})
export type Poll = z.output<typeof poll>

const pollId = z.object({ id: z.uuid() })

export const pollCalls = {
  createPoll: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/polls',
    summary: 'Create a poll; the caller then sends a message that refers to it. A repeated id returns the existing one',
    params: z.object({ chatId: z.uuid() }),
    body: z.object({
      id: z.optional(uuidv7),
      question: freeText(limits.poll.question),
      options: z.array(freeText(limits.poll.option)).check(z.minLength(limits.poll.options.min), z.maxLength(limits.poll.options.max)),
      takes_several: z.boolean(),
      closes_at: isoDate,
    }),
    response: poll,
  }),
  getPoll: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/polls/:id',
    summary: 'A poll with its votes, for members of its group',
    params: pollId,
    response: poll,
  }),
  vote: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/polls/:id/vote',
    summary: 'Vote for these options, counted from 0, in place of an earlier vote; none withdraws it',
    params: pollId,
    body: z.object({ options: z.array(z.int().check(z.minimum(0))).check(z.maxLength(limits.poll.options.max)) }),
    response: poll,
  }),
  closePoll: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/polls/:id/close',
    summary: 'Close a poll early; for its author, and the owner and admins of the group',
    params: pollId,
    response: poll,
  }),
}

export const pollFrames = {
  /** Server: a vote, or the end of a poll; see `getPoll`. */
  poll_changed: defineFrame('poll_changed', z.object({ id: z.uuid() })),
}
