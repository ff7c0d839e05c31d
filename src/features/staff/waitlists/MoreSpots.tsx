import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StaffQueue } from '#contract/management-waitlists.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Field } from '#ui/Field.tsx';
import { moreMessages, queueMessages } from './messages.ts';
import { readSpots } from './model.ts';
import type { QueueDetailsStore } from './detail.ts';

/** Adds spots. They are offered at once, so the database first says who would get them. */
export function MoreSpots({
  detail,
  queue,
  busy,
}: {
  detail: QueueDetailsStore;
  queue: StaffQueue;
  busy: boolean;
}) {
  const [typedNumber, setTypedNumber] = useState('1');
  const morePlaces = useStore(detail.$more);
  const spots = readSpots(typedNumber);
  return (
    <section className="sheet queue-more" aria-labelledby="queue-more">
      <h3 id="queue-more">{moreMessages.title}</h3>
      <Field
        id="queue-places"
        label={moreMessages.label}
        hint={moreMessages.hint}
        error={spots === null ? moreMessages.fault : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={typedNumber}
        onChange={({ target }) => {
          setTypedNumber(target.value);
          detail.leaveMore();
        }}
      />
      {morePlaces.state === 'ready' ? (
        <Confirm
          title={moreMessages.ask(morePlaces.places, queue.place)}
          yes={moreMessages.name(morePlaces.places)}
          no={queueMessages.no}
          busy={busy}
          onYes={() => void detail.addPlaces()}
          onNo={detail.leaveMore}
        >
          {moreMessages.means(morePlaces.places, morePlaces.offers)}
        </Confirm>
      ) : (
        spots !== null && (
          <Button
            kind="line"
            small
            busy={morePlaces.state === 'looking' || busy}
            onClick={() => void detail.previewMore(spots)}
          >
            {moreMessages.name(spots)}
          </Button>
        )
      )}
    </section>
  );
}
