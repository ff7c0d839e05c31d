import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { useStore } from '@nanostores/react';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Notice } from '#ui/Notice.tsx';
import { type Calendar, googlePath, subscribePath } from './calendar.ts';
import { calendarWords } from './messages.ts';

interface Props {
  calendar: Calendar;
  link: PrivacyReceipt['calendar_link'];
}

/** The family's week in its own calendar app, through a secret address that can be renewed or revoked. */
export function CalendarCard({ calendar, link }: Props) {
  const address = useStore(calendar.$address);
  const busy = useStore(calendar.$busy);
  const note = useStore(calendar.$note);
  const asking = useStore(calendar.$asking);
  return (
    <section aria-labelledby="calendar-title" id="calendar">
      <h2 id="calendar-title">{calendarWords.title}</h2>
      <div className="card privacy-card">
        <p>{calendarWords.text}</p>
        {address !== null && <Address calendar={calendar} address={address} />}
        {link && (
          <p className="quiet">
            {calendarWords.made(link.made_at)} {calendarWords.read(link.last_read_at)}
          </p>
        )}
        {note && <Notice tone={note.tone}>{note.text}</Notice>}
        {asking ? (
          <Confirm
            title={calendarWords.asks[asking].title}
            yes={calendarWords[asking]}
            no={calendarWords.asks[asking].keep}
            busy={busy}
            onYes={() => void (asking === 'renew' ? calendar.make() : calendar.revoke())}
            onNo={calendar.keep}
          >
            {calendarWords.asks[asking].text}
          </Confirm>
        ) : (
          <div className="row">
            {link ? (
              <>
                <Button kind="line" small busy={busy} onClick={() => calendar.ask('renew')}>
                  {calendarWords.renew}
                </Button>
                <Button kind="line" small busy={busy} onClick={() => calendar.ask('revoke')}>
                  {calendarWords.revoke}
                </Button>
              </>
            ) : (
              <Button kind="solid" small busy={busy} onClick={() => void calendar.make()}>
                {calendarWords.make}
              </Button>
            )}
          </div>
        )}
        <p className="quiet">{calendarWords.secret}</p>
      </div>
    </section>
  );
}

function Address({ calendar, address }: { calendar: Calendar; address: string }) {
  const copied = useStore(calendar.$copied);
  return (
    <div className="address">
      <label className="quiet" htmlFor="calendar-address">
        {calendarWords.label}
      </label>
      <input
        id="calendar-address"
        className="input"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button kind="solid" small onClick={() => void calendar.copyAddress()}>
          {copied ? calendarWords.copied : calendarWords.copy}
        </Button>
        <ButtonLink kind="line" small href={subscribePath(address)}>
          {calendarWords.open}
        </ButtonLink>
        <ButtonLink kind="line" small href={googlePath(address)} target="_blank" rel="noopener noreferrer">
          {calendarWords.google}
        </ButtonLink>
      </div>
      <span className="sr-only" role="status">
        {copied ? calendarWords.copied : ''}
      </span>
      <details>
        <summary>{calendarWords.how}</summary>
        <dl className="ways">
          {calendarWords.ways.map(([where, how]) => (
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
