import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CalendarCard } from '#ui/calendar-link/CalendarCard.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { createMyCalendar } from './my-calendar.ts';
import { hoursMessages as words } from './messages.ts';

/** Shows the address of a coach's calendar feed, with which a phone shows their plan. */
export function MyCalendar() {
  const [store] = useState(createMyCalendar);
  const view = useStore(store.$view);
  useEffect(() => void store.open(), [store]);
  if (view.state === 'loading') return <span className="skeleton report-wait" />;
  if (view.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void store.open()}>
            {failedMessages.again}
          </Button>
        }
      >
        {words.calendarFailed}
      </Notice>
    );
  return <CalendarCard calendar={store.calendar} link={view.link} text={words.calendar} />;
}
