import { storageKeys } from '#config/paths.ts';

/** Where the browser saves a half-filled enquiry: each form of a page of blocks has a place of its own. */
export const draftKey = ({ dataset: { sends, form } }: HTMLFormElement): string =>
  sends === 'lead' ? `${storageKeys.enquiry}_${form ?? ''}` : storageKeys.enquiry;
