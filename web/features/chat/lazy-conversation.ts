import { lazyComponent } from '#web/platform/lazy-component.ts'

/** A conversation. The list of conversations does not need its code. */
export const LazyConversation = lazyComponent(async () => (await import('./ConversationView.tsx')).ConversationView)

// The code loads with the page if the page is opened with a conversation.
if (/^\/chat\/.|[?&]uid=/.test(location.pathname + location.search)) void LazyConversation.load()
