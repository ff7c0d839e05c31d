import type { ScheduleItem } from '#contract/management-schedule.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { writeMessages } from './messages.ts';
import { ITEMS_MAX } from './model.ts';

interface Props {
  items: readonly ScheduleItem[];
  kind: 'solid' | 'line';
}

const familyChatsPath = (items: readonly ScheduleItem[]): string =>
  `${staffPaths.managementFamilyChats}?place=${items.map(({ id }) => id).join()}`;

/** The action that writes to the families of the selected sessions and camps. */
export const writeToFamilies = {
  label: writeMessages.open,
  most: ITEMS_MAX,
  run(items: readonly ScheduleItem[]): Promise<null> {
    location.assign(familyChatsPath(items));
    return Promise.resolve(null);
  },
};

/** A button that leads to the phone numbers of the families, because an e-mail may be read too late. */
export const WriteToFamilies = ({ items, kind }: Props) => (
  <ButtonLink
    kind={kind}
    small={kind === 'line'}
    href={familyChatsPath(items)}
    aria-label={writeMessages.openOf(items)}
  >
    {writeMessages.open}
  </ButtonLink>
);
