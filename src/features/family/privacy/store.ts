import { createCalendar } from './calendar.ts';
import { createCopy } from './copy.ts';
import { createErase } from './erase.ts';
import { createInstall } from './install.ts';
import { createReceipt } from './receipt.ts';

/** The stores of everything that a parent can do on this screen. They share one receipt. */
export function createPrivacy() {
  const receipt = createReceipt();
  return {
    receipt,
    copy: createCopy(),
    calendar: createCalendar({ changed: receipt.open }),
    install: createInstall(),
    erase: createErase({ changed: receipt.open }),
  };
}
export type PrivacyStore = ReturnType<typeof createPrivacy>;
