import { SaveChild } from '#contract/family-people.ts';
import { errorText } from '#api/error-text.ts';
import { readFamily } from '#api/family.ts';
import { today } from '#domain/dates.ts';
import { profileDraft } from '#ui/family/sheet/draft.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import type { Values } from '#ui/kit/form/field.ts';
import type { Message } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { saveChild } from './api.ts';
import { bodyOf } from './model.ts';
import { addFields } from './steps.ts';

export interface AddHooks {
  onAdded: (name: string, id: string) => void;
  onAddFailed: () => void;
}

export function createAddChild({ onAdded, onAddFailed }: AddHooks) {
  const form = createForm(SaveChild, {
    empty: {},
    draft: profileDraft('new child'),
    read: (values, typedValues) => ({
      faults: checkFields(addFields, values, today()),
      body: bodyOf(typedValues as Values),
    }),
    send: async (body) => {
      const answer = await saveChild(body);
      if (!answer.ok) onAddFailed();
      return answer;
    },
    onSent: async ({ name, id }) => {
      form.saved({}, Object.keys(form.$typed.get()));
      await readFamily();
      onAdded(name, id);
      return null;
    },
    onRefused: async ({ code }): Promise<Message> => ({
      tone: 'bad',
      text: await errorText(code, sheetErrors),
    }),
  });
  return form;
}
export type AddChildForm = ReturnType<typeof createAddChild>;
