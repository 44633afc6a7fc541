import type { Poll } from '#contract/chat/polls.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import '../groups/groups.css'

/** Who voted for each option. */
export function PollVoters({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={poll.question}>
      {poll.options
        .map((option, index) => ({ ...option, at: index }))
        .filter(({ voters }) => voters.length > 0)
        .map(({ text, voters, at }) => (
          <section key={at} aria-label={text} className="wl-poll-voters">
            <h3 dir="auto">{text}</h3>
            <ul className="wl-group-people">
              {voters.map((person) => (
                <li key={person.uid} className="wl-group-person">
                  <Avatar person={person} size={36} />
                  <span className="wl-group-person-name wl-line">
                    <bdi>{person.name}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Modal>
  )
}
