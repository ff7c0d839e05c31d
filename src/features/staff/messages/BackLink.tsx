import { writeMessages } from './messages.ts';
import type { MessagesScreen } from './navigation.ts';

/** The link leads back to the list with its filters. */
export const BackLink = ({ screen }: { screen: MessagesScreen }) => (
  <p className="message-back">
    <a
      href={screen.hrefOf(null)}
      onClick={(event) => {
        event.preventDefault();
        screen.close();
      }}
    >
      <span aria-hidden="true">←</span> {writeMessages.back}
    </a>
  </p>
);
