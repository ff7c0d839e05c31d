import { createManagerAccess } from '#api/manager-access.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createLeadDetailsStore } from './detail.ts';
import { LeadSheet } from './LeadSheet.tsx';
import { leadList, moveStage } from './list.tsx';
import { leadMessages, listMessages } from './messages.ts';

/** The screen `/management/leads` lists people who enquired without buying, by stage. */
const Leads = createListScreen({
  list: leadList,
  detail: (update, list) =>
    createLeadDetailsStore((now) => {
      const view = list.$view.get();
      const leadBefore =
        view.state === 'ready' ? view.rows.find(({ lead_id }) => lead_id === now.lead_id) : undefined;
      if (leadBefore && leadBefore.status !== now.status) moveStage(leadBefore.status, now.status);
      update(now);
    }),
  Sheet: LeadSheet,
  sheet: { notFound: 'lead_not_found', words: leadMessages },
});

export default managed(createManagerAccess(), listMessages.viewOff, Leads);
