import type { ScheduleItem } from '#contract/management-schedule.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { begunCampMessages as words } from '../messages.ts';
import { familyChatsPath } from '../WriteToFamilies.tsx';

/** Says what staff do about lost days of a camp that has begun, because it can no longer be cancelled as a whole. */
export const BegunCamp = ({ camp }: { camp: ScheduleItem }) => (
  <p className="quiet no-print">
    {words.before} <a href={familyChatsPath([camp])}>{words.write}</a> {words.between}{' '}
    <a href={`${staffPaths.managementOrders}?item=${camp.id}`}>{words.refund}</a>.
  </p>
);
