import { createManagerAccess } from '#api/manager-access.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createFamilyDetailsStore } from './detail.ts';
import { FamilyDetails } from './FamilyDetails.tsx';
import { familyList } from './list.tsx';
import { listMessages } from './messages.ts';

/**
 * The screen `/management/families` shows the list of families, and the page of a family when it is
 * opened.
 */
const Families = createListScreen({
  list: familyList,
  detail: createFamilyDetailsStore,
  Page: FamilyDetails,
});

export default managed(createManagerAccess(), listMessages.viewOff, Families);
