import * as v from 'valibot';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { sendEnquiry, sendLead } from './api.ts';
import { bindForm } from './bind.ts';
import { readDefinition } from './elements.ts';
import { showHints } from './enquiry-hints.ts';
import { toEnquiry, tooLongPath, toLead } from './enquiry.ts';
import { fillInContact } from './fill-in.ts';
import { formMessages } from './messages.ts';
import type { Values } from './model.ts';
import { readValues } from './read.ts';

const Saved = v.record(v.string(), v.union([v.string(), v.boolean(), v.array(v.string())]));

/** Starts the form of an enquiry. Its values stay in this browser until the enquiry is sent. */
export function startEnquiry(form: HTMLFormElement): void {
  const definition = readDefinition(form);
  const { fields } = definition;
  const packageIds = v.parse(
    v.record(v.string(), v.string()),
    JSON.parse(form.dataset['packageIds'] ?? '{}'),
  );
  const optionMessage = (key: string, value: string): string =>
    form
      .querySelector(`[data-field="${key}"] [value="${CSS.escape(value)}"]`)
      ?.closest('label, option')
      ?.textContent.trim() ?? value;
  // The key comes from an attribute. If it were imported, the page's first script would load this module as well.
  const { draft: key = '' } = form.dataset;
  const savedValues = readStored(key, Saved);
  const updateHints = showHints(form);
  bindForm(form, {
    definition,
    before: savedValues && { values: savedValues, note: formMessages.resumed },
    onChange: (values) => {
      updateHints(values);
      writeStored(key, withoutHealth(values));
    },
    send: async (values) => {
      const { page } = form.dataset;
      const lead = page === undefined ? null : toLead(fields, values, { page, optionMessage });
      const enquiry = lead ?? toEnquiry(fields, values, { packageIds, optionMessage });
      const field = tooLongPath(fields, values, enquiry.message);
      if (field !== null) return { ok: false, code: 'invalid_input', field };
      const answer = await (lead ? sendLead(lead) : sendEnquiry(enquiry));
      if (!answer.ok) return answer;
      forget(key);
      return { ok: true, link: null };
    },
  });

  updateHints(readValues(form, fields));
  void fillInContact(form, fields);

  /** Returns the values without health data, which the browser never saves (decisions "What the browser remembers"). */
  function withoutHealth(values: Values): Values {
    const savedFields = fields.filter(({ health, type }) => !health && type !== 'guests');
    return Object.fromEntries(
      savedFields.flatMap(({ key }) => {
        const value = values[key] ?? null;
        return value === null ? [] : [[key, value]];
      }),
    );
  }
}
