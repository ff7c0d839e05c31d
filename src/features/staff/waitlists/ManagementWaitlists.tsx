import { createManagerAccess } from '#api/manager-access.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createQueueDetailsStore } from './detail.ts';
import { waitlistList } from './list.tsx';
import { listMessages, queueMessages } from './messages.ts';
import { QueueSheet } from './QueueSheet.tsx';

/**
 * On this screen (`/management/waitlists`), staff see every session and camp with a waitlist. When they open a
 * waitlist, they see its entries.
 */
const Waitlists = createListScreen({
  list: waitlistList,
  detail: createQueueDetailsStore,
  Sheet: QueueSheet,
  sheet: { notFound: 'place_not_found', words: queueMessages },
});

export default managed(createManagerAccess(), listMessages.viewOff, Waitlists);
