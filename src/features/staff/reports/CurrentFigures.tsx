import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import type { ReportsStore } from './store.ts';
import { countText, nowMessages, stepMessages, reportMessages } from './messages.ts';

/** Shows how many people are at each step of the booking now, and the latest bookings. */
export function CurrentFigures({ reports }: { reports: ReportsStore }) {
  const view = useStore(reports.$now);
  return (
    <section className="sheet report-now" aria-labelledby="now-title">
      <header>
        <h2 id="now-title">{nowMessages.title}</h2>
        <span className="quiet">
          {view.state === 'ready' && view.isOutdated ? nowMessages.outdated : nowMessages.hint}
        </span>
      </header>
      {view.state === 'loading' && (
        <div className="report-now-wait">
          <p className="sr-only">{reportMessages.loading}</p>
          <span className="skeleton" aria-hidden="true" />
        </div>
      )}
      {view.state === 'failed' && (
        <p>
          {nowMessages.failed}{' '}
          <Button kind="line" small onClick={() => void reports.readNow()}>
            {failedMessages.again}
          </Button>
        </p>
      )}
      {view.state === 'ready' && (
        <div className="report-now-parts">
          <dl>
            <div>
              <dt>{nowMessages.viewers}</dt>
              <dd className="numbers">{countText(view.now.viewers)}</dd>
            </div>
            {view.now.steps.slice(0, -1).map(({ step, visits }) => (
              <div key={step}>
                <dt>{stepMessages[step]}</dt>
                <dd className="numbers">{countText(visits)}</dd>
              </div>
            ))}
            <div>
              <dt>{nowMessages.paid}</dt>
              <dd className="numbers">{nowMessages.orders(view.now.paid.orders, view.now.paid.cents)}</dd>
            </div>
          </dl>
          <div>
            <h3>{nowMessages.last}</h3>
            {view.now.bookings.length === 0 ? (
              <p className="quiet">{nowMessages.none}</p>
            ) : (
              <ol>
                {view.now.bookings.map(({ title, class_type, location, minutes_ago }, index) => (
                  <li key={index}>
                    <span>
                      <b>{title}</b>
                      {class_type !== title && `, ${class_type}`}, {location}
                    </span>
                    <span className="quiet numbers">{nowMessages.ago(minutes_ago)}</span>
                  </li>
                ))}
              </ol>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
