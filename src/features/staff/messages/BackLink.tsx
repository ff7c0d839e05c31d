import { writeMessages } from './messages.ts';
import type { MessagePlace } from './detail.ts';

/** Link to the list with its filters. */
export const BackLink = ({ place }: { place: MessagePlace }) => (
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
