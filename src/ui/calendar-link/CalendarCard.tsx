import { useStore } from '@nanostores/react';
import { Button, ButtonLink } from '../Button.tsx';
import { Confirm } from '../Confirm.tsx';
import { Notice } from '../Notice.tsx';
import { type Calendar, googlePath, subscribePath } from './calendar.ts';
import { calendarMessages } from './messages.ts';

interface Props {
  calendar: Calendar;
  link: { made_at: string; last_read_at: string | null } | null;
  text: string;
}

/**
 * Offers a secret address with which the user's calendar app can subscribe to their week. It can be renewed or
 * revoked.
 */
export function CalendarCard({ calendar, link, text }: Props) {
  const address = useStore(calendar.$address);
  const busy = useStore(calendar.$busy);
  const outcome = useStore(calendar.$outcome);
  const asking = useStore(calendar.$asking);
  return (
    <section aria-labelledby="calendar-title" id="calendar">
      <h2 id="calendar-title">{calendarMessages.title}</h2>
      <div className="card calendar-card">
        <p>{text}</p>
        {address !== null && <Address calendar={calendar} address={address} />}
        {link && (
          <p className="quiet">
            {calendarMessages.linkMadeOn(link.made_at)} {calendarMessages.read(link.last_read_at)}
          </p>
        )}
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {asking ? (
          <Confirm
            title={calendarMessages.confirmations[asking].title}
            yes={calendarMessages[asking]}
            no={calendarMessages.confirmations[asking].keep}
            busy={busy}
            onYes={() => void (asking === 'renew' ? calendar.make() : calendar.revoke())}
            onNo={calendar.keep}
          >
            {calendarMessages.confirmations[asking].text}
          </Confirm>
        ) : (
          <div className="row">
            {link ? (
              <>
                <Button kind="line" small busy={busy} onClick={() => calendar.ask('renew')}>
                  {calendarMessages.renew}
                </Button>
                <Button kind="line" small busy={busy} onClick={() => calendar.ask('revoke')}>
                  {calendarMessages.revoke}
                </Button>
              </>
            ) : (
              <Button kind="solid" small busy={busy} onClick={() => void calendar.make()}>
                {calendarMessages.make}
              </Button>
            )}
          </div>
        )}
        <p className="quiet">{calendarMessages.secret}</p>
      </div>
    </section>
  );
}

function Address({ calendar, address }: { calendar: Calendar; address: string }) {
  const copied = useStore(calendar.$copied);
  return (
    <div className="calendar-address">
      <label className="quiet" htmlFor="calendar-link-address">
        {calendarMessages.label}
      </label>
      <input
        id="calendar-link-address"
        className="input"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button kind="solid" small onClick={() => void calendar.copyAddress()}>
          {copied ? calendarMessages.copied : calendarMessages.copy}
        </Button>
        <ButtonLink kind="line" small href={subscribePath(address)}>
          {calendarMessages.open}
        </ButtonLink>
        <ButtonLink kind="line" small href={googlePath(address)} target="_blank" rel="noopener noreferrer">
          {calendarMessages.google}
        </ButtonLink>
      </div>
      <span className="sr-only" role="status">
        {copied ? calendarMessages.copied : ''}
      </span>
      <details>
        <summary>{calendarMessages.how}</summary>
        <dl className="calendar-ways stack gap-2.5 text-sm">
          {calendarMessages.ways.map(([where, how]) => (
            <div key={where}>
              <dt>{where}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
