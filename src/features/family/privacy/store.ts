import { familyCalendar } from '#api/calendar-links.ts';
import { createCalendar } from '#ui/calendar-link/calendar.ts';
import { createCopy } from './copy.ts';
import { createErase } from './erase.ts';
import { createInstall } from './install.ts';
import { createReceipt } from './receipt.ts';
import { refusals } from './messages.ts';

export function createPrivacy() {
  const receipt = createReceipt();
  return {
    receipt,
    copy: createCopy(),
    calendar: createCalendar({ ...familyCalendar(refusals), changed: receipt.open }),
    install: createInstall(),
    erase: createErase({ changed: receipt.open }),
  };
}
export type PrivacyStore = ReturnType<typeof createPrivacy>;
