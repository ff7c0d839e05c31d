import { useStore } from '@nanostores/react';
import type { StaffLeadStory } from '#contract/management-leads.ts';
import { errorText } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { Bought } from './Bought.tsx';
import { Head } from './Head.tsx';
import type { Outcome, LeadDetail } from './detail.ts';
import { doneWords, leadWords, refusals, statusWords } from './messages.ts';
import { Notes } from './Notes.tsx';

export function LeadSheet({ detail, record: details }: { detail: LeadDetail; record: StaffLeadStory }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  return (
    <>
      <Head {...{ detail, details, busy }} />
      <OutcomeNotice outcome={outcome} done={doneWords} refused={refusedWords} />
      {details.enquiry && <Enquiry enquiry={details.enquiry} />}
      <Bought {...{ detail, details, busy }} />
      <Notes {...{ detail, details, busy }} />
      <History details={details} />
    </>
  );
}

function Enquiry({ enquiry }: { enquiry: NonNullable<StaffLeadStory['enquiry']> }) {
  const { preferred_date, guests, child_age, message } = enquiry;
  return (
    <section className="sheet lead-part" aria-labelledby="lead-enquiry">
      <h3 id="lead-enquiry">{leadWords.enquiry}</h3>
      <dl className="side-sums numbers">
        <Sum title={leadWords.date} value={preferred_date === null ? null : formatDate(preferred_date)} />
        <Sum title={leadWords.guests} value={guests} />
        <Sum title={leadWords.age} value={child_age} />
      </dl>
      {message !== null && <blockquote>{message}</blockquote>}
    </section>
  );
}
const Sum = ({ title, value }: { title: string; value: string | number | null }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value ?? leadWords.open}</dd>
  </div>
);

function History({ details: { events } }: { details: StaffLeadStory }) {
  return (
    <section className="sheet" aria-labelledby="lead-events">
      <header>
        <h3 id="lead-events">{leadWords.history}</h3>
      </header>
      {events.length === 0 && <p className="quiet">{leadWords.noHistory}</p>}
      <ol>
        {events.map(({ at, status, who }, index) => (
          <li key={index}>
            <p>
              {Object.entries(statusWords).find(([name]) => name === status)?.[1] ?? status}
              {who !== null && <b> · {who}</b>}
            </p>
            <p className="quiet numbers">{formatMoment(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const refusedWords = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);
