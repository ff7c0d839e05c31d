import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { Notice } from '#ui/Notice.tsx';
import noResults from '#assets/empty/no-results.svg?url';
import { Children } from './Children.tsx';
import { cancelRule, messages } from './messages.ts';
import { filterOptions } from './model.ts';
import { OptionCard } from './OptionCard.tsx';
import type { Booking, View } from './store.ts';

interface Props {
  booking: Booking;
  view: Extract<View, { state: 'ready' }>;
}

export function ChooseSessions({ booking, view }: Props) {
  const filters = useStore(booking.$shown);
  const keys = useStore(booking.$keys);
  const outcome = useStore(booking.$outcome);
  const { days, hasLater, hasOtherTeams } = filterOptions(view.options, filters);
  return (
    <>
      <Children booking={booking} view={view} />
      {outcome && (
        <Notice tone={outcome.tone}>
          <WithNames text={outcome.text} names={view.children.map(({ name }) => name)} />
        </Notice>
      )}
      {days.length === 0 && (
        <EmptyState picture={noResults} level={2} title={messages.nothing}>
          {messages.nothingText}
        </EmptyState>
      )}
      {days.map(([day, options]) => (
        <section key={day} className="book-day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDate(day)}</h2>
          <ul>
            {options.map((option) => (
              <li key={option.key}>
                <OptionCard booking={booking} option={option} isChosen={keys.includes(option.key)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="row">
        {hasLater && (
          <Button kind="line" small onClick={booking.later}>
            {messages.later}
          </Button>
        )}
        {hasOtherTeams && (
          <button type="button" className="text-button" onClick={() => booking.show({ otherTeams: true })}>
            {messages.otherTeams}
          </button>
        )}
      </div>
      <Bar booking={booking} />
    </>
  );
}

function Bar({ booking }: { booking: Booking }) {
  const chosenOptions = useStore(booking.$chosen);
  const busy = useStore(booking.$busy);
  return (
    <div className="book-bar" hidden={chosenOptions.length === 0}>
      <p role="status">
        <b>{chosenOptions.length > 0 && messages.chosen(chosenOptions.length)}</b>
        <small>{cancelRule(chosenOptions)}</small>
      </p>
      <Button busy={busy} onClick={() => void booking.book()}>
        {messages.book(chosenOptions.length)}
      </Button>
    </div>
  );
}
