import type { ManagementToday } from '#contract/management.ts';
import { Notice } from '#ui/Notice.tsx';
import { messages, unsoldMessages } from './messages.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

/**
 * Lists upcoming camps that families cannot book. Each links to the form where staff assign a coach or make an
 * exception.
 */
export function UnsoldCamps({ not_on_sale: { count, first } }: Pick<ManagementToday, 'not_on_sale'>) {
  if (count === 0) return null;
  return (
    <div className="coach-issues no-print">
      <Notice
        tone="warn"
        title={unsoldMessages.heading}
        list={first.map((camp) => (
          <a key={camp.id} href={schedulePath(camp.id)}>
            {unsoldMessages.line(camp)}
          </a>
        ))}
      >
        {count > first.length ? messages.more(first.length, count) : unsoldMessages.text}
      </Notice>
    </div>
  );
}
