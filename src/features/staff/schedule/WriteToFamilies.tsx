import type { ScheduleItem } from '#contract/management-schedule.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { writeMessages } from './messages.ts';

interface Props {
  items: readonly ScheduleItem[];
  kind: 'solid' | 'line';
}

/** An e-mail may be read too late, so the button leads to the phone numbers of the families. */
export const WriteToFamilies = ({ items, kind }: Props) => (
  <ButtonLink
    kind={kind}
    small={kind === 'line'}
    href={`${staffPaths.managementFamilyChats}?place=${items.map(({ id }) => id).join()}`}
    aria-label={writeMessages.openOf(items)}
  >
    {writeMessages.open}
  </ButtonLink>
);
