import { formatPhone } from '#contract/phone-format.ts';
import { healthWords } from './messages.ts';
import type { ChildHealth } from './place-health.ts';
import './health-told.css';

/** What a press read of a child: what to heed, and whom to call. */
export function HealthTold({ told, name }: { told: ChildHealth; name: string }) {
  const lines = healthWords.lines(told);
  return (
    <div className="told" role="group" aria-label={healthWords.of(name)}>
      {lines.length === 0 && <p>{healthWords.nothing}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="calls">
        {told.emergency_contacts.length === 0 && healthWords.nobody}
        {told.emergency_contacts.map((one, at) => (
          <a key={at} href={`tel:${one.phone}`}>
            {[one.name, one.relationship].filter(Boolean).join(', ')}
            <b>{formatPhone(one.phone)}</b>
          </a>
        ))}
      </p>
    </div>
  );
}
