import { useEffect } from 'react'
import { type Poll, pollCalls, pollFrames } from '#contract/chat/polls.ts'
import { platformFrames } from '#contract/socket.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { callKey, queryClient, useCall } from '#web/platform/query.ts'
import { stopAll } from '#web/platform/stop-all.ts'

const STALE_MS = 60_000

const pollKey = (id: string) => callKey(pollCalls.getPoll, { params: { id } })

/** Updates a poll everywhere with a response of the server. */
export const savePoll = (poll: Poll): void => void queryClient.setQueryData<Poll>(pollKey(poll.id), poll)

export const reloadPoll = (id: string): void => void queryClient.invalidateQueries({ queryKey: pollKey(id) })

/** A poll, kept up to date while it is shown. */
export function usePoll(id: string) {
  const poll = useCall(pollCalls.getPoll, { params: { id } }, { staleMs: STALE_MS })
  useEffect(() => {
    const reload = () => reloadPoll(id)
    return stopAll([
      socketLink.subscribe(pollFrames.poll_changed, ({ id: changed }) => changed === id && reload()),
      // Changes during a lost connection are not sent again.
      socketLink.subscribe(platformFrames.authenticated, reload),
    ])
  }, [id])
  return poll
}
