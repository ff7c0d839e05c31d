import { writeMessages } from './messages.ts';
import type { MessagesScreen } from './detail.ts';

/** The link leads back to the list with its filters. */
export const BackLink = ({ place }: { place: MessagesScreen }) => (
  <p className="message-back">
    <a
      href={place.hrefOf(null)}
      onClick={(event) => {
        event.preventDefault();
        place.close();
      }}
    >
      <span aria-hidden="true">←</span> {writeMessages.back}
    </a>
  </p>
);
