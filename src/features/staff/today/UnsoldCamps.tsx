import type { ManagementToday } from '#contract/management.ts';
import { Notice } from '#ui/Notice.tsx';
import { messages, unsoldMessages } from './messages.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

/**
 * Families cannot book these upcoming camps. Each links to the form where a coach is assigned or an
 * exception made.
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
