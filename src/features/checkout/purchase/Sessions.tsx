import { useEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import { formatDate, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { spotsText } from '#domain/spots.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { calendar } from '#ui/icons.ts';
import type { Team } from '../form/children/levels.ts';
import { waitlistLabel } from '../opening-messages.ts';
import { sessionMessages } from './messages.ts';
import type { SessionChoice } from './model.ts';
import type { Checkout } from '../store.ts';
import { waitlistPath } from './subject.ts';

interface Props {
  checkout: Checkout;
  sessions: SessionChoice[];
  teams: readonly Team[];
  whatsapp: string;
}

/** Lets a parent choose a session who opened the try-out's checkout without one (spec 2 §2 "Claim $20 Discount"). */
export default function Sessions({ checkout, sessions, teams, whatsapp }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [first] = sessions;
  return (
    <section className="checkout-weeks" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={heading} tabIndex={-1}>
        {sessionMessages.heading}
      </h2>
      {first?.subject.seenCents != null && (
        <p>{sessionMessages.price(formatMoney(first.subject.seenCents))}</p>
      )}
      {!first && (
        <div className="card">
          <p>{sessionMessages.none}</p>
          <div className="row">
            <ButtonLink href={paths.tryOut}>{sessionMessages.about}</ButtonLink>
            <ButtonLink kind="line" href={whatsapp} target="_blank" rel="noopener">
              WhatsApp Us
            </ButtonLink>
          </div>
        </div>
      )}
      <ul data-keep-clear>
        {sessions.map((choice) => (
          <li key={choice.session.session_id} className="card checkout-week">
            <Icon path={calendar} />
            <div>
              <h3>
                {formatDate(choice.session.session_date)}, {formatTime(choice.session.session_time)}
              </h3>
              <p>
                {choice.subject.name}
                {choice.subject.minAge !== undefined &&
                  `, ages ${choice.subject.minAge} to ${choice.subject.maxAge}`}
                {levelsOf(choice.subject.team, teams)}
                {' · '}
                <b>{spotsText(choice.session.available_spots)}</b>
              </p>
            </div>
            <SessionButton checkout={checkout} choice={choice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the levels of a team, if it is for higher ones, so that a beginner does not choose it. */
function levelsOf(id: string | null | undefined, teams: readonly Team[]): string {
  const team = teams.find((team) => team.id === id);
  return team && team.minLevel > 1 ? sessionMessages.levels(team.minLevel, team.maxLevel) : '';
}

function SessionButton({
  checkout,
  choice: { session, subject },
}: {
  checkout: Checkout;
  choice: SessionChoice;
}) {
  const sessionText = `${formatDate(session.session_date)}, ${formatTime(session.session_time)}, ${subject.name}`;
  if (session.available_spots <= 0)
    return (
      <ButtonLink kind="line" href={waitlistPath(subject, 1)} aria-label={`${waitlistLabel}: ${sessionText}`}>
        {waitlistLabel}
      </ButtonLink>
    );
  return (
    <Button aria-label={`Choose ${sessionText}`} onClick={() => void checkout.choose(subject)}>
      Choose
    </Button>
  );
}
