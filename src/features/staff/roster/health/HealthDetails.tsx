import { Notice } from '#ui/Notice.tsx';
import { aloneLine, blockedLines, handOverMessages } from '../hand-over/messages.ts';
import type { Child } from '../model.ts';
import { healthMarkMessages } from '#ui/staff/health/messages.ts';
import { emergencyNotes, marksOf } from '#ui/staff/health/marks.ts';
import { callLine, detailMessages } from './messages.ts';

/** Shows a child's health details, each with who gave it and when. */
export function HealthDetails({ child }: { child: Child }) {
  const { name, health, parents, emergency_contacts } = child;
  return (
    <div className="health-details no-print" role="group" aria-label={detailMessages.of(name)}>
      <p className={health.state === 'unknown' ? 'unknown' : 'quiet'}>{healthMarkMessages.answer(health)}</p>
      {marksOf(health)
        .filter(({ text }) => text !== null)
        .map((mark) => (
          <p key={`${mark.kind} ${mark.text ?? ''}`}>{healthMarkMessages.full(mark)}</p>
        ))}
      {emergencyNotes(health).map((note) => (
        <p key={note.text}>{healthMarkMessages.emergency(note)}</p>
      ))}
      <ul>
        {parents.map(({ name: person, phone }) => (
          <li key={phone}>{callLine(person, detailMessages.parent, phone)}</li>
        ))}
        {emergency_contacts.map(({ name: person, relationship, phone }, index) => (
          <li key={index}>{callLine(person, relationship ?? detailMessages.contact, phone)}</li>
        ))}
      </ul>
      {child.blocked_collectors.length > 0 && (
        <Notice tone="bad" title={handOverMessages.blocked} list={blockedLines(child)} />
      )}
      <p>{aloneLine(child)}</p>
      <p className="quiet">{detailMessages.logged}</p>
    </div>
  );
}
