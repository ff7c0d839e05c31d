import { formatMoney } from '#domain/money.ts';
import { boardMessages, campName, deskMessages, sessionName } from './messages.ts';
import type { Catalogue } from './model.ts';

/** Shows prices and spots to a coach who does not sell, so that the coach can answer questions (decisions "/sales"). */
export function PriceBoard({ catalogue: { offers, camps, sessions } }: { catalogue: Catalogue }) {
  const offersOf = (kinds: readonly string[]) =>
    offers
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ id, title, price_cents }) => ({ id, text: `${title} · ${formatMoney(price_cents)}` }));
  return (
    <div className="stack gap-5">
      <Part title={deskMessages.passes} none={boardMessages.none} rows={offersOf(['pass', 'team_pass'])} />
      <Part
        title={deskMessages.camps}
        none={boardMessages.noCamps}
        rows={camps.map((camp) => ({ id: camp.id, text: campName(camp) }))}
      />
      <Part
        title={boardMessages.sessions}
        none={boardMessages.noSessions}
        rows={sessions.map((session) => ({ id: session.session_id, text: sessionName(session) }))}
      />
      <Part
        title={deskMessages.packages}
        none={boardMessages.none}
        rows={offersOf(['holiday_package', 'birthday_package'])}
      />
    </div>
  );
}

interface PartProps {
  title: string;
  none: string;
  rows: readonly { id: string; text: string }[];
}

const Part = ({ title, none, rows }: PartProps) => (
  <section className="sheet" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    {rows.length === 0 && <p className="quiet">{none}</p>}
    <ul className="numbers">
      {rows.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  </section>
);
