/** Where this browser notes that messages wait to be sent, so that chat is started for them without anybody opening it. */
export const UNSENT = 'unsent'
