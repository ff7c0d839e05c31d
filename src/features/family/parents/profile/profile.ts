import { SaveProfile } from '#contract/family-people.ts';
import { errorText } from '#api/error-text.ts';
import { readFamily } from '#api/family.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { createSheet } from '#ui/family/sheet/sheet.ts';
import { readProfile, saveProfile } from '../api.ts';
import { buildBody, fieldOf, peopleIn, buildSave, readTheirChanges, readValues } from './model.ts';
import { stepFields } from './steps.ts';

export const createProfile = (userId: string) =>
  createSheet(SaveProfile, {
    draft: `parent ${userId}`,
    fields: stepFields,
    read: readProfile,
    save: saveProfile,
    onSaved: () => void readFamily(),
    refusedText: (code) => errorText(code, sheetErrors),
    valuesOf: readValues,
    bodyOf: buildBody,
    saveOf: buildSave,
    peopleIn,
    fieldOf,
    idOf: () => ({}),
    rows: ['people'],
    theirsOf: ({ overwritten = [] }) => readTheirChanges(overwritten),
  });
export type Profile = ReturnType<typeof createProfile>;
