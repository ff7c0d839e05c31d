import { useStore } from '@nanostores/react';
import type { ErrorCode } from '#contract/errors.ts';
import type { StaffLeadStory } from '#contract/management-leads.ts';
import { errorText } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { OpenedView } from '#ui/staff/opened.ts';
import { Outcome } from '#ui/staff/Outcome.tsx';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { Bought } from './Bought.tsx';
import { Head } from './Head.tsx';
import type { End, Lead } from './lead.ts';
import { doneWords, leadWords, refusals, statusWords } from './messages.ts';
import { Notes } from './Notes.tsx';

interface Props {
  lead: Lead;
  view: Exclude<OpenedView<StaffLeadStory, ErrorCode>, { state: 'closed' }>;
}

export const LeadSheet = ({ lead, view }: Props) => (
  <SideSheet
    view={view}
    gone="lead_not_found"
    words={leadWords}
    onClose={lead.close}
    onAgain={() => void lead.retry()}
  >
    {(told) => <Whole lead={lead} told={told} />}
  </SideSheet>
);

function Whole({ lead, told }: { lead: Lead; told: StaffLeadStory }) {
  const act = useStore(lead.$act);
  const busy = act.state === 'busy';
  return (
    <>
      <Head {...{ lead, told, busy }} />
      <Outcome act={act} done={doneWords} refused={refusedWords} />
      {told.enquiry && <Enquiry enquiry={told.enquiry} />}
      <Bought {...{ lead, told, busy }} />
      <Notes {...{ lead, told, busy }} />
      <History told={told} />
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

function History({ told: { events } }: { told: StaffLeadStory }) {
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

const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);
