/** Where this browser notes that messages wait to be sent, so that chat is started for them without anybody opening it. */
export const UNSENT = 'unsent'

/** The same for edits, deletions and reactions that wait to be done. */
export const UNDONE = 'undone'
