import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { isBlank, visibleText } from '#contract/base/text.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { type QueueMood, safeQueueCalls } from '#contract/chat/safe-queues.ts'
import { limits } from '#contract/limits.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { callApi } from '#web/platform/api-client.ts'
import { cacheResponse, callQuery, useCall } from '#web/platform/query.ts'
import { useRepeatableId } from '#web/platform/use-repeatable-id.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { useChat } from '../runtime/current-chat.ts'
import { queueText, safeQueueName } from './safe-queues.messages.ts'
import { chatErrorText } from '../use-chat-command.ts'

/** How long a queue can be, in minutes. */
export const LENGTHS = [30, 60, 120]

type Choice = { minutes: number; kind: MatchFilter; mood: QueueMood | null }

/** The options of a new queue, its preview, and sending it. */
export function useNewQueue(chatId: string, onClose: () => void) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const { data: group } = useCall(groupCalls.getGroup, { params: { chatId } })
  const [name, setName] = useState('')
  const [choice, setChoice] = useState<Choice>({ minutes: 60, kind: 'all', mood: null })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { idOf } = useRepeatableId()
  const { minutes, kind, mood } = choice
  const options = { kind, ...(mood === null ? {} : { mood }) }
  const params = { chatId }
  const preview = useQuery({
    ...callQuery(safeQueueCalls.getSafeQueuePreview, { params, query: { minutes: String(minutes), ...options } }),
    placeholderData: keepPreviousData,
  })
  const limit = nameLimit(name, limits.safeQueue.name.max)
  const defaultName = group?.name ?? safeQueueName(i18n)

  async function send(): Promise<void> {
    if (!chat || limit.isOver) return
    setBusy(true)
    setProblem(null)
    const body = { name: isBlank(name) ? defaultName : visibleText(name), minutes, ...options }
    try {
      const queue = await callApi(safeQueueCalls.createSafeQueue, { params, body: { ...body, id: idOf(body) } })
      cacheResponse(safeQueueCalls.getSafeQueue, { params: { id: queue.id } }, queue)
      const content = queueText(queue)
      chat.write({ to: chatId, chatId, content, pictures: [], type: 'text', referenceItem: [`queue:${queue.id}`], reply: null })
      onClose()
      await navigate(`/chat/${chatId}`)
    } catch (error) {
      setProblem(chatErrorText(i18n, error))
      setBusy(false)
    }
  }

  const isReady = chat !== null && !limit.isOver
  return { name, setName, nameField: limit.field, defaultName, choice, setChoice, preview, problem, isBusy, isReady, send }
}
