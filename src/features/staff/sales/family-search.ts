import { createSearchAfterTyping } from '#ui/staff/search-after-typing.ts';
import * as api from './api.ts';
import { isContact } from './model.ts';

/** Creates the search for families. A coach finds a family only by a complete e-mail address or phone number. */
export const createFamilySearch = (isManager: boolean) =>
  createSearchAfterTyping(api.findFamilies, (text) => (isManager ? text.trim().length > 1 : isContact(text)));
