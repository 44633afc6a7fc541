import { indexedDatabase } from '#web/platform/storage/indexed-database.ts'

/** Runs work in the database of chat. @throws the browser's error */
export const inChatDatabase = indexedDatabase('wavelength-chat', 3, { outbox: 'id', history: 'key', voice_drafts: 'chatId' })
