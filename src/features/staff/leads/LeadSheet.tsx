import { useStore } from '@nanostores/react';
import type { StaffLeadDetails } from '#contract/management-leads.ts';
import { errorText } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { newTaskPath } from '#ui/staff/task/task-path.ts';
import { TaskPlan } from '#ui/staff/task/TaskPlan.tsx';
import { Purchases } from './Purchases.tsx';
import { Head } from './Head.tsx';
import type { Outcome, LeadDetailsStore } from './detail.ts';
import { doneMessage, leadMessages, refusals, statusMessages } from './messages.ts';
import { Notes } from './Notes.tsx';

export function LeadSheet({
  detail,
  record: details,
}: {
  detail: LeadDetailsStore;
  record: StaffLeadDetails;
}) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  return (
    <>
      <Head detail={detail} details={details} busy={busy} />
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      <TaskPlan
        task={details.task}
        what={details.lead.name}
        newHref={newTaskPath('lead', details.lead.lead_id)}
      />
      {details.enquiry && <Enquiry enquiry={details.enquiry} />}
      <Purchases detail={detail} details={details} busy={busy} />
      <Notes detail={detail} details={details} busy={busy} />
      <History details={details} />
    </>
  );
}

function Enquiry({ enquiry }: { enquiry: NonNullable<StaffLeadDetails['enquiry']> }) {
  const { page, preferred_date, guests, child_age, message } = enquiry;
  return (
    <section className="sheet lead-part" aria-labelledby="lead-enquiry">
      <h3 id="lead-enquiry">{leadMessages.enquiry}</h3>
      {page === null ? (
        <dl className="side-sums numbers">
          <Sum
            title={leadMessages.date}
            value={preferred_date === null ? null : formatDate(preferred_date)}
          />
          <Sum title={leadMessages.guests} value={guests} />
          <Sum title={leadMessages.age} value={child_age} />
        </dl>
      ) : (
        <p className="quiet">{leadMessages.fromPage(page)}</p>
      )}
      {message !== null && <blockquote>{message}</blockquote>}
    </section>
  );
}
const Sum = ({ title, value }: { title: string; value: string | number | null }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value ?? leadMessages.open}</dd>
  </div>
);

function History({ details: { events } }: { details: StaffLeadDetails }) {
  return (
    <section className="sheet" aria-labelledby="lead-events">
      <header>
        <h3 id="lead-events">{leadMessages.history}</h3>
      </header>
      {events.length === 0 && <p className="quiet">{leadMessages.noHistory}</p>}
      <ol>
        {events.map(({ at, status, who }, index) => (
          <li key={index}>
            <p>
              {Object.entries(statusMessages).find(([name]) => name === status)?.[1] ?? status}
              {who !== null && <b> · {who}</b>}
            </p>
            <p className="quiet numbers">{formatMoment(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);
