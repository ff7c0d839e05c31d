import { SaveChild } from '#contract/family-people.ts';
import { readChild } from '#api/child-profile.ts';
import { errorText } from '#api/error-text.ts';
import { readFamily } from '#api/family.ts';
import { isUuid } from '#domain/uuid.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { createSheet } from '#ui/family/sheet/sheet.ts';
import { saveChild } from './api.ts';
import { bodyOf, fieldOf, peopleIn, buildSave, readTheirChanges, readValues } from './model.ts';
import { stepFields } from './steps.ts';

const notFound = { ok: false, code: 'child_not_found' } as const;

/** Creates the sheet of a child. A sheet is a form of several steps, each of which is opened and saved separately. */
export const createChild = (id: string) =>
  createSheet(SaveChild, {
    draft: `child ${id}`,
    fields: stepFields,
    read: async () => (isUuid(id) ? readChild(id) : notFound),
    save: saveChild,
    onSaved: () => void readFamily(),
    refusedText: (code) => errorText(code, sheetErrors),
    valuesOf: readValues,
    bodyOf,
    peopleIn,
    fieldOf,
    saveOf: (_step, changes, before, child) => buildSave(changes, before, child),
    idOf: (child) => ({ id: child.id }),
    rows: ['people', 'pickup'],
    theirsOf: ({ overwritten = [] }) => readTheirChanges(overwritten),
  });
export type Child = ReturnType<typeof createChild>;
