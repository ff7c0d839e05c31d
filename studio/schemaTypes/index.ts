import { blockTypes } from './blocks/index.ts';
import { commerceTypes } from './commerce.ts';
import { page } from './documents/page.ts';
import { formTypes } from './forms.ts';
import { pageTypes } from './pages/index.ts';
import { peopleTypes } from './people.ts';
import { settingsTypes } from './settings.ts';

export const schemaTypes = [
  ...commerceTypes,
  ...peopleTypes,
  ...formTypes,
  ...settingsTypes,
  ...pageTypes,
  page,
  ...blockTypes,
];
