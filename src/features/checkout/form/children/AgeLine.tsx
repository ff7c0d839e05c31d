import type { Subject } from '#browser/order-memory.ts';
import { Icon } from '#ui/Icon.tsx';
import { warning } from '#ui/icons.ts';
import { ageMessages } from '../../messages.ts';
import { ageRemark } from '../model.ts';

export function AgeLine({ age, subject }: { age: number; subject: Subject }) {
  const remark = ageRemark(age, subject);
  // For a camp, an age outside the range is shown as an error of the field itself.
  if (remark === null || (remark === 'outside' && subject.kind === 'camp')) return null;
  if (remark === 'outside')
    return (
      <p className="age-line unsure">
        <Icon path={warning} />
        {ageMessages.outside(age, subject)}
      </p>
    );
  return (
    <p className="age-line">
      <svg viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="8" />
        <path className="mark" d="M5.2 9.3 8 12l5-5.7" />
      </svg>
      {subject.kind === 'camp' ? ageMessages.fitsCamp(age) : ageMessages.fits(age)}
    </p>
  );
}
