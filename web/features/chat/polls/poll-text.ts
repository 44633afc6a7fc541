/** The text of a poll's message, for clients without polls and for previews. */
export function pollText({ question, options }: { question: string; options: readonly string[] }): string {
  return [`📊 ${question}`, ...options.map((option) => `• ${option}`)].join('\n')
}
