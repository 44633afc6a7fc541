import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import type { NewMessage, WriteResult } from './chat.types.ts'
import { createChatWriter, MAX_BATCH } from './chat.writer.ts'

const log = createLogs({ filter: 'off', pretty: false })('chat')

const message = (id: string, chatId = 'chat'): NewMessage => ({
  chatId,
  id,
  sender: 'alice',
  type: 'text',
  content: id,
  referenceItem: [],
  media: [],
  sentAt: new Date(0),
})

/** An in-memory store that commits and fails on command. */
function aStore() {
  const stored: NewMessage[] = []
  const seqOf = new Map<string, number>()
  const batches: number[] = []
  const failures: (Error | undefined)[] = []
  let gate = Promise.withResolvers<void>()
  gate.resolve()

  async function commit(messages: readonly NewMessage[]): Promise<(WriteResult | undefined)[]> {
    batches.push(messages.length)
    await gate.promise
    const failure = failures.shift() ?? (messages.some(({ content }) => content === 'poison') ? sqlError('22021') : undefined)
    if (failure) throw failure
    return messages.map((value) => {
      const before = seqOf.get(value.id)
      const seq = before ?? stored.push(value)
      seqOf.set(value.id, seq)
      return { message: { ...value, seq, editedAt: null, deletedAt: null, changeSeq: null }, repeated: before !== undefined }
    })
  }

  return {
    commit,
    batches,
    failNext: (...errors: Error[]) => failures.push(...errors),
    hold: () => {
      gate = Promise.withResolvers<void>()
    },
    release: () => gate.resolve(),
    contents: () => stored.map(({ content }) => content),
  }
}

function sqlError(code: string): Error {
  return Object.assign(new Error(`the database says ${code}`), { code })
}

function outcome(writing: Promise<WriteResult>): Promise<string> {
  return writing.then(
    (written) => `${written.repeated ? 'repeated' : 'stored'} ${written.message.seq}`,
    (error: { code?: string }) => `rejected ${error.code}`,
  )
}

afterEach(() => void vi.useRealTimers())

describe('group commit', () => {
  it('commits messages that arrive together once, in order', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    const results = await Promise.all(['1', '2', '3'].map((id) => outcome(writer.write(message(id)))))
    expect(results).toEqual(['stored 1', 'stored 2', 'stored 3'])
    expect(store.batches).toEqual([3])
  })

  it('collects messages during a commit, and never runs two at a time', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    store.hold()
    const first = writer.write(message('first'))
    await expect.poll(() => store.batches).toEqual([1])
    const later = Array.from({ length: MAX_BATCH + 5 }, (_, index) => writer.write(message(String(index))))
    expect(store.batches).toEqual([1])
    store.release()
    await Promise.all([first, ...later])
    expect(store.batches).toEqual([1, MAX_BATCH, 5])
    expect(store.contents()).toEqual(['first', ...later.map((_, index) => String(index))])
  })

  it('answers a batch while the next one is committed, in order', async () => {
    const store = aStore()
    const happened: string[] = []
    const commit = (messages: readonly NewMessage[]) => {
      happened.push(`commit ${messages.map(({ id }) => id).join()}`)
      return store.commit(messages)
    }
    const writer = createChatWriter({ commit, log })
    store.hold()
    const first = writer.write(message('a'), () => happened.push('answer a'))
    await expect.poll(() => store.batches).toEqual([1])
    const second = writer.write(message('b'), () => happened.push('answer b'))
    store.release()
    await Promise.all([first, second])
    expect(happened).toEqual(['commit a', 'commit b', 'answer a', 'answer b'])
  })

  it('resolves in the order of the calls', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    const answered: string[] = []
    await Promise.all(['a', 'b', 'a', 'c'].map((id) => writer.write(message(id)).then((written) => answered.push(written.message.id))))
    expect(answered).toEqual(['a', 'b', 'a', 'c'])
  })

  it('stores an id that is twice in a batch once', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    const results = await Promise.all(['a', 'a', 'b', 'a'].map((id) => outcome(writer.write(message(id)))))
    expect(results).toEqual(['stored 1', 'repeated 1', 'stored 2', 'repeated 1'])
    expect(store.contents()).toEqual(['a', 'b'])
  })
})

describe('when the database fails', () => {
  it('rejects all pending messages, and works again afterwards', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    store.failNext(new Error('connection refused'))
    expect(await Promise.all(['1', '2'].map((id) => outcome(writer.write(message(id)))))).toEqual([
      'rejected unavailable',
      'rejected unavailable',
    ])
    expect(await outcome(writer.write(message('1')))).toBe('stored 1')
  })

  it('rejects only the message that can’t be stored', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    const results = await Promise.all(['1', 'poison', '2'].map((id) => outcome(writer.write(message(id)))))
    expect(results).toEqual(['stored 1', 'rejected invalid_input', 'stored 2'])
  })

  it('retries after a race with another process', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    store.failNext(sqlError('23505'), sqlError('40P01'))
    expect(await outcome(writer.write(message('1')))).toBe('stored 1')
    expect(store.batches).toEqual([1, 1, 1])
  })

  it('rejects messages to a deleted user or chat as not found', async () => {
    const writer = createChatWriter({ commit: () => Promise.resolve([undefined]), log })
    expect(await outcome(writer.write(message('1')))).toBe('rejected not_found')
  })

  it('rejects after two seconds; a resend finds a message that was stored later', async () => {
    vi.useFakeTimers()
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    store.hold()
    const storedSeqs: number[] = []
    const first = outcome(writer.write(message('1'), (written) => storedSeqs.push(written.message.seq)))
    await vi.advanceTimersByTimeAsync(1_000)
    const second = outcome(writer.write(message('2')))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.all([first, second])).toEqual(['rejected unavailable', 'rejected unavailable'])
    const resent = [outcome(writer.write(message('1'))), outcome(writer.write(message('2')))]
    store.release()
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all(resent)).toEqual(['repeated 1', 'stored 2'])
    expect(store.contents()).toEqual(['1', '2'])
    // `onStored` runs, although the sender got an error.
    expect(storedSeqs).toEqual([1])
  })

  it('rejects at once when too many messages wait', async () => {
    const store = aStore()
    const writer = createChatWriter({ commit: store.commit, log })
    store.hold()
    const all = Array.from({ length: 20_300 }, (_, index) => outcome(writer.write(message(String(index)))))
    expect(await all.at(-1)).toBe('rejected unavailable')
    store.release()
    expect(new Set((await Promise.all(all)).map((result) => result.split(' ')[0]))).toEqual(new Set(['stored', 'rejected']))
  })
})
