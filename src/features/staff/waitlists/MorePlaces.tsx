import { useState } from 'react';
import type { StaffQueue } from '#contract/management-waitlists.ts';
import { Field } from '../../../ui/Field.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { moreWords, queueWords } from './messages.ts';
import { nextFor, placesOf } from './model.ts';
import type { Queue } from './queue.ts';

/** A larger group: who it lets in is said before it is done, as offers go out at once. */
export function MorePlaces({ queue, told, busy }: { queue: Queue; told: StaffQueue; busy: boolean }) {
  const [typed, setTyped] = useState('1');
  const places = placesOf(typed);
  return (
    <section className="sheet queue-more" aria-labelledby="queue-more">
      <h3 id="queue-more">{moreWords.title}</h3>
      <Field
        id="queue-places"
        label={moreWords.label}
        hint={moreWords.hint}
        error={places === null ? moreWords.fault : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {places !== null && (
        <ConfirmButton
          key={places}
          name={moreWords.name(places)}
          means={moreWords.means(places, nextFor(places, told.place, told.queue))}
          yes={moreWords.yes}
          no={queueWords.no}
          busy={busy}
          onYes={() => void queue.addPlaces(places)}
        />
      )}
    </section>
  );
}
